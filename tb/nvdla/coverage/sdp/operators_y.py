"""How SDP's operator Y is set: besides what all operators have its convertors of operands, its shift and its tables."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.sdp.descriptor import X_ALGORITHMS
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL, OperatorSettings, YSettings
from models.registers import Block, Field
from tb.coverage.bins import Names, Value, flag
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.sdp.operators import SINGLE_SHIFTS, WORKS, OperatorPoints


class ConvertorPoints:
    """The points of the convertor of one part's operands.

    Args:
        name: which part.
        precision: the point of the processing's number format.
        fields: of the offset, the scale and the shift.
    """

    def __init__(self, name: str, precision: Point, fields: tuple[Field, Field, Field]) -> None:
        offset, scale, shift = fields
        self._precision, self._bits = precision, (offset.width, scale.width)
        self.bypass = Point(f"{name} operands converted", flag())
        self.offset, self.scale = (
            Point(f"{name} operand offset", Names(SIGNED)),
            Point(f"{name} operand scale", Names(SIGNED)),
        )
        self.shift = Point(f"{name} operand convertor shift", from_zero(SINGLE_SHIFTS, shift.limit))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.bypass, self.offset, self.scale, self.shift

    @property
    def crosses(self) -> Iterator[Cross]:
        """By precision: FP16 operands never bypass it, and it leaves them alone."""
        yield cross(self._precision, self.bypass, absent=lambda precision, made: (precision, made) == ("FP16", "no"))
        for point in (self.offset, self.scale, self.shift):
            yield cross(self._precision, point)

    def values(self, convertor: OperandConvertor) -> dict[str, Value]:
        """The values of a convertor that operands come to."""
        values: dict[str, Value] = {self.bypass.name: int(not convertor.bypass)}
        if not convertor.bypass:
            values |= {
                self.offset.name: signed_class(convertor.offset, self._bits[0]),
                self.scale.name: signed_class(convertor.scale, self._bits[1]),
                self.shift.name: convertor.shift,
            }
        return values


class YPoints(OperatorPoints):
    """The points of Y.

    Args:
        precision: the point of the processing's number format.
        block: SDP's registers.
        tables: the configuration has look-up tables.
    """

    def __init__(self, precision: Point, block: Block, *, tables: bool) -> None:
        super().__init__("Y", precision, (*X_ALGORITHMS, EQUAL))
        self._tables = tables
        self.lut = Point("Y looks up", flag())
        self.truncate = Point("Y shift", from_zero(SINGLE_SHIFTS, block.D_DP_EW_TRUNCATE_VALUE.EW_TRUNCATE.limit))
        self._convertors = {
            part: ConvertorPoints(f"Y {part}", precision, _fields(block, part)) for part in ("ALU", "MUL")
        }

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        convertors = (point for part in self._convertors.values() for point in part.points)
        return *super().points, *([self.lut] if self._tables else ()), self.truncate, *convertors

    @property
    def crosses(self) -> Iterator[Cross]:
        """Those of any operator; tables, shift, convertors."""
        yield from super().crosses
        if self._tables:
            yield cross(self.works, self.lut, absent=lambda works, lut: works == WORKS[0] and lut == "yes")
            yield cross(self.algorithm, self.lut, absent=lambda *labels: labels == (EQUAL, "yes"))
            yield cross(self._precision, self.lut)
        yield cross(self._precision, self.truncate)
        for part in self._convertors.values():
            yield from part.crosses

    def values(self, operator: OperatorSettings) -> dict[str, Value]:
        """The values of a layer's operator."""
        assert isinstance(operator, YSettings)
        values = super().values(operator)
        if self._tables:
            values[self.lut.name] = int(operator.lut)
        if operator.mul:
            values[self.truncate.name] = operator.truncate
        for part, convertor in (("ALU", operator.alu_convertor), ("MUL", operator.mul_convertor)):
            if part in operator.wants:
                values |= self._convertors[part].values(convertor)
        return values


def _fields(block: Block, part: str) -> tuple[Field, Field, Field]:
    """Offset, scale and shift of the convertor of a part's operands."""
    registers = (
        block.registers[f"D_DP_EW_{part}_CVT_{what}_VALUE"].fields[f"EW_{part}_CVT_{what}"]
        for what in ("OFFSET", "SCALE", "TRUNCATE")
    )
    offset, scale, shift = registers
    return offset, scale, shift
