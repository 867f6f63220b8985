"""What is legal of SDP's operators and their operands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from models.breakers import one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.descriptor import READER, X_SHIFT_AT_MOST, OutputConvertor, Sdp
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import MEMORY, OperatorSettings, XSettings, YSettings
from models.nvdla.sdp.rules.shared import (
    ADDING,
    BATCH_LIMITS,
    COMPARING,
    GENERAL_LIMITS,
    Context,
    SdpCase,
    batches,
    broken,
    comparing,
    given_operands,
    operands,
    small,
)
from models.nvdla.surfaces.rules import in_precision
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.rules import Broken, RuleList

OPERANDS_PAGE = "docs/nvdla/layouts.md, 'SDP operands'"
X_PRELU = XSettings(bypass=False, alu_bypass=False, mul_bypass=False, prelu=True)
Y_PRELU = YSettings(bypass=False, alu_bypass=False, mul_bypass=False, prelu=True)
SHIFTS = tuple(XSettings(bypass=False, shift=shift) for shift in range(X_SHIFT_AT_MOST + 1, 256))
"""Those of which the part looks at the low bits only."""
CONVERTS = OperandConvertor(bypass=False)


def _takes(use: str, settings: OperatorSettings) -> Callable[[SdpCase], OperatorSettings]:
    """An operator for which operands are read, as a value of a breaker."""
    return lambda case: replace(settings, operands=operands(case, case.subject, use))


MISMATCHES = (
    _takes("ALU", XSettings(bypass=False, alu_bypass=False)),
    _takes("BOTH", XSettings()),
    ADDING,
    _takes("MUL", ADDING),
    _takes("BOTH", ADDING),
)
"""Operands that nobody takes, none where somebody waits for them, and those of the other part."""

OPERATOR_RULES = RuleList[Sdp, HwConfig](Sdp)


@OPERATOR_RULES.rule(
    "sdp-operand-source",
    "SDP_RDMA reads operands for those operators that take them from memory, and for no others.",
    GENERAL_LIMITS,
    one_of(*(one_of(sets("x1", wrong, of=small), sets("x2", wrong, of=small)) for wrong in MISMATCHES)),
)
def _sources(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for names, operator in given_operands(sdp):
        if operator.operands is not None and not operator.operands.components:
            continue  # a rule of its own
        if text := operator.mismatch:
            registers = [f"D_DP_{names.prefix}_ALU_CFG", f"D_DP_{names.prefix}_MUL_CFG"]
            registers += [] if sdp.reading.reads_nothing else [f"{READER}.{names.switches}"]
            yield broken(f"{names.operator.upper()}: {text}", *registers)


def _multiplying_wide(case: SdpCase) -> Sdp | None:
    """A layer whose X2 multiplies elements of two bytes with what comes from memory, where there are such."""
    wide = [name for name in case.context.config.precisions if name != "INT8"]
    if not wide:
        return None
    sdp = small(case, wide[0])
    x2 = XSettings(bypass=False, mul_bypass=False, mul_source=MEMORY, operands=operands(case, sdp, "MUL"))
    return replace(sdp, x2=x2)


@OPERATOR_RULES.rule(
    "sdp-operand-size",
    "Operands of one byte are of INT8 only.",
    OPERANDS_PAGE,
    sets("x2.operands.element_bytes", 1, of=_multiplying_wide),
)
def _sizes(sdp: Sdp, _: Context) -> Iterator[Broken]:
    needed = ELEMENT_BYTES.get(sdp.precision, 0)
    for names, operator in given_operands(sdp):
        if operator.operands is not None and operator.operands.element_bytes < needed:
            text = f"{names.label} have 1 byte, {sdp.precision} needs 2"
            yield broken(text, f"{READER}.{names.switches}", "D_DATA_FORMAT")


@OPERATOR_RULES.rule(
    "sdp-prelu-alone",
    "An operator with PReLU works without its ALU.",
    GENERAL_LIMITS,
    one_of(sets("x1", X_PRELU, of=small), sets("x2", X_PRELU, of=small), sets("y", Y_PRELU, of=small)),
)
def _prelu(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for names, operator in given_operands(sdp):
        if operator.prelu and operator.mul and operator.alu:
            text = f"{names.operator.upper()} has PReLU and works with its ALU, which must be bypassed then"
            yield broken(text, f"D_DP_{names.prefix}_CFG")


@OPERATOR_RULES.rule(
    "sdp-x-shift",
    "X1 and X2 shift by no more bits than the part looks at.",
    "docs/nvdla/post_processing.md, 'SDP X1 and X2'",
    one_of(sets("x1", *SHIFTS, of=small), sets("x2", *SHIFTS, of=small)),
)
def _shift(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for prefix, operator in (("BS", sdp.x1), ("BN", sdp.x2)):
        if not operator.bypass and operator.shift > X_SHIFT_AT_MOST:
            text = f"{prefix}_MUL_SHIFT_VALUE is {operator.shift}, at most {X_SHIFT_AT_MOST}"
            yield broken(text, f"D_DP_{prefix}_MUL_CFG")


@OPERATOR_RULES.rule(
    "sdp-float-convertor",
    "FP16 operands of Y from memory are not told to bypass their convertor.",
    GENERAL_LIMITS,
    sets(
        "y",
        _takes("ALU", YSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, mul_convertor=CONVERTS)),
        _takes("MUL", YSettings(bypass=False, mul_bypass=False, mul_source=MEMORY, alu_convertor=CONVERTS)),
        of=in_precision(small, "FP16"),
    ),
)
def _float_convertors(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if sdp.precision != "FP16":
        return
    y = sdp.y
    for part, works, source, convertor in (
        ("ALU", y.alu, y.alu_source, y.alu_convertor),
        ("MUL", y.mul, y.mul_source, y.mul_convertor),
    ):
        if works and source == MEMORY and convertor.bypass:
            text = f"EW_{part}_CVT_BYPASS is YES with FP16 operands from memory, must be NO"
            yield broken(text, f"D_DP_EW_{part}_CFG")


def _of_integers(case: SdpCase) -> Sdp:
    return small(case, next(name for name in case.context.config.precisions if name != "FP16"))


def _comparing_beside_tables(case: SdpCase) -> Sdp | None:
    """A layer that compares and tells of tables that it does not use, where the configuration has them."""
    sdp = comparing(case)
    return replace(sdp, lut=LutConfig.of(sdp.precision)) if "SDP_LUT" in case.context.config.features else None


@OPERATOR_RULES.rule(
    "sdp-compare-last",
    "Where Y compares, integer operands are not converted, and nothing behind its ALU changes anything.",
    GENERAL_LIMITS,
    one_of(
        sets("convertor.offset", 1, of=comparing),
        sets("convertor.scale", 2, of=comparing),
        sets("convertor.shift", 1, of=comparing),
        sets("y", _takes("ALU", replace(COMPARING, alu_source=MEMORY, alu_convertor=CONVERTS)), of=_of_integers),
        sets("y.lut_bypass", False, of=_comparing_beside_tables),
    ),
)
def _compare_last(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if not sdp.y.compares:
        return
    if sdp.precision != "FP16" and sdp.y.alu_source == MEMORY and not sdp.y.alu_convertor.bypass:
        yield broken("Y compares, and the convertor of its ALU is not bypassed", "D_DP_EW_ALU_CFG")
    if sdp.y.lut:
        yield broken("Y compares, and its look-up tables are not bypassed", "D_DP_EW_CFG")
    if sdp.convertor != OutputConvertor():
        text = f"Y compares, and the output convertor is {sdp.convertor}, must be offset 0, scale 1, shift 0"
        yield broken(text, "D_CVT_OFFSET", "D_CVT_SCALE", "D_CVT_SHIFT")


@OPERATOR_RULES.rule(
    "sdp-compare-alone",
    "Y compares neither several batches nor Winograd's tiles.",
    BATCH_LIMITS,
    one_of(sets("winograd", True, of=comparing), sets("y", COMPARING, of=batches)),
)
def _compare_alone(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if sdp.y.compares and (sdp.winograd or sdp.batches > 1):
        what = "Winograd" if sdp.winograd else f"{sdp.batches} batches"
        yield broken(f"Y compares with {what}, which it cannot", "D_DP_EW_CFG", "D_FEATURE_MODE_CFG")


def _batches_of_a_pixel(case: SdpCase) -> Sdp:
    """Two batches of one pixel of two surfaces."""
    pair = 2 * case.context.config.atom_bytes
    side = replace(small(case).destination, line_stride_bytes=pair, surface_stride_bytes=pair)
    return replace(small(case), height=1, width=1, batches=2, batch_stride_bytes=4 * pair, destination=side)


@OPERATOR_RULES.rule(
    "sdp-batch-pixel",
    "With several batches of one pixel, operands for elements are for one surface only.",
    "docs/nvdla/post_processing.md, 'What SDP_RDMA reads'",
    sets("x1", _takes("ALU", ADDING), of=_batches_of_a_pixel),
)
def _batch_pixel(sdp: Sdp, context: Context) -> Iterator[Broken]:
    lanes = context.config.atom_bytes // ELEMENT_BYTES.get(sdp.precision, context.config.atom_bytes)
    if sdp.batches == 1 or (sdp.height, sdp.width) != (1, 1) or sdp.channels <= lanes:
        return
    for names, operator in given_operands(sdp):
        if operator.operands is not None and operator.operands.per_element:
            text = f"{names.label} are for elements, of {sdp.batches} batches of a pixel of more than {lanes} channels"
            yield broken(text, f"{READER}.{names.switches}", "D_FEATURE_MODE_CFG")
