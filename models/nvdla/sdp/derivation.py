"""The derivation of an element of an SDP layer: input, operands, operators, table, output convertor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from models.derivation import Index, Step
from models.layer import Layer
from models.numbers.bits import Wide
from models.numbers.shown import shown_element, shown_integer, shown_single
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.lut.derivation import places
from models.nvdla.lut.sdp_look_up import FRACTION_BITS, look_up
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.entering import Entering
from models.nvdla.sdp.operators.operands import PATH_BITS, SINGLE_MASK
from models.nvdla.sdp.operators.operators import steps
from models.nvdla.sdp.pointwise import Pointwise

TABLE, OUTPUT = f"{UNIT} LUT", f"{UNIT} output"


@dataclass(frozen=True)
class SdpDerivation:
    """How a layer came to its output.

    Attributes:
        sdp: the layer.
        config: the hardware configuration.
        pointwise: what happens to each element.
        entering: what comes in.
        tables: the look-up tables; None: it uses none.
        feeder: the layer that hands the input on; None: it comes from memory.
    """

    sdp: Sdp
    config: HwConfig
    pointwise: Pointwise
    entering: Entering
    tables: Tables | None
    feeder: Layer | None

    def written(self, stream: int, address: int) -> Iterator[Step]:
        """The derivation of the element that a byte belongs to."""
        index = self.sdp.layout(self.config, stream).index_of(address)
        if index is not None:
            yield from self.handed((stream, *index))

    def handed(self, index: Index) -> Iterator[Step]:
        """The derivation of an element of the output, [batch, channel, line, column]."""
        entering = self.entering.at(index)
        yield from self._incoming(index, entering)
        yield from self._read(index, entering)
        if entering.known.all():
            yield from self._worked(entering)
        else:
            yield Step(UNIT, "output", "unknown, as is what it comes from")

    def _incoming(self, index: Index, entering: Entering) -> Iterator[Step]:
        _, channel, *place = index
        value = self._shown(entering.source.values)
        if self.feeder is None:
            layout = self.sdp.reading.input_layout(self.config)
            address = layout.address_of(channel, *place)
            yield Step(READER, f"input {layout.coordinates(address)} at {address:#x}", value)
        elif channel < self.sdp.channels and self.feeder.derivation is not None:
            yield from self.feeder.derivation.handed(index)
        else:
            yield Step(UNIT, "input of a lane that has no kernel", value)

    def _read(self, index: Index, entering: Entering) -> Iterator[Step]:
        """Operands from memory."""
        for name, operator in self.sdp.operators:
            if operator.operands is None:
                continue
            layout = self.sdp.reading.operand_layout(operator.operands, self.config)
            place = index[2:] if operator.operands.per_element else ()
            for part, item in entering.operands[name].items():
                address = layout.address_of(part, index[1], *place)
                what = f"{name.upper()} {layout.coordinates(address)} at {address:#x}"
                yield Step(READER, what, shown_element(item.values[0]))

    def _worked(self, entering: Entering) -> Iterator[Step]:
        """Operators, table and convertor."""
        values, operands = entering.source.values, entering.pairs
        work, wide = self.pointwise, self.pointwise.enter(values)
        for name, operator in self.sdp.operators:
            pair = getattr(operands, name)
            for what, value in steps(operator, wide, pair, floating=work.floating, nan_to_zero=work.nan_to_zero):
                yield Step(f"{UNIT} {name.upper()}", what, self._shown(value))
                wide = value  # the last one is what goes on
        if self.tables is not None and work.lut is not None:
            yield from self._looked_up(wide, work.lut, self.tables)
        elif not work.floating:
            yield Step(OUTPUT, "less offset, times scale", str(int(work.scaled(wide)[0])))
        (code,) = work.apply(values, operands, self.tables).codes
        yield Step(OUTPUT, f"{self.sdp.out_precision} code", shown_element(code))

    def _looked_up(self, wide: Wide, config: LutConfig, tables: Tables) -> Iterator[Step]:
        floating = self.pointwise.floating
        for what, text in places(wide, config, tables, floating=floating, fraction_bits=FRACTION_BITS, signed=True):
            yield Step(TABLE, what, text)
        found = look_up(wide, config, tables, floating=floating, shifts_start=self.pointwise.shifts_start)
        yield Step(TABLE, "looked up", self._shown(found.values))

    def _shown(self, value: NDArray[Any]) -> str:
        """A value between two operators."""
        code = int(value[0])
        return shown_single(code & SINGLE_MASK) if self.pointwise.floating else shown_integer(code, PATH_BITS)
