"""The derivation of an element of a CDP layer: its neighbourhood, the sum, the tables, the product, what leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from models.derivation import Index, Step
from models.numbers.bits import Wide
from models.numbers.shown import shown_element, shown_single
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import READER, UNIT, Cdp
from models.nvdla.cdp.normalise import Normaliser, Worked
from models.nvdla.config import HwConfig
from models.nvdla.lut.cdp_look_up import FRACTION_BITS, narrowed
from models.nvdla.lut.derivation import places
from models.nvdla.lut.locate import SINGLE_MASK
from models.nvdla.numbers.wide import single_from_wide

TABLE, OUTPUT = f"{UNIT} LUT", f"{UNIT} output"


@dataclass(frozen=True)
class CdpDerivation:
    """How a layer came to its output.

    Attributes:
        cdp: the layer.
        config: the hardware configuration.
        normaliser: what happens to its elements.
        elements: its input, [lanes, height, width].
        codes: what it writes, likewise.
    """

    cdp: Cdp
    config: HwConfig
    normaliser: Normaliser
    elements: NDArray[Any]
    codes: NDArray[Any]

    @property
    def _floating(self) -> bool:
        return self.cdp.precision == "FP16"

    def written(self, stream: int, address: int) -> Iterator[Step]:  # noqa: ARG002 - there is one
        """The derivation of the element that a byte belongs to."""
        index = self.cdp.layout(self.config).index_of(address)
        if index is None:
            return
        channel, line, column = index
        yield from self._neighbours(channel, line, column)
        worked = self.normaliser.worked(self.elements[:, line, column : column + 1], self.cdp.channels)
        yield from self._worked(worked, channel)
        yield Step(OUTPUT, f"{self.cdp.precision} code", shown_element(self.codes[channel, line, column]))

    def handed(self, index: Index) -> Iterator[Step]:  # noqa: ARG002 - nothing is handed on
        """Nothing: CDP writes what it makes."""
        yield from ()

    def _neighbours(self, channel: int, line: int, column: int) -> Iterator[Step]:
        layout = self.cdp.reading.layout(self.config)
        reach = 0 if self.cdp.bypass_squares else self.cdp.local_size // 2
        for number in range(max(channel - reach, 0), min(channel + reach + 1, len(self.elements))):
            address = layout.address_of(number, line, column)
            what = f"input {layout.coordinates(address)} at {address:#x}"
            yield Step(READER, what, shown_element(self.elements[number, line, column]))

    def _worked(self, worked: Worked, channel: int) -> Iterator[Step]:
        one = slice(channel, channel + 1)
        sums = worked.sums[one, 0]
        yield Step(UNIT, "the element as it is taken", self._number(worked.values[one, 0]))
        what = "the element" if self.cdp.bypass_squares else f"sum of the squares of {self.cdp.local_size} channels"
        yield Step(UNIT, what, shown_single(int(sums[0]) & SINGLE_MASK) if self._floating else str(int(sums[0])))
        config = self.cdp.lut if self._floating else narrowed(self.cdp.lut, WIDTHS[self.cdp.precision].select)
        modes = {"floating": self._floating, "signed": False}
        for name, text in places(sums, config, self.normaliser.tables, fraction_bits=FRACTION_BITS, **modes):
            yield Step(TABLE, name, text)
        yield Step(TABLE, "looked up", self._number(worked.found.values[one, 0]))
        if not self.cdp.bypass_product:
            yield Step(UNIT, "multiplied", self._number(worked.products[one, 0]))

    def _number(self, value: Wide) -> str:
        if self._floating:
            return shown_single(int(single_from_wide(value)[0]) & SINGLE_MASK)
        return str(int(value[0]))
