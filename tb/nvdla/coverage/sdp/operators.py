"""How SDP's operators are set: which of them work, what with, and where operands come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import compress, product
from operator import attrgetter

from models.nvdla.sdp.descriptor import X_ALGORITHMS, X_SHIFT_AT_MOST, Sdp
from models.nvdla.sdp.operators.absent import FEATURES
from models.nvdla.sdp.operators.operand_cube import COMPONENTS, ELEMENT_SIZES
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, OperatorSettings, YSettings
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import Block
from tb.coverage.bins import each, flag, names
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of
from tb.nvdla.coverage.layers import LayerSampler, descriptor_points
from tb.nvdla.coverage.state import DeviceState

NONE, YES = "none", flag().labels[1]
WORKS = ("bypassed", "nothing", "ALU", "MUL", "PReLU", "ALU and MUL")
"""What an operator does with elements, ReLU and tables apart: one with PReLU leaves its ALU out."""
REGISTER, KERNEL, ELEMENT = SOURCES = ("register", "kernel", "element")
"""Where an operand comes from: one for the whole layer, or one for each kernel or element."""
FACTORS = ("MUL", "PReLU")
PARTS = ("ALU", "MUL")
SINGLE_SHIFTS = 4
LETTERS = {"x1": "BS", "x2": "BN"}
"""Of operators X, with what their registers' names have."""


