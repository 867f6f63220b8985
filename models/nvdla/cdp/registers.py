"""How registers hold what only CDP has: the local size, and where tables begin and end."""

from __future__ import annotations

from models.numbers.rounding import limits, wrap
from models.nvdla.codec.forms import Form
from models.nvdla.codec.items import KEY, Metadata
from models.nvdla.codec.memory import Address
from models.nvdla.codec.parts import part
from models.nvdla.codec.words import NewWords, Only, Place, Words, places
from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.surfaces.side_registers import SideRegisters
from models.registers import WORD_BITS, Field

SOURCE = SideRegisters.named("input", "SRC", "D_SRC_DMA_CFG")
DESTINATION = SideRegisters.named("output", "DST", "D_DST_DMA_CFG")
PRECISION = "CDP.D_DATA_FORMAT.INPUT_DATA_TYPE"
FLOATING = Only.of(PRECISION, "FP16")
LENGTH = "LEN"
"""What the names of neighbourhoods begin with; the number of channels follows."""


class LocalSize(Form[int]):
    """The channels of a neighbourhood, by which names of the field end."""

    def encode(self, field: Field, value: int) -> int:
        """The number behind the name."""
        return field.value(f"{LENGTH}{value}")

    def decode(self, field: Field, number: int) -> int:
        """What the name ends with."""
        return int(field.label(number).removeprefix(LENGTH))


class Edge(Address):
    """Where a table begins or ends: two registers hold a signed number, or the first one a code."""

    def read(self, words: Words, place: Place) -> int:
        """Of both registers."""
        return wrap(super().read(words, place), self._bits(words))

    def write(self, words: NewWords, value: int) -> None:
        """To both registers.

        Raises:
            ValueError: it does not fit.
        """
        low, high = self.places
        least, most = limits(self._bits(words))
        if not least <= value <= most:
            raise ValueError(f"{low.register}, {high.register}: {value} does not fit; {least} to {most} do")
        super().write(words, value & (most - least))

    def _bits(self, words: Words) -> int:
        """Of a number whose upper bits the second register holds, but for codes of floating-point numbers."""
        _, high = self.places
        return WORD_BITS + (0 if FLOATING.holds(words) else words.field(high).width)


def tables() -> Metadata:
    """Metadata of how CDP's tables are used."""
    return part(LutConfig, {table.lower(): _table(table) for table in ("LE", "LO")}, unit="CDP")


def _table(name: str) -> Metadata:
    edges = {edge: f"CDP.S_LUT_{name}_{edge.upper()}" for edge in ("start", "end")}
    halves = {edge: (f"{start}_LOW", f"{start}_HIGH.LUT_{name}_{edge.upper()}_HIGH") for edge, start in edges.items()}
    return part(LutRange, {edge: {KEY: Edge(places(*both))} for edge, both in halves.items()}, table=name)
