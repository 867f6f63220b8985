"""Where the registers of a unit hold how look-up tables are used: they exist once for both register groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from models.nvdla.codec.forms import FLAG, INVERTED, SIGNED
from models.nvdla.codec.words import places
from models.nvdla.field_table import Row
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope

DIRECTIONS: Mapping[str, str] = {"underflow": "UFLOW", "overflow": "OFLOW"}
EDGES = ("start", "end")
"""Where a table begins and ends: a register each, or two for more than 32 bits."""


def edge_rows(unit: str) -> Iterator[Row]:
    """Where tables begin and end, of a unit with a register for each; codes of floating-point numbers are signed."""
    for name, table in (("lut.le", "LE"), ("lut.lo", "LO")):
        for edge in EDGES:
            word = f"LUT_{table}_{edge.upper()}"
            yield Row(f"{name}.{edge}", places(f"{unit}.S_{word}.{word}"), SIGNED)


def lut_rows(unit: str) -> Iterator[Row]:
    """All else that a unit is told of its tables."""
    for name, table in (("lut.le", "LE"), ("lut.lo", "LO")):
        yield Row(f"{name}.select", places(f"{unit}.S_LUT_INFO.LUT_{table}_INDEX_SELECT"), SIGNED)
        for slope, word in DIRECTIONS.items():
            for what in ("scale", "shift"):
                register = f"{table}_SLOPE_{what.upper()}"
                field = f"LUT_{table}_SLOPE_{word}_{what.upper()}"
                yield Row(f"{name}.{slope}.{what}", places(f"{unit}.S_LUT_{register}.{field}"), SIGNED)
    yield Row("lut.exponential", places(f"{unit}.S_LUT_CFG.LUT_LE_FUNCTION"), INVERTED)
    yield Row("lut.le_offset", places(f"{unit}.S_LUT_INFO.LUT_LE_INDEX_OFFSET"), SIGNED)
    yield Row("lut.underflow_lo", places(f"{unit}.S_LUT_CFG.LUT_UFLOW_PRIORITY"), FLAG)
    yield Row("lut.overflow_lo", places(f"{unit}.S_LUT_CFG.LUT_OFLOW_PRIORITY"), FLAG)
    yield Row("lut.hybrid_lo", places(f"{unit}.S_LUT_CFG.LUT_HYBRID_PRIORITY"), FLAG)


def lut_of(decoded: Mapping[str, dict[str, Any]], edges: Mapping[str, Mapping[str, int]] | None = None) -> LutConfig:
    """What the decoded rows say.

    Args:
        decoded: the rows.
        edges: where tables begin and end, by ``le`` and ``lo``, where no rows say so.
    """
    le, lo = (_range_of(decoded, f"lut.{table}", edges[table] if edges else {}) for table in ("le", "lo"))
    return LutConfig(**decoded["lut"], le=le, lo=lo)


def _range_of(decoded: Mapping[str, dict[str, Any]], name: str, edges: Mapping[str, int]) -> LutRange:
    slopes = {slope: LutSlope(**decoded[f"{name}.{slope}"]) for slope in DIRECTIONS}
    return LutRange(**decoded[name], **edges, underflow=slopes["underflow"], overflow=slopes["overflow"])
