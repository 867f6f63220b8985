"""The derivation of an element of a PDP layer: the elements of its window, what pads them, their sums, the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.derivation import Index, Step
from models.layer import Layer
from models.numbers.shown import shown_element, shown_single
from models.nvdla.config import HwConfig
from models.nvdla.lut.locate import SINGLE_MASK
from models.nvdla.numbers.wide import single_from_wide
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.averages import averages_of
from models.nvdla.pdp.pooling.strips import Strip
from models.nvdla.pdp.registers import READER, UNIT
from models.nvdla.sdp.descriptor import UNIT as SDP


@dataclass(frozen=True, slots=True, kw_only=True)
class _Real:
    """The real elements of a window.

    Attributes:
        strip: number of its strip; `column` that of the output in it.
        lines: where the elements are; `columns` likewise, in the strip.
    """

    strip: int
    column: int
    lines: range
    columns: range


@dataclass(frozen=True)
class PdpDerivation:
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
        """The derivation of the element that a byte belongs to."""
        index = self.pdp.layout(self.config).index_of(address)
        if index is None:
            return
        channel, line, column = index
        code, window = self.codes[index], self._window(line, column)
        yield from self._elements(channel, window, code)
        if padded := self.pdp.x.kernel * self.pdp.y.kernel - len(window.lines) * len(window.columns):
            yield Step(UNIT, "padded elements of the window", str(padded))
        if self.pdp.averages:
            yield from self._summed(channel, line, window)
        last = (
            f"times that of the height: {self.pdp.precision} code"
            if self.pdp.averages
            else f"{self.pdp.method} of them"
        )
        yield Step(UNIT, last, shown_element(code))

    def handed(self, index: Index) -> Iterator[Step]:  # noqa: ARG002 - nothing is handed on
        """Nothing: PDP writes what it makes."""
        yield from ()

    def _window(self, line: int, column: int) -> _Real:
        """The real elements of a window."""
        number, column = self._strip_of(column)
        strip, values = self.strips[number]
        _, height, width = values.shape
        top, left = line * self.pdp.y.stride - self.pdp.y.before, column * self.pdp.x.stride - strip.before
        return _Real(
            strip=number,
            column=column,
            lines=range(max(top, 0), min(top + self.pdp.y.kernel, height)),
            columns=range(max(left, 0), min(left + self.pdp.x.kernel, width)),
        )

    def _elements(self, channel: int, window: _Real, code: np.generic[Any]) -> Iterator[Step]:
        """The real elements of a window; of those that SDP hands on the derivation of one, which the outcome is."""
        values = self.strips[window.strip][1][channel]
        places = [(line, column) for line in window.lines for column in window.columns]
        shown = None
        if self.feeder is not None and self.feeder.derivation is not None:
            shown = next((place for place in places if values[place] == code), places[0])
            yield from self.feeder.derivation.handed((0, channel, *shown))
        for place in places:
            where = self._where(window.strip, channel, *place) + (", as above" if place == shown else "")
            yield Step(READER if self.feeder is None else SDP, where, shown_element(values[place]))

    def _summed(self, channel: int, line: int, window: _Real) -> Iterator[Step]:
        """How an average is made of them."""
        pdp, (strip, values) = self.pdp, self.strips[window.strip]
        averages = averages_of(pdp.precision, pdp.average, pdp.x, pdp.y)
        widened = averages.widened(values[channel : channel + 1])
        rows = averages.rows(widened, strip.before, strip.after, strip.outputs)
        lacks = len(window.columns) < pdp.x.kernel, len(window.lines) < pdp.y.kernel
        for number in window.lines:
            what = f"sum of line {number}" + (" and what is padded beside it" if lacks[0] else "")
            yield Step(UNIT, what, self._number(rows[0, number, window.column]))
        sums = averages.sums(rows, pdp.out_height)[0, line, window.column]
        yield Step(UNIT, "sum of lines" + (", padded ones too" if lacks[1] else ""), self._number(sums))
        quotient = averages.quotients(np.array([sums]))[0]
        yield Step(UNIT, "times the reciprocal of the width", self._number(quotient))

    def _number(self, value: np.int64) -> str:
        """A number between two steps."""
        if self.pdp.precision != "FP16":
            return str(value)
        return shown_single(int(single_from_wide(np.array([value]))[0]) & SINGLE_MASK)

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
