"""What is legal of SDP's operators and their operands."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.sdp import operator_breakers as breakers
from models.nvdla.sdp.descriptor import READER, X_SHIFT_AT_MOST, OutputConvertor, Sdp
from models.nvdla.sdp.sections import BATCH_LIMITS, GENERAL_LIMITS, Context, SdpRule, broken, given_operands
from models.nvdla.sdp.settings import MEMORY
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.rules import Broken, Rule

OPERANDS_PAGE = "docs/nvdla/layouts.md, 'SDP operands'"


def _sources(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for names, operator in given_operands(sdp):
        if operator.operands is not None and not operator.operands.components:
            continue  # a rule of its own
        if text := operator.mismatch:
            registers = [f"D_DP_{names.prefix}_ALU_CFG", f"D_DP_{names.prefix}_MUL_CFG"]
            registers += [] if sdp.reading.reads_nothing else [f"{READER}.{names.switches}"]
            yield broken(f"{names.operator.upper()}: {text}", *registers)


def _sizes(sdp: Sdp, _: Context) -> Iterator[Broken]:
    needed = ELEMENT_BYTES.get(sdp.precision, 0)
    for names, operator in given_operands(sdp):
        if operator.operands is not None and operator.operands.element_bytes < needed:
            text = f"{names.label} have 1 byte, {sdp.precision} needs 2"
            yield broken(text, f"{READER}.{names.switches}", "D_DATA_FORMAT")


def _prelu(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for names, operator in given_operands(sdp):
        if operator.prelu and operator.mul and operator.alu:
            text = f"{names.operator.upper()} has PReLU and works with its ALU, which must be bypassed then"
            yield broken(text, f"D_DP_{names.prefix}_CFG")


def _shift(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for prefix, operator in (("BS", sdp.x1), ("BN", sdp.x2)):
        if not operator.bypass and operator.shift > X_SHIFT_AT_MOST:
            text = f"{prefix}_MUL_SHIFT_VALUE is {operator.shift}, at most {X_SHIFT_AT_MOST}"
            yield broken(text, f"D_DP_{prefix}_MUL_CFG")


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


def _compare_alone(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if sdp.y.compares and (sdp.winograd or sdp.batches > 1):
        what = "Winograd" if sdp.winograd else f"{sdp.batches} batches"
        yield broken(f"Y compares with {what}, which it cannot", "D_DP_EW_CFG", "D_FEATURE_MODE_CFG")


def _batch_pixel(sdp: Sdp, context: Context) -> Iterator[Broken]:
    lanes = context.config.atom_bytes // ELEMENT_BYTES.get(sdp.precision, context.config.atom_bytes)
    if sdp.batches == 1 or (sdp.height, sdp.width) != (1, 1) or sdp.channels <= lanes:
        return
    for names, operator in given_operands(sdp):
        if operator.operands is not None and operator.operands.per_element:
            text = f"{names.label} are for elements, of {sdp.batches} batches of a pixel of more than {lanes} channels"
            yield broken(text, f"{READER}.{names.switches}", "D_FEATURE_MODE_CFG")


OPERATOR_RULES: tuple[SdpRule, ...] = (
    Rule(
        name="sdp-operand-source",
        of=Sdp,
        text="SDP_RDMA reads operands for those operators that take them from memory, and for no others.",
        section=GENERAL_LIMITS,
        find=_sources,
        break_it=breakers.other_source,
    ),
    Rule(
        name="sdp-operand-size",
        of=Sdp,
        text="Operands of one byte are of INT8 only.",
        section=OPERANDS_PAGE,
        find=_sizes,
        break_it=breakers.short_operands,
    ),
    Rule(
        name="sdp-prelu-alone",
        of=Sdp,
        text="An operator with PReLU works without its ALU.",
        section=GENERAL_LIMITS,
        find=_prelu,
        break_it=breakers.prelu_with_alu,
    ),
    Rule(
        name="sdp-x-shift",
        of=Sdp,
        text="X1 and X2 shift by no more bits than the part looks at.",
        section="docs/nvdla/post_processing.md, 'SDP X1 and X2'",
        find=_shift,
        break_it=breakers.shift,
    ),
    Rule(
        name="sdp-float-convertor",
        of=Sdp,
        text="FP16 operands of Y from memory are not told to bypass their convertor.",
        section=GENERAL_LIMITS,
        find=_float_convertors,
        break_it=breakers.bypassed_convertor,
    ),
    Rule(
        name="sdp-compare-last",
        of=Sdp,
        text="Where Y compares, integer operands are not converted, and nothing behind its ALU changes anything.",
        section=GENERAL_LIMITS,
        find=_compare_last,
        break_it=breakers.compare_and_more,
    ),
    Rule(
        name="sdp-compare-alone",
        of=Sdp,
        text="Y compares neither several batches nor Winograd's tiles.",
        section=BATCH_LIMITS,
        find=_compare_alone,
        break_it=breakers.compare_several,
    ),
    Rule(
        name="sdp-batch-pixel",
        of=Sdp,
        text="With several batches of one pixel, operands for elements are for one surface only.",
        section="docs/nvdla/post_processing.md, 'What SDP_RDMA reads'",
        find=_batch_pixel,
        break_it=breakers.batches_of_a_pixel,
    ),
)
