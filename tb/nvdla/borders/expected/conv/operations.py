"""A convolution as the MAC operations that it comes to: what CSC gives, and in which order (nvdla_link_pkg)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import WINOGRAD
from tb.nvdla.borders.expected.conv.steps import Step, steps_of
from tb.nvdla.borders.expected.cubes import pixel_order

START, END, CHANNEL_END, LAYER_END = 8, 4, 2, 1
"""Of `operation_t`."""


@dataclass(frozen=True, slots=True)
class Order:
    """All operations of a layer: for each its kernel group, step, its number in the group, and its flags.

    Attributes:
        group: int [operations]; `step`, `number` and `flags` likewise.
    """

    group: NDArray[np.int64]
    step: NDArray[np.int64]
    number: NDArray[np.int64]
    flags: NDArray[np.int64]


class Operations:
    """The operations of a layer.

    Args:
        derivation: of the layer.
        config: the hardware configuration.
        lengths: operations of the first stripes of a kernel group, where a design has chosen others.
    """

    def __init__(self, derivation: ConvDerivation, config: HwConfig, lengths: tuple[int, ...] = ()) -> None:
        self.derivation, self.config, self.lengths = derivation, config, lengths
        self.precision = derivation.conv.precision
        self.kernels = len(derivation.kernels.codes)
        self.group_kernels = group_kernels(config, self.precision)
        self.groups = -(-self.kernels // self.group_kernels)
        output = derivation.conv.output
        self.winograd = derivation.conv.mode == WINOGRAD
        across = 2 if self.winograd else 1
        self._shape = len(derivation.data.codes), -(-output.height // across), -(-output.width // across)

    @cached_property
    def count(self) -> int:
        """Operations of a kernel group for each step."""
        return int(np.prod(self._shape))

    @cached_property
    def stripes(self) -> list[tuple[int, int]]:
        """First operation and length of each stripe of a kernel group."""
        found, done, longest = [], 0, 2 * self.config.mac_cells
        chosen = iter(self.lengths)
        while done < self.count:
            left = self.count - done
            length = next(chosen, left if left < longest else self.config.mac_cells)
            found.append((done, min(length, left)))
            done += found[-1][1]
        return found

    @cached_property
    def steps(self) -> list[Step]:
        """What is multiplied, in order."""
        return steps_of(self.derivation, self.config, pixel_order(*self._shape))

    @cached_property
    def order(self) -> Order:
        """All operations."""
        parts, steps = [], len(self.steps)
        for group in range(self.groups):
            for first, size in self.stripes:
                last = group == self.groups - 1 and first + size == self.count
                numbers = np.arange(first, first + size)
                for step in range(steps):
                    flags = np.zeros(size, np.int64)
                    flags[0] |= START
                    flags[-1] |= END
                    if step == steps - 1:
                        flags |= CHANNEL_END
                        flags[-1] |= LAYER_END * last
                    parts.append((np.full(size, group), np.full(size, step), numbers, flags))
        return Order(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def name(self, row: int) -> str:
        """What an operation is."""
        order, (batches, height, width) = self.order, self._shape
        place = pixel_order(batches, height, width)[order.number[row]]
        batch, line, column = np.unravel_index(place, self._shape)
        where = f"tile {line}, {column}" if self.winograd else f"h {line}, w {column}"
        several = f"batch {batch}, " if batches > 1 else ""
        return f"kernel group {order.group[row]}, {self.steps[order.step[row]].name}, {several}{where}"

    def kernels_of(self, group: int, half: int) -> list[list[int]]:
        """The kernels of each cell of half of the MAC array in a group; cells without any are left out."""
        each = self.group_kernels // self.config.mac_cells
        cells = self.config.mac_cells // 2
        first = group * self.group_kernels + half * cells * each
        end = min((group + 1) * self.group_kernels, self.kernels)
        found = [list(range(start, min(start + each, end))) for start in range(first, first + cells * each, each)]
        return [cell for cell in found if cell]


_LAST = 4
_recent: list[Operations] = []


def operations_of(derivation: ConvDerivation, config: HwConfig, flags: NDArray[np.uint64] | None = None) -> Operations:
    """The operations of a layer; those of the last layers are kept, as several borders ask for them.

    Args:
        derivation: of the layer.
        config: the hardware configuration.
        flags: of the operations that a design has done, which may have stripes of its own; None: it has ours.
    """
    for kept in _recent:
        if kept.derivation is derivation and not kept.lengths:
            usual = kept
            break
    else:
        usual = _kept(Operations(derivation, config))
    lengths = () if flags is None else lengths_of(flags, len(usual.steps), usual.count)
    if lengths == tuple(length for _, length in usual.stripes[: len(lengths)]):
        return usual
    for kept in _recent:
        if kept.derivation is derivation and kept.lengths == lengths:
            return kept
    return _kept(Operations(derivation, config, lengths))


def _kept(operations: Operations) -> Operations:
    """The same, for those who ask again."""
    _recent.append(operations)
    del _recent[:-_LAST]
    return operations


def lengths_of(flags: NDArray[np.uint64], steps: int, count: int) -> tuple[int, ...]:
    """The lengths of a kernel group's stripes, as a design has chosen them for its first one.

    Args:
        flags: of the operations that it has done, in order.
        steps: what is multiplied; each stripe comes once for each of them.
        count: operations of a kernel group for each step.
    """
    ends = np.flatnonzero(flags & np.uint64(END)) + 1
    lengths = np.diff(ends, prepend=0)[::steps]
    whole = np.cumsum(lengths) <= count
    return tuple(int(length) for length in lengths[: int(np.argmin(whole)) if not whole.all() else len(whole)])
