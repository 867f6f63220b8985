"""Tensors in local memory, and where there is room for them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from models.nearest import did_you_mean
from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.lanes import Place, address_of, place_of, rows_of
from models.sophgo.layouts.strides import Layout, Shape, Strides, aligned, compact, line_aligned

ToStrides = Callable[[SophgoConfig, Shape, int, int], Strides]
LAYOUTS: Mapping[str, ToStrides] = MappingProxyType(
    {
        "aligned": aligned,
        "compact": lambda config, shape, _, lane: compact(config, shape, lane),
        "line-aligned": line_aligned,
    }
)
SELECTORS = {"aligned": Layout.ALIGNED, "compact": Layout.COMPACT}
"""How members ``*_str`` choose a layout; any other one by its strides."""


@dataclass(frozen=True, slots=True)
class LocalTensor:
    """A tensor in the lanes, its channels from lane to lane.

    Attributes:
        config: the hardware configuration.
        address: of its first element, in local memory.
        shape: its sizes.
        dtype: the type of an element.
        layout: aligned, compact or line-aligned.
        columns: of a matrix, whose last channel may be short of some; None: it is none.
    """

    config: SophgoConfig
    address: int
    shape: Shape
    dtype: np.dtype[Any]
    layout: str = "aligned"
    columns: int | None = None

    @property
    def lane(self) -> int:
        """The lane of its first channel."""
        return place_of(self.config, self.address).lane

    @property
    def strides(self) -> Strides:
        """Its strides in elements, those within a lane."""
        return LAYOUTS[self.layout](self.config, self.shape, self.dtype.itemsize, self.lane)

    @property
    def lane_bytes(self) -> int:
        """So many bytes it takes of a lane at most."""
        rows = rows_of(self.config, self.lane, self.shape.c)
        counts = (self.shape.n, rows, self.shape.h, self.shape.w)
        return (1 + sum((n - 1) * step for n, step in zip(counts, self.strides, strict=True))) * self.dtype.itemsize

    def chosen(self, name: str) -> dict[str, int]:
        """The members of a word with which an operand is this tensor, where they choose its layout."""
        members = {f"{name}_addr": self.address}
        if self.layout in SELECTORS:
            return members | {f"{name}_str": SELECTORS[self.layout]}
        own = {f"{name}_{side}_str": step for side, step in zip("nchw", self.strides, strict=True)}
        return members | own | {f"{name}_str": Layout.STRIDES}


class LocalRoom:
    """Hands out room in the lanes, the same in all of them.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: SophgoConfig) -> None:
        self._config = config
        self._taken: list[tuple[int, int]] = []  # first offset and the one behind the last, ascending

    def tensor(self, shape: Shape, dtype: np.dtype[Any], layout: str = "aligned", lane: int = 0) -> LocalTensor:
        """Room for a tensor.

        Raises:
            ValueError: there is no such layout or lane, or not so much room.
        """
        if layout not in LAYOUTS:
            raise ValueError(f"layout {layout!r}: there are {', '.join(LAYOUTS)}{did_you_mean(str(layout), LAYOUTS)}")
        if not 0 <= lane < self._config.lanes:
            raise ValueError(f"lane {lane}: {self._config.name} has the lanes 0 to {self._config.lanes - 1}")
        somewhere = LocalTensor(self._config, address_of(self._config, Place(lane, 0)), shape, dtype, layout)
        return LocalTensor(self._config, self.take(somewhere.lane_bytes, lane), shape, dtype, layout)

    def take(self, size_bytes: int, lane: int = 0) -> int:
        """The address of so many bytes of each lane, a multiple of what execution units take at once.

        Raises:
            ValueError: there is not so much room.
        """
        unit, begin = self._config.eu_bytes, 0
        for first, behind in self._taken:
            if begin + size_bytes <= first:
                break
            begin = max(begin, -(-behind // unit) * unit)
        if begin + size_bytes > self._config.lane_bytes:
            most = self._config.lane_bytes
            raise ValueError(f"local memory: no room for {size_bytes} bytes more in lanes of {most}: free some tensors")
        insort(self._taken, (begin, begin + size_bytes))
        return address_of(self._config, Place(lane, begin))

    def free(self, address: int) -> None:
        """Give room back.

        Raises:
            ValueError: none begins at that address.
        """
        offset = place_of(self._config, address).offset
        mine = [item for item in self._taken if item[0] == offset]
        if not mine:
            raise ValueError(f"local memory: nothing that was taken begins at {address:#x}")
        self._taken.remove(mine[0])
