"""The points of numbers on their way through SDP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import FLYING_OUT
from models.nvdla.sdp.rules.formats import FEATURES
from tb.coverage.bins import Names
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.outcomes import LIMITED, ROUNDED, STANDS
from tb.nvdla.coverage.sdp.steps import FOUND, IN_REGISTER, X_BITS, Y_BITS
from tb.nvdla.coverage.values import is_value_of, values_of

Looked = Mapping[str, tuple[str, ...]]
"""What is looked at, and its classes."""
PARTS = ("ALU", "MUL")
OF_ALL: Looked = {
    "value at a maximum": STANDS,
    "value at a minimum": STANDS,
    "PReLU": ("passes", "multiplies"),
}
OF_INTEGERS: Looked = {"sum": LIMITED, "shifted": ROUNDED}
OF_X: Looked = {"ReLU": ("passes", "cuts")}
OF_X_INTEGERS: Looked = {"operand shifted": LIMITED}
OF_Y: Looked = {"comparison": FOUND}
OF_Y_INTEGERS: Looked = {f"{part} operand converted": ROUNDED for part in PARTS}
GIVES, CONVERTED, CLAMPED = "gives", "converted", "clamped"
FLOAT = "FP16"
ONLY_IN_REGISTERS = ("denormal", "infinity")
"""Of FP32: FP16 codes become others, and no operation gives one."""


class NumberPoints:
    """The points, some of each operator that a configuration has.

    Args:
        config: the hardware configuration.

    Attributes:
        operators: the operators' names.
    """

    def __init__(self, config: HwConfig) -> None:
        self.precision = Point("precision", Names(config.precisions))
        self.out_precision = Point("output precision", Names(config.precisions))
        self.operators = tuple(name.upper() for name, feature in FEATURES.items() if feature in config.features)
        self._between = tuple("FP32" if precision == FLOAT else "INT32" for precision in config.precisions)
        self._any, self._exact = [], [Point(CONVERTED, Names(ROUNDED))]
        for name in self.operators:
            for_y = name == "Y"
            looked, of_integers = (OF_Y, OF_Y_INTEGERS) if for_y else (OF_X, OF_X_INTEGERS)
            self._any += _points(name, OF_ALL, looked)
            self._exact += _points(name, OF_INTEGERS, of_integers)
        self._operands = [
            Point(f"{name} {part} operand", Names(tuple(self._operands_of(name))))
            for name in self.operators
            for part in PARTS
        ]
        self._gives = [Point(f"{name} {GIVES}", Names(tuple(self._given(name)))) for name in self.operators]
        self._clamped = Point(CLAMPED, Names(LIMITED))

    def of_group(self) -> Group:
        """All of them."""
        points = (*self._any, *self._exact, *self._operands, *self._gives, self._clamped)
        crosses = (
            *(cross(self.precision, point) for point in self._any),
            *(cross(self.precision, point, absent=_no_integer) for point in self._exact),
            *(cross(self.precision, point, absent=_no_number) for point in self._gives),
            cross(self.precision, self.out_precision, self._clamped, absent=_never_clamped),
        )
        return Group("sdp numbers", (self.precision, self.out_precision, *points), crosses)

    def _given(self, operator: str) -> Iterator[str]:
        """Classes of what an operator gives: what Y takes from a register X1 and X2 have no way to make."""
        for label in values_of(self._between).labels:
            if operator == "Y" or label not in ONLY_IN_REGISTERS:
                yield label

    def _operands_of(self, operator: str) -> Iterator[str]:
        """Formats of operands and where they are, with classes."""
        bits = Y_BITS if operator == "Y" else X_BITS
        floating = FLOAT in self.precision.labels
        formats = [(name, "") for name in ("INT8", "INT16")] + [(f"INT{bits}", f" {IN_REGISTER}")]
        formats += [(FLOAT, ""), (f"FP{bits}", f" {IN_REGISTER}")] if floating else []
        labels = values_of(name for name, _ in formats).labels
        yield from (
            f"{name}{where} {label}" for (name, where), label in product(formats, labels) if is_value_of(name, label)
        )


def _points(operator: str, *looked: Looked) -> list[Point]:
    return [Point(f"{operator} {what}", Names(labels)) for part in looked for what, labels in part.items()]


def _no_integer(precision: str, _: str) -> bool:
    return precision == FLOAT


def _no_number(precision: str, label: str) -> bool:
    return not is_value_of("FP32" if precision == FLOAT else "INT32", label)


def _never_clamped(precision: str, made: str, _: str) -> bool:
    return made not in FLYING_OUT[precision] or made == FLOAT
