"""What the part can tell of the ranges of look-up tables (guide, 'Limitation', LUT): SDP and CDP differ in widths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, SINGLE_MASK, end_of, single

INDEX_BITS = 8
"""Of `LUT_LE_INDEX_OFFSET` and of a table's `INDEX_SELECT`, which are signed."""
START_BITS = 24
"""A table of floating-point numbers starts below so many bits of what it covers, that its end lie behind its start."""

Wrong = tuple[str, tuple[str, ...]]
"""What is wrong, and which table's edges and which other registers say so: ``LE_START``, ``INFO``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LutLimits:
    """What is legal of one unit's tables for numbers of one precision.

    Attributes:
        precision: its name.
        bits: of the registers of starts and ends of integers.
        selects: legal distances of entries of a linear table, by their logarithm, by table.
        offsets: legal first powers of two of an exponential table.
        largest: what else an exponential table of integers may end at where it covers more.
    """

    precision: str
    bits: int
    selects: dict[str, range]
    offsets: range
    largest: tuple[int, ...] = ()

    @property
    def floating(self) -> bool:
        """Starts and ends are FP32 codes."""
        return self.precision == "FP16"

    def wrong_select(self, lut: LutConfig) -> Iterator[Wrong]:
        """Entries of linear tables that are too close or too far apart."""
        for table, where in linear_tables(lut):
            legal = self.selects[table]
            if where.select not in legal:
                text = f"LUT_{table}_INDEX_SELECT is {where.select}"
                yield f"{text}, of {self.precision} {legal.start} to {legal.stop - 1}", ("INFO",)

    def wrong_linear_end(self, lut: LutConfig) -> Iterator[Wrong]:
        """Linear tables that do not end where their intervals do."""
        for table, where in linear_tables(lut):
            if where.select not in self.selects[table]:
                continue  # a rule of its own
            expected = end_of(where.start, where.select + LINEAR_BITS[table], self.bits, floating=self.floating)
            if where.end != expected:
                yield self._wrong_end(table, where, expected)

    def wrong_offset(self, lut: LutConfig) -> Iterator[Wrong]:
        """A first power of two that the part cannot tell."""
        if lut.exponential and lut.le_offset not in self.offsets:
            legal = self.offsets
            text = f"LUT_LE_INDEX_OFFSET is {lut.le_offset}"
            yield f"{text}, of {self.precision} {legal.start} to {legal.stop - 1}", ("INFO",)

    def wrong_exponential_end(self, lut: LutConfig) -> Iterator[Wrong]:
        """An exponential table that does not end at its last power of two."""
        if not lut.exponential or lut.le_offset not in self.offsets:
            return
        power = lut.le_offset + EXPONENTIAL_INTERVALS
        expected = end_of(lut.le.start, power, self.bits, floating=self.floating)
        if lut.le.end != expected and not any(expected > most == lut.le.end for most in self.largest):
            yield self._wrong_end("LE", lut.le, expected)

    def wrong_float_start(self, lut: LutConfig) -> Iterator[Wrong]:
        """Linear tables of floating-point numbers that cover nothing."""
        for table, where in linear_tables(lut) if self.floating else ():
            exponent = where.select + LINEAR_BITS[table] + START_BITS
            if not abs(single(where.start)) < 2.0**exponent:
                text = f"table {table} starts at {where.start & SINGLE_MASK:#x}, not below 2^{exponent}"
                yield f"{text}: it covers nothing", (f"{table}_START", "INFO")

    def _wrong_end(self, table: str, where: LutRange, expected: int) -> Wrong:
        words = [
            f"{word & SINGLE_MASK:#x}" if self.floating else f"{word}" for word in (where.start, where.end, expected)
        ]
        text = f"table {table} from {words[0]} ends at {words[1]}, must end at {words[2]} with its entries as far apart"
        return text, (f"{table}_START", f"{table}_END", "INFO")


def linear_tables(lut: LutConfig) -> Iterator[tuple[str, LutRange]]:
    """The tables that are linear."""
    if not lut.exponential:
        yield "LE", lut.le
    yield "LO", lut.lo
