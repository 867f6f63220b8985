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
    """

    def __init__(self, derivation: ConvDerivation, config: HwConfig) -> None:
        self.derivation, self.config = derivation, config
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
        while done < self.count:
            left = self.count - done
            found.append((done, left if left < longest else self.config.mac_cells))
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


_LAST = 2
_recent: list[Operations] = []


def operations_of(derivation: ConvDerivation, config: HwConfig) -> Operations:
    """The operations of a layer; those of the last layers are kept, as several borders ask for them."""
    for kept in _recent:
        if kept.derivation is derivation:
            return kept
    _recent.append(Operations(derivation, config))
    del _recent[:-_LAST]
    return _recent[-1]
