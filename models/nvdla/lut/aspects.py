"""What a unit's look-up tables are, in words: by these random tests draw, coverage counts and layers are recorded."""

from __future__ import annotations

from models.nvdla.lut.config import LutConfig, LutRange, LutSlope
from models.nvdla.lut.ranges import single

NONE = "none"
LE, LO = "le", "lo"
ARRANGEMENTS = ("le-in-lo", "lo-in-le", "le-then-lo", "lo-then-le", "le-below-lo", "lo-below-le")
"""What tables cover: one within the other, one overlapping the other's lower end, one wholly below the other."""
SLOPES = ("positive-right", "positive-left", "negative-right", "negative-left")
"""Signs of a slope's scale and which way it is shifted."""
LUT_ASPECTS = ("lut", "arrangement", "hybrid", "under", "over", "under-slope", "over-slope")


def aspects_of_lut(lut: LutConfig | None, *, floating: bool) -> dict[str, str]:
    """The aspects of tables, named as in `LUT_ASPECTS`; all none where nothing is looked up.

    Args:
        lut: how values are looked up.
        floating: they are floating-point numbers.
    """
    if lut is None:
        return dict.fromkeys(LUT_ASPECTS, NONE)
    under, over = (lut.lo if lut.underflow_lo else lut.le), (lut.lo if lut.overflow_lo else lut.le)
    return {
        "lut": "exponential" if lut.exponential else "linear",
        "arrangement": arrangement_of(lut, floating=floating),
        "hybrid": _table(lut.hybrid_lo),
        "under": _table(lut.underflow_lo),
        "over": _table(lut.overflow_lo),
        "under-slope": _slope(under.underflow),
        "over-slope": _slope(over.overflow),
    }


def _table(is_lo: bool) -> str:
    return LO if is_lo else LE


def _slope(slope: LutSlope) -> str:
    return f"{'negative' if slope.scale < 0 else 'positive'}-{'left' if slope.shift < 0 else 'right'}"


def arrangement_of(lut: LutConfig, *, floating: bool) -> str:
    """Which of `ARRANGEMENTS` the tables have, by where they start and end."""
    (le_start, le_end), (lo_start, lo_end) = (_reach(where, floating=floating) for where in (lut.le, lut.lo))
    if lo_start <= le_start and le_end <= lo_end:
        return "le-in-lo"
    if le_start <= lo_start and lo_end <= le_end:
        return "lo-in-le"
    first = "le" if le_start < lo_start else "lo"
    touching = lo_start < le_end if first == "le" else le_start < lo_end
    second = "lo" if first == "le" else "le"
    return f"{first}-then-{second}" if touching else f"{first}-below-{second}"


def _reach(where: LutRange, *, floating: bool) -> tuple[float, float]:
    return (single(where.start), single(where.end)) if floating else (where.start, where.end)
