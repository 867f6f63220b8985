"""Look-up tables of SDP and CDP."""

from __future__ import annotations

import numpy as np

from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, WORD_BITS, Setting, signed

SCALE_BITS = 16


def tables_of(operation: Operation, setting: Setting, precision: int) -> tuple[LutConfig, Tables] | None:
    """How an operation looks values up, and the entries; None: it has no tables.

    Args:
        operation: the operation.
        setting: has the tables.
        precision: of what is looked up, by number.

    Raises:
        LoadableError: there are no such tables.
    """
    index = int(operation.settings["lut_index"])
    if index < 0:
        return None
    if index >= len(setting.tables):
        raise LoadableError(f"{operation}: there are no tables {index}; the task has {len(setting.tables)}")
    given, floating = setting.tables[index], PRECISIONS[precision] == "FP16"
    word = WORD_BITS if floating or operation.kind == "SDP" else 2 * WORD_BITS
    linear = bool(given["linear"])
    ranges = {
        name: LutRange(
            start=signed(int(given[f"{name}_start"]), word),
            end=signed(int(given[f"{name}_end"]), word),
            select=int(given[f"{name}_offset"]) if name == "lo" or linear else 0,
            underflow=_slope(given[f"{name}_underflow"], floating=floating),
            overflow=_slope(given[f"{name}_overflow"], floating=floating),
        )
        for name in ("le", "lo")
    }
    config = LutConfig(
        **ranges,
        exponential=not linear,
        le_offset=0 if linear else int(given["le_offset"]),
        underflow_lo=bool(given["underflow_lo"]),
        overflow_lo=bool(given["overflow_lo"]),
        hybrid_lo=bool(given["hybrid_lo"]),
    )
    return config, Tables(*(np.array(given[name], np.int16) for name in ("le", "lo")))


def _slope(slope: np.void, *, floating: bool) -> LutSlope:
    """A slope: the scale of FP16 is a code, and has no shift."""
    return LutSlope(scale=signed(int(slope["scale"]), SCALE_BITS), shift=0 if floating else int(slope["shift"]))
