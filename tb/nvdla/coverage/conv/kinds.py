"""Which kinds of convolutions there were: the cells that stimulus is drawn from, and the aspects that make them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from models.nvdla.cells import holding, legal
from models.nvdla.config import HwConfig
from models.nvdla.conv.aspects import KERNELS, PLAIN, aspects_of_conv
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import CUBE
from models.nvdla.sdp.descriptor import Sdp
from tb.coverage.bins import Names, Value, names
from tb.coverage.group import Cross, Point, cross

STRIDED, DILATED, PADDED = WAYS = ("strided", "dilated", "padded")
IMPOSSIBLE = {"point": {DILATED, PADDED}, "full": {STRIDED}}
"""Ways to move that kernels do not have: of one element, and as large as the input."""


class KindPoints:
    """The points of kinds."""

    def __init__(self, config: HwConfig) -> None:
        self._config, self._cells = config, legal(conv_cells(config, (CUBE,)))
        moves = ("-".join(ways) or PLAIN for count in range(len(WAYS) + 1) for ways in combinations(WAYS, count))
        self.cell = Point("cell", Names(tuple(cell.name for cell in self._cells)))
        self.kernel, self.move = Point("kernel", names(*KERNELS)), Point("move", names(*moves))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.cell, self.kernel, self.move

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """How which kernels move."""

        def stays(kernel: str, move: str) -> bool:
            return not IMPOSSIBLE.get(kernel, set()).isdisjoint(move.split("-"))

        return (cross(self.kernel, self.move, absent=stays),)

    def values(self, conv: Conv, sdp: Sdp) -> Iterator[Mapping[str, Value]]:
        """The values of a layer and of the SDP layer that it feeds, each cell that it is in on its own."""
        aspects = aspects_of_conv(conv, sdp, self._config)
        yield {self.kernel.name: aspects["kernel"], self.move.name: aspects["move"]}
        yield from ({self.cell.name: cell.name} for cell in holding(self._cells, aspects))
