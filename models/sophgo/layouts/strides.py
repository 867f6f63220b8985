"""The layouts of tensors, as strides in elements."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from models.sophgo.config import Chip
from models.sophgo.layouts.lanes import rows_of


class Shape(NamedTuple):
    """How many elements a tensor has in each direction."""

    n: int
    c: int
    h: int
    w: int

    @property
    def elements(self) -> int:
        """How many elements it has."""
        return self.n * self.c * self.h * self.w


class Strides(NamedTuple):
    """How many elements are between an element and the next one in each direction.

    In local memory `c` is that between two channels of one lane.
    """

    n: int
    c: int
    h: int
    w: int


class Layout(IntEnum):
    """A layout, as members `*_str` of words choose it."""

    ALIGNED = 0
    COMPACT = 1
    STRIDES = 3


def continuous(shape: Shape) -> Strides:
    """The strides of a tensor in system memory without gaps (`okk_continuous_stride`, `tpu_continuous_stride`).

    >>> continuous(Shape(2, 2, 3, 2))
    Strides(n=12, c=6, h=2, w=1)
    """
    _, c, h, w = shape
    return Strides(c * h * w, h * w, w, 1)


def aligned(chip: Chip, shape: Shape, size_bytes: int, start_lane: int = 0) -> Strides:
    """The strides of an aligned tensor.

    `tpu_aligned_stride`; on BM1684 `okk_128_byte_aligned_stride_for_32bit`, `okk_128_byte_aligned_stride_for_16bit` and
    `okk_128_byte_aligned_stride_for_8bit`.

    >>> from dataclasses import replace
    >>> from models.sophgo.config import BM1684
    >>> four = replace(BM1684, lanes=4)
    >>> aligned(four, Shape(2, 3, 4, 5), 4), aligned(four, Shape(2, 3, 4, 5), 4, start_lane=2)
    (Strides(n=32, c=32, h=5, w=1), Strides(n=64, c=32, h=5, w=1))
    """
    row = _up(shape.h * shape.w, chip.eu_bytes // size_bytes)
    return Strides(rows_of(chip, start_lane, shape.c) * row, row, shape.w, 1)


def compact(chip: Chip, shape: Shape, start_lane: int = 0) -> Strides:
    """The strides of a compact tensor (`okk_compact_stride`, `tpu_compact_stride`).

    >>> from dataclasses import replace
    >>> from models.sophgo.config import BM1684
    >>> four = replace(BM1684, lanes=4)
    >>> compact(four, Shape(2, 3, 4, 5)), compact(four, Shape(2, 3, 4, 5), start_lane=2)
    (Strides(n=20, c=20, h=5, w=1), Strides(n=40, c=20, h=5, w=1))
    """
    row = shape.h * shape.w
    return Strides(rows_of(chip, start_lane, shape.c) * row, row, shape.w, 1)


def line_aligned(chip: Chip, shape: Shape, size_bytes: int, start_lane: int = 0) -> Strides:
    """The strides of a tensor of which each line is aligned (`tpu_line_aligned_stride`).

    >>> from models.sophgo.config import BM1684X
    >>> line_aligned(BM1684X, Shape(2, 3, 4, 5), 4)
    Strides(n=64, c=64, h=16, w=1)
    """
    line = _up(shape.w, chip.eu_bytes // size_bytes)
    row = shape.h * line
    return Strides(rows_of(chip, start_lane, shape.c) * row, row, line, 1)


def extent(counts: Sequence[int], strides: Strides) -> int:
    """How many elements are from the first one of a tensor to its last one, both counted.

    Args:
        counts: of batches, channels, lines and columns; in local memory rows of lanes, not channels.
        strides: in elements.

    >>> extent((2, 1, 4, 5), Strides(32, 32, 5, 1))
    52
    """
    return 1 + sum((count - 1) * stride for count, stride in zip(counts, strides, strict=True))


def _up(count: int, multiple: int) -> int:
    """The next multiple."""
    return -(-count // multiple) * multiple
