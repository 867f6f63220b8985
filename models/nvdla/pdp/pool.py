"""What PDP makes of elements: maximum, minimum or average of each window (docs/nvdla/pooling_and_normalisation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.numbers.formats import FloatFormat
from models.nvdla.pdp.descriptor import MAXIMUM, Pdp
from models.nvdla.pdp.pooling.averages import Averages, averages_of
from models.nvdla.pdp.pooling.fold import Combine, fold
from models.nvdla.pdp.pooling.strips import Strip
from models.nvdla.pdp.pooling.window import Window

FP16 = FloatFormat(5, 10)
"""What maxima and minima are compared in: NaN and infinities are kept."""


AT_ONCE = 1 << 20
"""Elements that are pooled at once: what that takes beside them is several times as large."""


def window_of(pdp: Pdp, strip: Strip) -> Window:
    """The window along a line of a strip."""
    return Window(kernel=pdp.x.kernel, stride=pdp.x.stride, before=strip.before, after=strip.after)


def pooled(pdp: Pdp, strips: Sequence[tuple[Strip, NDArray[Any]]]) -> NDArray[Any]:
    """The output, [channels, lines, columns].

    Args:
        pdp: the layer.
        strips: its strips, each with its elements, [channels, lines, columns]; FP16 as codes.
    """
    make, channels = _averages if pdp.averages else _extremes, strips[0][1].shape[0]
    step = max(1, AT_ONCE // sum(values[0].size for _, values in strips))
    parts = [
        make(pdp, [(strip, values[first : first + step]) for strip, values in strips])
        for first in range(0, channels, step)
    ]
    return np.concatenate(parts)


def _averages(pdp: Pdp, strips: Sequence[tuple[Strip, NDArray[Any]]]) -> NDArray[Any]:
    averages = averages_of(pdp.precision, pdp.average, pdp.x, pdp.y)
    return averages.finished(_rows(averages, strips), pdp.out_height)


def summed(pdp: Pdp, strips: Sequence[tuple[Strip, NDArray[Any]]]) -> NDArray[np.int64]:
    """The sums of an average's windows, [channels, lines, columns]; as `pooled`."""
    averages = averages_of(pdp.precision, pdp.average, pdp.x, pdp.y)
    return averages.sums(_rows(averages, strips), pdp.out_height)


def _rows(averages: Averages, strips: Sequence[tuple[Strip, NDArray[Any]]]) -> NDArray[np.int64]:
    """The sums of the rows of windows, all strips side by side."""
    rows = [
        averages.rows(averages.widened(values), strip.before, strip.after, strip.outputs) for strip, values in strips
    ]
    return np.concatenate(rows, axis=2)


def _extremes(pdp: Pdp, strips: Sequence[tuple[Strip, NDArray[Any]]]) -> NDArray[Any]:
    """Maxima or minima: of elements side by side the left one comes first, of lines the lower one."""
    first = strips[0][1].dtype
    combine = _combine(pdp)
    rows = [fold(values.astype(np.int64), 2, window_of(pdp, strip), strip.outputs, combine) for strip, values in strips]
    return fold(
        np.concatenate(rows, axis=2), 1, pdp.y, pdp.out_height, lambda upper, lower: combine(lower, upper)
    ).astype(first)


def _combine(pdp: Pdp) -> Combine:
    largest = pdp.method == MAXIMUM
    if pdp.precision == "FP16":
        return FP16.maximum if largest else FP16.minimum
    return np.maximum if largest else np.minimum
