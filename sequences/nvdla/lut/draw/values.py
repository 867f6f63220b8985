"""Values that meet look-up tables where they are aimed at."""

from __future__ import annotations

from math import log2

import numpy as np
from numpy.typing import NDArray

from models.nvdla.aims import Aim
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.ranges import single

IN_THE_REGION, AT_AN_EDGE = 0.6, 0.3
"""How often a value lies where it is aimed, and at an edge of a table or next to one; else anywhere in reach."""


def near_tables(
    rng: np.random.Generator,
    lut: LutConfig,
    aim: Aim,
    shape: tuple[int, ...],
    reach: tuple[float, float],
    *,
    floating: bool,
) -> NDArray[np.float64]:
    """Values in the region that is aimed at, at edges of tables and next to them, and anywhere in reach.

    Args:
        rng: draws them.
        lut: how values are looked up.
        aim: what they are to meet.
        shape: how many.
        reach: the smallest and the largest that there can be.
        floating: they are floating-point numbers.
    """
    edges = np.array([_number(word, floating) for where in (lut.le, lut.lo) for word in (where.start, where.end)])
    lowest, highest = reach
    if floating:
        far = 2.0 * float(np.abs(edges[np.abs(edges) < highest]).max(initial=1.0))
        lowest, highest = max(lowest, -far), min(highest, far)
    edges = np.clip(edges, lowest, highest)
    low, high = _region(edges, aim, lowest, highest)
    choice = rng.random(shape)
    at_edge = rng.choice(edges, shape)
    at_edge = at_edge + rng.integers(-2, 3, shape) * (
        np.maximum(np.abs(at_edge), 2.0**-8) * 2.0**-10 if floating else 1
    )
    if lut.exponential:
        first = min(lut.le_offset, 0) if floating else 0
        last = max(first + 1, int(log2(max(highest, 1.0))) + 1)
        powers = edges[0] + 2.0 ** rng.integers(first, last, shape)
        at_edge = np.where(rng.random(shape) < 0.3, powers, at_edge)
    values = np.where(choice < IN_THE_REGION, rng.uniform(low, high, shape), rng.uniform(lowest, highest, shape))
    values = np.where((choice >= IN_THE_REGION) & (choice < IN_THE_REGION + AT_AN_EDGE), at_edge, values)
    return values if floating else np.clip(np.rint(values), lowest, highest)


def _region(edges: NDArray[np.float64], aim: Aim, lowest: float, highest: float) -> tuple[float, float]:
    """Where values meet an aim: edges are start and end of LE, start and end of LO."""
    le_start, le_end, lo_start, lo_end = (float(edge) for edge in edges)
    regions = {
        Aim.BOTH_HIT: (max(le_start, lo_start), min(le_end, lo_end)),
        Aim.BOTH_OVER: (max(le_end, lo_end), highest),
        Aim.BOTH_UNDER: (lowest, min(le_start, lo_start)),
        Aim.APART: (min(le_end, lo_end), max(le_start, lo_start)),
        Aim.EDGES: (min(le_start, lo_start), max(le_end, lo_end)),
    }
    low, high = regions[aim]
    return (low, high) if low <= high else (lowest, highest)


def _number(word: int, floating: bool) -> float:
    return single(word) if floating else float(word)
