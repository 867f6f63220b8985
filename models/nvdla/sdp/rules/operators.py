"""What is legal of SDP's operators and their operands."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import READER, X_SHIFT_AT_MOST, OutputConvertor, Sdp
from models.nvdla.sdp.operators.settings import MEMORY
from models.nvdla.sdp.rules import operator_breakers as breakers
from models.nvdla.sdp.rules.sections import BATCH_LIMITS, GENERAL_LIMITS, Context, broken, given_operands
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.rules import Broken, RuleList

OPERANDS_PAGE = "docs/nvdla/layouts.md, 'SDP operands'"


OPERATOR_RULES = RuleList[Sdp, HwConfig](Sdp)


@OPERATOR_RULES.rule(
    "sdp-operand-source",
    "SDP_RDMA reads operands for those operators that take them from memory, and for no others.",
    GENERAL_LIMITS,
    breakers.other_source,
)
def _sources(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for names, operator in given_operands(sdp):
        if operator.operands is not None and not operator.operands.components:
            continue  # a rule of its own
        if text := operator.mismatch:
            registers = [f"D_DP_{names.prefix}_ALU_CFG", f"D_DP_{names.prefix}_MUL_CFG"]
            registers += [] if sdp.reading.reads_nothing else [f"{READER}.{names.switches}"]
            yield broken(f"{names.operator.upper()}: {text}", *registers)


@OPERATOR_RULES.rule(
    "sdp-operand-size", "Operands of one byte are of INT8 only.", OPERANDS_PAGE, breakers.short_operands
)
def _sizes(sdp: Sdp, _: Context) -> Iterator[Broken]:
    needed = ELEMENT_BYTES.get(sdp.precision, 0)
    for names, operator in given_operands(sdp):
        if operator.operands is not None and operator.operands.element_bytes < needed:
            text = f"{names.label} have 1 byte, {sdp.precision} needs 2"
            yield broken(text, f"{READER}.{names.switches}", "D_DATA_FORMAT")


@OPERATOR_RULES.rule(
    "sdp-prelu-alone", "An operator with PReLU works without its ALU.", GENERAL_LIMITS, breakers.prelu_with_alu
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
    breakers.shift,
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
    breakers.bypassed_convertor,
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


@OPERATOR_RULES.rule(
    "sdp-compare-last",
    "Where Y compares, integer operands are not converted, and nothing behind its ALU changes anything.",
    GENERAL_LIMITS,
    breakers.compare_and_more,
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
    breakers.compare_several,
)
def _compare_alone(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if sdp.y.compares and (sdp.winograd or sdp.batches > 1):
        what = "Winograd" if sdp.winograd else f"{sdp.batches} batches"
        yield broken(f"Y compares with {what}, which it cannot", "D_DP_EW_CFG", "D_FEATURE_MODE_CFG")


@OPERATOR_RULES.rule(
    "sdp-batch-pixel",
    "With several batches of one pixel, operands for elements are for one surface only.",
    "docs/nvdla/post_processing.md, 'What SDP_RDMA reads'",
    breakers.batches_of_a_pixel,
)
def _batch_pixel(sdp: Sdp, context: Context) -> Iterator[Broken]:
    lanes = context.config.atom_bytes // ELEMENT_BYTES.get(sdp.precision, context.config.atom_bytes)
    if sdp.batches == 1 or (sdp.height, sdp.width) != (1, 1) or sdp.channels <= lanes:
        return
    for names, operator in given_operands(sdp):
        if operator.operands is not None and operator.operands.per_element:
            text = f"{names.label} are for elements, of {sdp.batches} batches of a pixel of more than {lanes} channels"
            yield broken(text, f"{READER}.{names.switches}", "D_FEATURE_MODE_CFG")
