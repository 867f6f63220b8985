"""Deconvolution as convolutions: one for each line and column of a stride of its output (guide, 'Deconvolution')."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.surfaces.surface_layout import ceil_div


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One direction of a deconvolution, lines or columns.

    Output line q * stride + i is the sum over m of input line q - m times kernel row i + m * stride.

    Attributes:
        size: lines of the input.
        taps: rows of a kernel.
        stride: output lines from one input line to the next.
        crop: lines of the output that are left out at the begin and at the end.
    """

    size: int
    taps: int
    stride: int
    crop: tuple[int, int]

    @property
    def out(self) -> int:
        """Lines of the output."""
        return (self.size - 1) * self.stride + self.taps - sum(self.crop)

    @property
    def each(self) -> int:
        """Lines of the output in each phase; the last of some phases may be behind its end."""
        return ceil_div(self.out, self.stride)

    @property
    def rows(self) -> int:
        """Rows of a phase's kernels: one more than there are where a phase ends so far behind the input."""
        rows = ceil_div(self.taps, self.stride)
        last = self.each + (self.stride - 1 + self.crop[0]) // self.stride - self.size
        return max(rows, last + 1)

    def phase(self, number: int) -> Phase:
        """What the output lines of a phase are made of."""
        skipped, first = divmod(number + self.crop[0], self.stride)
        begin, end = skipped - (self.rows - 1), skipped + self.each
        return Phase(
            lines=range(max(begin, 0), min(end, self.size)),
            pad=(max(-begin, 0), max(end - self.size, 0)),
            taps=tuple(first + self.stride * (self.rows - 1 - row) for row in range(self.rows)),
        )


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase in one direction.

    Attributes:
        lines: of the input that it takes.
        pad: lines of padding before and behind these.
        taps: which rows of the kernels are its own; those that there are not are zero.
    """

    lines: range
    pad: tuple[int, int]
    taps: tuple[int, ...]


def kernels_of(values: NDArray[Any], down: Phase, across: Phase) -> NDArray[Any]:
    """The kernels of a phase, [kernels, channels, rows, columns]."""
    rows, columns = values.shape[2:]
    found = np.zeros((*values.shape[:2], len(down.taps), len(across.taps)), values.dtype)
    for at, row in enumerate(down.taps):
        for to, column in enumerate(across.taps):
            if row < rows and column < columns:
                found[:, :, at, to] = values[:, :, row, column]
    return found
