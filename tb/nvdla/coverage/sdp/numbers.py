"""Numbers on their way through SDP: which classes of them each part met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from operator import methodcaller

from models.nvdla.sdp.descriptor import FLYING_OUT, Sdp
from models.nvdla.sdp.operators.absent import FEATURES
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross, points_of, remembered
from tb.nvdla.coverage.layers import SEEN, LayerSampler
from tb.nvdla.coverage.numbers.outcomes import LIMITED, ROUNDED, STANDS
from tb.nvdla.coverage.numbers.values import is_value_of, values_of
from tb.nvdla.coverage.sdp.steps import FOUND, IN_REGISTER, X_BITS, Y_BITS
from tb.nvdla.coverage.sdp.walk import CLAMPED, CONVERTED, FLOAT, GIVES, classes_seen
from tb.nvdla.coverage.state import DeviceState

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
ONLY_IN_REGISTERS = ("denormal", "infinity")
"""Of FP32: FP16 codes become others, and no operation gives one."""


def sdp_number_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group: of layers whose numbers no race has spoiled."""
    precisions = device.config.precisions
    operators = [name.upper() for name, feature in FEATURES.items() if feature in device.config.features]
    in_any: dict[str, tuple[str, ...]] = {}
    in_integers: dict[str, tuple[str, ...]] = {CONVERTED: ROUNDED}
    for name in operators:
        mine, of_integers = (OF_Y, OF_Y_INTEGERS) if name == "Y" else (OF_X, OF_X_INTEGERS)
        in_any |= _of(name, {**OF_ALL, **mine})
        in_integers |= _of(name, {**OF_INTEGERS, **of_integers})
    operands = {
        f"{name} {part} operand": tuple(_operands_of(name, FLOAT in precisions)) for name in operators for part in PARTS
    }
    gives = {f"{name} {GIVES}": tuple(_given(name, precisions)) for name in operators}
    looked = {**in_any, **in_integers, **operands, **gives, CLAMPED: LIMITED}
    points = (
        Coverpoint("precision", names(*precisions), lambda layer: layer.descriptor.precision, SEEN),
        Coverpoint("output precision", names(*precisions), lambda layer: layer.descriptor.out_precision, SEEN),
        *points_of(
            remembered(classes_seen),
            [Coverpoint(what, names(*labels), methodcaller("get", what), SEEN) for what, labels in looked.items()],
        ),
    )
    crosses = (
        *(cross("precision", what) for what in in_any),
        *(cross("precision", what, ignore_bins=_no_integer) for what in in_integers),
        *(cross("precision", what, ignore_bins=_no_number) for what in gives),
        cross("precision", "output precision", CLAMPED, ignore_bins=_never_clamped),
    )
    return LayerSampler(Covergroup("sdp numbers", points, crosses), device, Sdp, lambda layer: not layer.races)


def _of(operator: str, looked: Looked) -> Looked:
    return {f"{operator} {what}": labels for what, labels in looked.items()}


def _given(operator: str, precisions: Iterable[str]) -> Iterator[str]:
    """Classes of what an operator gives: what Y takes from a register X1 and X2 have no way to make."""
    for label in values_of("FP32" if precision == FLOAT else "INT32" for precision in precisions).labels:
        if operator == "Y" or label not in ONLY_IN_REGISTERS:
            yield label


def _operands_of(operator: str, floating: bool) -> Iterator[str]:
    """Formats of operands and where they are, with classes."""
    bits = Y_BITS if operator == "Y" else X_BITS
    formats = [(name, "") for name in ("INT8", "INT16")] + [(f"INT{bits}", f" {IN_REGISTER}")]
    formats += [(FLOAT, ""), (f"FP{bits}", f" {IN_REGISTER}")] if floating else []
    labels = values_of(name for name, _ in formats).labels
    yield from (
        f"{name}{where} {label}" for (name, where), label in product(formats, labels) if is_value_of(name, label)
    )


def _no_integer(precision: str, _: str) -> bool:
    return precision == FLOAT


def _no_number(precision: str, label: str) -> bool:
    return not is_value_of("FP32" if precision == FLOAT else "INT32", label)


def _never_clamped(precision: str, made: str, _: str) -> bool:
    return made not in FLYING_OUT[precision] or made == FLOAT
