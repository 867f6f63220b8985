"""From CDP's elements to what it looks up, and back: where tables must lie, and what elements meet them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import Cdp
from sequences.nvdla.tensors.elements.elements import DTYPES

FLOAT_REACH = 512.0
"""Magnitudes of FP16 elements that are to meet tables: squares of any local size stay far below the largest number."""


def looked_up(cdp: Cdp) -> tuple[float, float]:
    """The smallest and the largest number that a layer can look up, as far as it is to meet tables."""
    first, last = _converted(cdp)
    if cdp.bypass_squares:
        return min(first, last), max(first, last)
    return 0.0, cdp.local_size * max(first**2, last**2)


def elements_for(rng: np.random.Generator, cdp: Cdp, wanted: NDArray[np.float64]) -> NDArray[np.generic]:
    """Elements of which something near the wanted numbers is looked up: sums of squares by equal neighbours.

    Args:
        rng: draws their signs.
        cdp: the layer.
        wanted: what is to be looked up.
    """
    values = wanted
    if not cdp.bypass_squares:
        values = np.sqrt(np.maximum(wanted, 0.0) / cdp.local_size) * rng.choice((-1.0, 1.0), wanted.shape)
    dtype = DTYPES[cdp.precision]
    if cdp.precision == "FP16":
        return values.astype(dtype)
    into, limits = cdp.in_convertor, np.iinfo(dtype)
    values = values * 2.0**into.shift / (into.scale or 1) + into.offset
    return np.clip(np.rint(values), limits.min, limits.max).astype(dtype)


def _converted(cdp: Cdp) -> tuple[float, float]:
    """What the smallest and the largest element become."""
    if cdp.precision == "FP16":
        return -FLOAT_REACH, FLOAT_REACH
    limits, widths = np.iinfo(DTYPES[cdp.precision]), WIDTHS[cdp.precision]
    ends = np.array([limits.min, limits.max], np.int64)
    first, last = cdp.in_convertor.convert(ends, widths.in_offset, widths.converted)
    return float(first), float(last)
