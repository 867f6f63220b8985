"""What is legal of SDP's number formats and of what a configuration has."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import READER, X_ALGORITHMS, Sdp
from models.nvdla.sdp.rules import format_breakers as breakers
from models.nvdla.sdp.rules.sections import BATCH_LIMITS, GUIDE, PRECISIONS_PAGE, Context, broken, given_operands
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.rules import absent_precision
from models.rules import Broken, RuleList

DC_LIMITS = "guide, 'Limitation', SDP, DC"
FEATURES = {"x1": "SDP_X1", "x2": "SDP_X2", "y": "SDP_Y"}


def _known(sdp: Sdp) -> bool:
    """No precision is a reserved value."""
    return {sdp.in_precision, sdp.precision, sdp.out_precision} <= set(ELEMENT_BYTES)


FORMAT_RULES = RuleList[Sdp, HwConfig](Sdp)


@FORMAT_RULES.rule(
    "sdp-reserved", "Neither a precision nor an algorithm or a use is a reserved value.", GUIDE, breakers.reserved
)
def _reserved(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for field, precision in (("PROC_PRECISION", sdp.precision), ("OUT_PRECISION", sdp.out_precision)):
        if precision not in ELEMENT_BYTES:
            yield broken(f"{field} is the reserved value {precision}", "D_DATA_FORMAT")
    if sdp.source is not None and sdp.in_precision not in ELEMENT_BYTES:
        yield broken(f"IN_PRECISION is the reserved value {sdp.in_precision}", f"{READER}.D_FEATURE_MODE_CFG")
    for names, operator in given_operands(sdp):
        if operator is not sdp.y and operator.alu and operator.alu_algo not in X_ALGORITHMS:
            register = f"D_DP_{names.prefix}_CFG"
            yield broken(f"{names.prefix}_ALU_ALGO is the reserved value {operator.alu_algo}", register)
        if operator.operands is not None and not operator.operands.components:
            text = f"{names.letter}RDMA_DATA_USE is the reserved value {operator.operands.use}"
            yield broken(text, f"{READER}.{names.switches}")


@FORMAT_RULES.rule(
    "sdp-absent-precision",
    "SDP reads, processes and writes precisions that the configuration has.",
    "docs/configurations.md, 'What is absent'",
    breakers.missing_precision,
)
def _absent_precision(sdp: Sdp, context: Context) -> Iterator[Broken]:
    if text := absent_precision((sdp.in_precision, sdp.precision, sdp.out_precision), context.config):
        yield broken(text, "D_DATA_FORMAT")


@FORMAT_RULES.rule(
    "sdp-absent-feature",
    "A layer uses operators and tables that the configuration has.",
    "docs/configurations.md, 'What is absent'",
    breakers.missing_feature,
)
def _absent_feature(sdp: Sdp, context: Context) -> Iterator[Broken]:
    wanted = [(FEATURES[name], not operator.bypass) for name, operator in sdp.operators]
    for (feature, works), (names, _) in zip(wanted, given_operands(sdp), strict=True):
        if works and feature not in context.config.features:
            yield broken(f"{context.config.name} has no {feature}", f"D_DP_{names.prefix}_CFG")
    if sdp.y.lut and "SDP_LUT" not in context.config.features:
        yield broken(f"{context.config.name} has no SDP_LUT", "D_DP_EW_CFG")


@FORMAT_RULES.rule(
    "sdp-precisions",
    "INT8 is written as an integer, INT16 and FP16 in 16 bits; of inputs in memory INT16 may become INT8.",
    PRECISIONS_PAGE,
    breakers.precisions,
)
def _precisions(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if not _known(sdp) or sdp.out_precision in sdp.outputs:
        return
    source = "" if sdp.flying else f"{sdp.in_precision} from memory is processed as {sdp.precision}"
    if not sdp.outputs:
        text = f"{source}; it can be processed as itself, INT16 as INT8 too"
        yield broken(text, f"{READER}.D_FEATURE_MODE_CFG", "D_DATA_FORMAT")
    else:
        text = f"{sdp.precision} is written as {sdp.out_precision}, it can be {' or '.join(sdp.outputs)}"
        yield broken(f"{source}; {text}" if sdp.in_precision != sdp.precision else text, "D_DATA_FORMAT")


@FORMAT_RULES.rule(
    "sdp-kept-precision", "What is handed on to PDP or compared keeps its precision.", DC_LIMITS, breakers.converted
)
def _kept(sdp: Sdp, _: Context) -> Iterator[Broken]:
    names = list(dict.fromkeys((sdp.in_precision, sdp.precision, sdp.out_precision)))
    if len(names) == 1 or not sdp.writes_nothing or not _known(sdp):
        return
    why = "is handed on to PDP" if sdp.to_pdp else "is compared"
    yield broken(f"{' to '.join(names)} {why}: it must keep its precision", "D_DATA_FORMAT", "D_FEATURE_MODE_CFG")


@FORMAT_RULES.rule(
    "sdp-twin-surfaces",
    "INT8 is written in 16 bits neither with several batches nor behind Winograd.",
    PRECISIONS_PAGE,
    breakers.twins,
)
def _twins(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if not _known(sdp) or not sdp.writes_twins:
        return
    of = "behind Winograd" if sdp.winograd else f"in {sdp.batches} batches"
    if sdp.winograd or sdp.batches > 1:
        text = f"{sdp.precision} is written as {sdp.out_precision} {of}, which has two surfaces for each that comes in"
        yield broken(text, "D_DATA_FORMAT", "D_FEATURE_MODE_CFG")


@FORMAT_RULES.rule(
    "sdp-on-the-fly",
    "Several batches and Winograd's tiles come from the convolution.",
    BATCH_LIMITS,
    breakers.several_from_memory,
)
def _flying(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if sdp.source is not None and (sdp.winograd or sdp.batches > 1):
        what = "Winograd" if sdp.winograd else f"{sdp.batches} batches"
        yield broken(f"{what} with an input from memory: only a convolution hands it on so", "D_FEATURE_MODE_CFG")
