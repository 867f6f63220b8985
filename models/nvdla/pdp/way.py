"""An element's way through a PDP layer: the elements of its window, what pads them, the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.numbers.shown import shown_element
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.registers import READER, UNIT
from models.nvdla.pdp.strips import Strip
from models.way import Index, Step


@dataclass(frozen=True)
class PdpWay:
    """How a layer came to its output.

    Attributes:
        pdp: the layer.
        config: the hardware configuration.
        strips: its strips, each with its elements, [channels, lines, columns].
        codes: what it writes, [channels, lines, columns].
        feeder: the layer that hands the input on; None: it comes from memory.
    """

    pdp: Pdp
    config: HwConfig
    strips: Sequence[tuple[Strip, NDArray[Any]]]
    codes: NDArray[Any]
    feeder: Layer | None

    def written(self, stream: int, address: int) -> Iterator[Step]:  # noqa: ARG002 - there is one
        """The way of the element that a byte belongs to."""
        index = self.pdp.layout(self.config).index_of(address)
        if index is None:
            return
        channel, line, column = index
        yield from self._window(channel, line, column)
        yield Step(UNIT, f"{self.pdp.method} of them", shown_element(self.codes[channel, line, column]))

    def handed(self, index: Index) -> Iterator[Step]:  # noqa: ARG002 - nothing is handed on
        """Nothing: PDP writes what it makes."""
        yield from ()

    def _window(self, channel: int, line: int, column: int) -> Iterator[Step]:
        """The real elements of a window, and how many others it has."""
        number, column = self._strip_of(column)
        strip, values = self.strips[number]
        _, height, width = values.shape
        top, left = line * self.pdp.y.stride - self.pdp.y.before, column * self.pdp.x.stride - strip.before
        lines = range(max(top, 0), min(top + self.pdp.y.kernel, height))
        columns = range(max(left, 0), min(left + self.pdp.x.kernel, width))
        for y in lines:
            for x in columns:
                where = self._where(number, channel, y, x)
                yield Step(READER if self.feeder is None else "SDP", where, shown_element(values[channel, y, x]))
        if padded := self.pdp.x.kernel * self.pdp.y.kernel - len(lines) * len(columns):
            yield Step(UNIT, "padded elements of the window", str(padded))

    def _strip_of(self, column: int) -> tuple[int, int]:
        """Which strip an output column is of, and where in it."""
        number = 0
        while column >= self.strips[number][0].outputs:
            column -= self.strips[number][0].outputs
            number += 1
        return number, column

    def _where(self, number: int, channel: int, line: int, column: int) -> str:
        if self.feeder is not None:
            return f"element [c {channel}, h {line}, w {column}]"
        layout = self.pdp.reading.layouts(self.config)[number]
        address = layout.address_of(channel, line, column)
        return f"input {layout.coordinates(address)} at {address:#x}"