def sdp_operator_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group."""
    config = device.config
    there = [name for name in ("x1", "x2", "y") if FEATURES[name] in config.features]
    working = (_named(there, flags) for flags in product((False, True), repeat=len(there)))
    points = [
        Coverpoint("precision", names(*config.precisions), lambda sdp: sdp.precision),
        Coverpoint("operators that work", names(*working), lambda sdp: _working(sdp, there)),
    ]
    crosses = [cross("precision", "operators that work")]
    for name in there:
        points += points_of(attrgetter(name), _points(name, device))
        crosses += _crosses(name, tables="SDP_LUT" in config.features)
    return LayerSampler(Covergroup("sdp operators", descriptor_points(points), crosses), device, Sdp)


def _points(name: str, device: DeviceState) -> Iterator[Coverpoint]:
    """What an operator is told."""
    called, block = name.upper(), device.registers.SDP
    algorithms = (*X_ALGORITHMS, EQUAL) if name == "y" else X_ALGORITHMS
    yield Coverpoint(f"{called} works as", names(*WORKS), _works)
    yield Coverpoint(f"{called} algorithm", names(*algorithms), lambda it: it.alu_algo if it.alu else None)
    yield Coverpoint(f"{called} multiplies as", names(*FACTORS), lambda it: FACTORS[it.prelu] if it.mul else None)
    yield Coverpoint(f"{called} ALU from", names(*SOURCES), lambda it: _source(it, it.alu_source) if it.alu else None)
    yield Coverpoint(f"{called} MUL from", names(*SOURCES), lambda it: _source(it, it.mul_source) if it.mul else None)
    yield from points_of(
        attrgetter("operands"),
        [
            Coverpoint(f"{called} operands for", names(*COMPONENTS), lambda it: it.use),
            Coverpoint(f"{called} operand bytes", each(ELEMENT_SIZES), lambda it: it.element_bytes),
            Coverpoint(f"{called} operands by", names(KERNEL, ELEMENT), lambda it: SOURCES[1 + it.per_element]),
        ],
    )
    yield from _points_of_y(device) if name == "y" else _points_of_x(called, block, LETTERS[name])


def _points_of_x(called: str, block: Block, letters: str) -> Iterator[Coverpoint]:
    operand = block.registers[f"D_DP_{letters}_ALU_CFG"].fields[f"{letters}_ALU_SHIFT_VALUE"]
    operand_shift, shift = from_zero(SINGLE_SHIFTS, operand.limit), from_zero(SINGLE_SHIFTS, X_SHIFT_AT_MOST)
    yield Coverpoint(f"{called} ReLU", flag(), lambda it: None if it.bypass else not it.relu_bypass)
    yield Coverpoint(f"{called} operand shift", operand_shift, lambda it: it.alu_shift if it.alu else None)
    yield Coverpoint(f"{called} shift", shift, lambda it: None if it.bypass else it.shift)


def _points_of_y(device: DeviceState) -> Iterator[Coverpoint]:
    """Its tables, its shift and its convertors of operands."""
    block = device.registers.SDP
    truncate = from_zero(SINGLE_SHIFTS, block.D_DP_EW_TRUNCATE_VALUE.EW_TRUNCATE.limit)
    if "SDP_LUT" in device.config.features:
        yield Coverpoint("Y looks up", flag(), lambda it: it.lut)
    yield Coverpoint("Y shift", truncate, lambda it: it.truncate if it.mul else None)
    for part in PARTS:
        yield from points_of(partial(_convertor, part), _points_of_convertor(f"Y {part}", block, part))


def _points_of_convertor(name: str, block: Block, part: str) -> Iterator[Coverpoint]:
    offset, scale, shift = (
        block.registers[f"D_DP_EW_{part}_CVT_{what}_VALUE"].fields[f"EW_{part}_CVT_{what}"]
        for what in ("OFFSET", "SCALE", "TRUNCATE")
    )
    used = (
        Coverpoint(f"{name} operand offset", names(*SIGNED), lambda it: signed_class(it.offset, offset.width)),
        Coverpoint(f"{name} operand scale", names(*SIGNED), lambda it: signed_class(it.scale, scale.width)),
        Coverpoint(f"{name} operand convertor shift", from_zero(SINGLE_SHIFTS, shift.limit), lambda it: it.shift),
    )
    yield Coverpoint(f"{name} operands converted", flag(), lambda it: not it.bypass)
    yield from points_of(lambda it: None if it.bypass else it, used)


def _crosses(name: str, *, tables: bool) -> Iterator[CrossOf]:
    """What an operator does, with which operands, on which numbers."""
    called = name.upper()
    works, operands = (
        f"{called} works as",
        (f"{called} operands for", f"{called} operands by", f"{called} operand bytes"),
    )

    def too_short(precision: str, *labels: str) -> bool:
        return int(labels[-1]) < ELEMENT_BYTES[precision]

    def two_sources(*ways: str) -> bool:
        return set(ways) == {KERNEL, ELEMENT}

    yield cross("precision", works)
    yield cross("precision", f"{called} algorithm", f"{called} ALU from")
    yield cross("precision", f"{called} multiplies as", f"{called} MUL from")
    yield cross(f"{called} ALU from", f"{called} MUL from", ignore_bins=two_sources)
    yield cross("precision", *operands, ignore_bins=too_short)
    if name == "y":
        yield from _crosses_of_y(tables=tables)
        return
    yield cross(works, f"{called} ReLU", ignore_bins=lambda label, _: label == WORKS[0])
    yield from (cross("precision", f"{called} {what}") for what in ("ReLU", "shift", "operand shift"))


def _crosses_of_y(*, tables: bool) -> Iterator[CrossOf]:
    """FP16 operands never bypass their convertor, and it leaves them alone."""
    if tables:
        yield cross("Y works as", "Y looks up", ignore_bins=lambda *labels: labels == (WORKS[0], YES))
        yield cross("Y algorithm", "Y looks up", ignore_bins=lambda *labels: labels == (EQUAL, YES))
        yield cross("precision", "Y looks up")
    yield cross("precision", "Y shift")
    for part in PARTS:
        converted = f"Y {part} operands converted"
        yield cross("precision", converted, ignore_bins=lambda *labels: labels == ("FP16", "no"))
        for what in ("offset", "scale", "convertor shift"):
            yield cross("precision", f"Y {part} operand {what}")


def _convertor(part: str, operator: YSettings) -> OperandConvertor | None:
    """The convertor that operands of a part of Y come to."""
    convertors = {"ALU": operator.alu_convertor, "MUL": operator.mul_convertor}
    return convertors[part] if part in operator.wants else None


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


def _working(sdp: Sdp, there: Iterable[str]) -> str:
    return _named(there, (not operator.bypass for name, operator in sdp.operators if name in there))


def _named(operators: Iterable[str], working: Iterable[bool]) -> str:
    return " ".join(compress(map(str.upper, operators), working)) or NONE
