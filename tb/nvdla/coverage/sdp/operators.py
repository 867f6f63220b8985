"""How SDP's operators are set: which of them work, what with, and where operands come from."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.sdp.descriptor import X_ALGORITHMS, X_SHIFT_AT_MOST
from models.nvdla.sdp.operators.operand_cube import COMPONENTS, ELEMENT_SIZES
from models.nvdla.sdp.operators.settings import MEMORY, OperatorSettings, XSettings
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.registers import Block
from tb.coverage.bins import Names, Value, each, flag, names
from tb.coverage.classes import from_zero
from tb.coverage.group import Cross, Point, cross

WORKS = ("bypassed", "nothing", "ALU", "MUL", "PReLU", "ALU and MUL")
"""What an operator does with elements, ReLU and tables apart: one with PReLU leaves its ALU out."""
REGISTER, KERNEL, ELEMENT = SOURCES = ("register", "kernel", "element")
"""Where an operand comes from: one for the whole layer, or one for each kernel or element."""
FACTORS = ("MUL", "PReLU")
SINGLE_SHIFTS = 4


class OperatorPoints:
    """The points of what any operator is told.

    Args:
        name: what the operator is called.
        precision: the point of the processing's number format.
        algorithms: what its ALU can do.
    """

    def __init__(self, name: str, precision: Point, algorithms: tuple[str, ...]) -> None:
        self._precision = precision
        self.works = Point(f"{name} works as", Names(WORKS))
        self.algorithm = Point(f"{name} algorithm", Names(algorithms))
        self.factor = Point(f"{name} multiplies as", Names(FACTORS))
        self.alu_source, self.mul_source = (
            Point(f"{name} ALU from", names(*SOURCES)),
            Point(f"{name} MUL from", names(*SOURCES)),
        )
        self.use = Point(f"{name} operands for", Names(tuple(COMPONENTS)))
        self.size = Point(f"{name} operand bytes", each(ELEMENT_SIZES))
        self.mode = Point(f"{name} operands by", names(KERNEL, ELEMENT))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        sources = (self.alu_source, self.mul_source, self.use, self.size, self.mode)
        return self.works, self.algorithm, self.factor, *sources

    @property
    def crosses(self) -> Iterator[Cross]:
        """What it does, with which operands, on which numbers."""

        def too_short(precision: str, *labels: str) -> bool:
            return int(labels[-1]) < ELEMENT_BYTES[precision]

        yield cross(self._precision, self.works)
        yield cross(self._precision, self.algorithm, self.alu_source)
        yield cross(self._precision, self.factor, self.mul_source)
        yield cross(self.alu_source, self.mul_source, absent=lambda *ways: set(ways) == {KERNEL, ELEMENT})
        yield cross(self._precision, self.use, self.mode, self.size, absent=too_short)

    def values(self, operator: OperatorSettings) -> dict[str, Value]:
        """The values of a layer's operator."""
        values: dict[str, Value] = {self.works.name: _works(operator)}
        if operator.alu:
            values[self.algorithm.name] = operator.alu_algo
            values[self.alu_source.name] = _source(operator, operator.alu_source)
        if operator.mul:
            values[self.factor.name] = FACTORS[operator.prelu]
            values[self.mul_source.name] = _source(operator, operator.mul_source)
        if operator.operands is not None:
            values[self.use.name] = operator.operands.use
            values[self.size.name] = operator.operands.element_bytes
            values[self.mode.name] = ELEMENT if operator.operands.per_element else KERNEL
        return values


class XPoints(OperatorPoints):
    """The points of X1 or X2.

    Args:
        name: which of the two.
        precision: the point of the processing's number format.
        block: SDP's registers.
        letters: what its registers' names have.
    """

    def __init__(self, name: str, precision: Point, block: Block, letters: str) -> None:
        super().__init__(name, precision, X_ALGORITHMS)
        self.relu = Point(f"{name} ReLU", flag())
        alu_shift = block.registers[f"D_DP_{letters}_ALU_CFG"].fields[f"{letters}_ALU_SHIFT_VALUE"]
        self.alu_shift = Point(f"{name} operand shift", from_zero(SINGLE_SHIFTS, alu_shift.limit))
        self.shift = Point(f"{name} shift", from_zero(SINGLE_SHIFTS, X_SHIFT_AT_MOST))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return *super().points, self.relu, self.alu_shift, self.shift

    @property
    def crosses(self) -> Iterator[Cross]:
        """Those of any operator; ReLU and shifts."""
        yield from super().crosses
        yield cross(self.works, self.relu, absent=lambda works, _: works == WORKS[0])
        yield cross(self._precision, self.relu)
        yield cross(self._precision, self.shift)
        yield cross(self._precision, self.alu_shift)

    def values(self, operator: OperatorSettings) -> dict[str, Value]:
        """The values of a layer's operator."""
        assert isinstance(operator, XSettings)
        values = super().values(operator)
        if not operator.bypass:
            values |= {self.relu.name: int(not operator.relu_bypass), self.shift.name: operator.shift}
        if operator.alu:
            values[self.alu_shift.name] = operator.alu_shift
        return values


def _works(operator: OperatorSettings) -> str:
    if operator.bypass:
        return WORKS[0]
    if operator.mul and operator.prelu:
        return WORKS[4]
    alone = {(False, False): WORKS[1], (True, False): WORKS[2], (False, True): WORKS[3]}
    return alone.get((operator.alu, operator.mul), WORKS[5])


def _source(operator: OperatorSettings, source: str) -> str:
    if source != MEMORY or operator.operands is None:
        return REGISTER
    return ELEMENT if operator.operands.per_element else KERNEL
