"""What an NN job computes, on arrays (docs/vipnano/README.md, 'Convolutions')."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, every
from models.vipnano.coefficients.write import Kernels
from models.vipnano.config import Ties
from models.vipnano.jobs.arithmetic import Scaling, Sums
from models.vipnano.structures.structure import Structure

FIRST_PIXEL = 3
"""The kind of pooling that keeps the first one of each two lines and columns."""
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Window:
    """Where in the input a job's outputs begin, and how many there are.

    Attributes:
        line: of the input, that the first weight meets.
        column: likewise.
        lines: of the output, without those that pooling leaves out.
        columns: likewise.
        step: lines and columns from one of them to the next.
        border: what is around the input.
    """

    line: int
    column: int
    lines: int
    columns: int
    step: int
    border: int

    @classmethod
    def of(cls, structure: Structure) -> Window:
        """That of a job."""
        step = 2 if structure["pooling"] == FIRST_PIXEL else 1
        return cls(
            structure["in_y_offset"],
            structure["in_x_offset"],
            -(-structure["out_y_size"] // step),
            -(-structure["out_x_size"] // step),
            step,
            structure["in_border_const"] & 0xFF,
        )

    def cut(self, image: NDArray[Any], size: tuple[int, int], border: int) -> NDArray[Any]:
        """What kernels of a size meet of an image, with what is around it: [planes, lines, columns]."""
        axes = ((self.line, self.lines, size[0]), (self.column, self.columns, size[1]))
        taken, around = [slice(None)], [(0, 0)]
        for (begin, count, kernel), there in zip(axes, image.shape[1:], strict=True):
            wanted = (count - 1) * self.step + kernel
            first, end = (min(max(at, 0), there) for at in (begin, begin + wanted))
            before = min(max(-begin, 0), wanted)
            taken.append(slice(first, end))
            around.append((before, wanted - before - (end - first)))
        return np.pad(image[tuple(taken)], around, constant_values=border)


def sums_of(image: Image, kernels: Kernels, zero_point: int, window: Window) -> Sums:
    """The sums of all kernels.

    Args:
        image: [planes, lines, columns].
        kernels: one for each output channel.
        zero_point: is subtracted from weights.
        window: where outputs are.

    Returns:
        Modulo 2 to the power of 32, [channels, lines, columns].
    """
    channels, planes, lines, columns = kernels.weights.shape
    met = window.cut(image, (lines, columns), window.border).astype(np.float64)
    weights = kernels.weights.astype(np.float64) - zero_point  # whole numbers far below 2**53: no sum is rounded
    total = np.zeros((channels, window.lines * window.columns))
    for line in range(lines):
        for column in range(columns):
            own = met[:, line :: window.step, column :: window.step][:, : window.lines, : window.columns]
            total += weights[:, :, line, column] @ own.reshape(planes, -1)
    exact = total.astype(np.int64) + kernels.biases[:, np.newaxis]
    return exact.astype(np.int32).reshape(channels, window.lines, window.columns)


def known_of(known: Flags, size: tuple[int, int], window: Window) -> Flags:
    """Which pixels of the output are known, if of the input these are: [lines, columns]."""
    if every(known):
        return np.ones((window.lines, window.columns), np.bool_)
    met = window.cut(np.logical_and.reduce(known)[np.newaxis], size, border=1).astype(np.bool_)
    flags = np.ones((window.lines, window.columns), np.bool_)
    for line in range(size[0]):
        for column in range(size[1]):
            own = met[0, line :: window.step, column :: window.step]
            flags &= own[: window.lines, : window.columns]
    return flags


def convolve(image: Image, kernels: Kernels, structure: Structure, ties: Ties) -> Image:
    """What a job writes: [channels, lines, columns]."""
    sums = sums_of(image, kernels, structure["coef_zero_point"], Window.of(structure))
    return Scaling.of(structure).results(sums, ties)
