"""What padded elements add to averages, and the reciprocals of windows, of any precision."""

from __future__ import annotations

import numpy as np

from models.nvdla.numbers.wide import wide_from_single
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, RECIPROCAL_ONE, Average, PadValues, Window


def average_of(precision: str, x: Window, y: Window, pad_value: float = 0) -> Average:
    """How an average over whole windows is made, padded elements among them.

    Args:
        precision: of the elements.
        x: the window along a line.
        y: the window from line to line.
        pad_value: what a padded element counts as.
    """
    if precision == "FP16":
        pads = [wide_code(pad_value * count) for count in range(1, KERNEL_AT_MOST)]
        return Average(
            recip_width=wide_code(1 / x.kernel), recip_height=wide_code(1 / y.kernel), pads=PadValues.of(pads)
        )
    pads = [int(pad_value) * count for count in range(1, KERNEL_AT_MOST)]
    recips = [round(RECIPROCAL_ONE / window.kernel) for window in (x, y)]
    return Average(recip_width=recips[0], recip_height=recips[1], pads=PadValues.of(pads))


def wide_code(number: float) -> int:
    """A number as a code of FP17, to the nearest."""
    return int(wide_from_single(np.array([number], np.float32).view(np.uint32).astype(np.int64))[0])
