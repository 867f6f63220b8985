"""Where SDP's registers hold how look-up tables are used: they exist once for both register groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from models.nvdla.field_table import FLAG, INVERTED, SIGNED, Row, encode_rows, places
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope
from models.registers import RegisterMap

DIRECTIONS: Mapping[str, str] = {"underflow": "UFLOW", "overflow": "OFLOW"}


def _range(name: str, table: str) -> Iterator[Row]:
    """The range of a table."""
    yield Row(f"{name}.start", places(f"SDP.S_LUT_{table}_START.LUT_{table}_START"), SIGNED)
    yield Row(f"{name}.end", places(f"SDP.S_LUT_{table}_END.LUT_{table}_END"), SIGNED)
    yield Row(f"{name}.select", places(f"SDP.S_LUT_INFO.LUT_{table}_INDEX_SELECT"), SIGNED)
    for slope, word in DIRECTIONS.items():
        for what in ("scale", "shift"):
            register = f"{table}_SLOPE_{what.upper()}"
            field = f"LUT_{table}_SLOPE_{word}_{what.upper()}"
            yield Row(f"{name}.{slope}.{what}", places(f"SDP.S_LUT_{register}.{field}"), SIGNED)


LUT_ROWS: tuple[Row, ...] = (
    *_range("lut.le", "LE"),
    *_range("lut.lo", "LO"),
    Row("lut.exponential", places("SDP.S_LUT_CFG.LUT_LE_FUNCTION"), INVERTED),
    Row("lut.le_offset", places("SDP.S_LUT_INFO.LUT_LE_INDEX_OFFSET"), SIGNED),
    Row("lut.underflow_lo", places("SDP.S_LUT_CFG.LUT_UFLOW_PRIORITY"), FLAG),
    Row("lut.overflow_lo", places("SDP.S_LUT_CFG.LUT_OFLOW_PRIORITY"), FLAG),
    Row("lut.hybrid_lo", places("SDP.S_LUT_CFG.LUT_HYBRID_PRIORITY"), FLAG),
)
"""What SDP is told of its tables; a code of a floating-point number is taken as a signed number."""


def lut_of(decoded: Mapping[str, dict[str, Any]]) -> LutConfig:
    """What the decoded rows say."""
    return LutConfig(**decoded["lut"], le=_range_of(decoded, "lut.le"), lo=_range_of(decoded, "lut.lo"))


def encode_lut(registers: RegisterMap, lut: LutConfig) -> dict[str, int]:
    """The values of SDP's registers, by register name.

    Raises:
        ValueError: a field cannot hold what it must.
    """
    (words,) = encode_rows(registers, LUT_ROWS, SimpleNamespace(lut=lut)).values()
    return words


def _range_of(decoded: Mapping[str, dict[str, Any]], name: str) -> LutRange:
    slopes = {slope: LutSlope(**decoded[f"{name}.{slope}"]) for slope in DIRECTIONS}
    return LutRange(**decoded[name], underflow=slopes["underflow"], overflow=slopes["overflow"])
