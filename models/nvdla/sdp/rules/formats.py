"""What is legal of SDP's number formats and of what a configuration has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from models.breakers import one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.descriptor import FLYING_OUT, NARROWED, READER, UNIT, X_ALGORITHMS, Sdp
from models.nvdla.sdp.operators.absent import FEATURES
from models.nvdla.sdp.operators.settings import XSettings, YSettings
from models.nvdla.sdp.rules.shared import (
    BATCH_LIMITS,
    COMPARING,
    GUIDE,
    Context,
    SdpCase,
    adding,
    batches,
    broken,
    from_memory,
    given_operands,
    small,
)
from models.nvdla.surfaces.rules import ABSENT, add_absent_precision
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.rules import Broken, RuleList

DC_LIMITS = "guide, 'Limitation', SDP, DC"
PRECISIONS_PAGE = "docs/nvdla/post_processing.md, 'SDP precisions that work'"
RESERVED = "0x3"
RESERVED_ALU = XSettings(bypass=False, alu_bypass=False, alu_algo=RESERVED)


def _known(sdp: Sdp) -> bool:
    """No precision is a reserved value."""
    return {sdp.in_precision, sdp.precision, sdp.out_precision} <= set(ELEMENT_BYTES)


FORMAT_RULES = RuleList[Sdp, HwConfig](Sdp)


@FORMAT_RULES.rule(
    "sdp-reserved",
    "Neither a precision nor an algorithm or a use is a reserved value.",
    GUIDE,
    one_of(
        sets("precision", RESERVED, of=small),
        sets("out_precision", RESERVED, of=small),
        sets("source.precision", RESERVED, of=from_memory),
        sets("x1", RESERVED_ALU, of=small),
        sets("x2", RESERVED_ALU, of=small),
        sets("x1.operands.use", RESERVED, of=adding),
    ),
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


add_absent_precision(
    FORMAT_RULES,
    "sdp-absent-precision",
    "SDP reads, processes and writes precisions that the configuration has.",
    register=f"{UNIT}.D_DATA_FORMAT",
    precisions=lambda sdp: (sdp.in_precision, sdp.precision, sdp.out_precision),
    small=small,
)


def _lacking(feature: str) -> Callable[[SdpCase], Sdp | None]:
    """A small layer where the configuration lacks a feature; registers of tables are told where it is these."""

    def legal(case: SdpCase) -> Sdp | None:
        sdp = small(case)
        if feature in case.context.config.features:
            return None
        return replace(sdp, lut=LutConfig.of(sdp.precision)) if feature == "SDP_LUT" else sdp

    return legal


@FORMAT_RULES.rule(
    "sdp-absent-feature",
    "A layer uses operators and tables that the configuration has.",
    ABSENT,
    one_of(
        sets("x1.bypass", False, of=_lacking("SDP_X1")),
        sets("x2.bypass", False, of=_lacking("SDP_X2")),
        sets("y.bypass", False, of=_lacking("SDP_Y")),
        sets("y", YSettings(bypass=False, lut_bypass=False), of=_lacking("SDP_LUT")),
    ),
)
def _absent_feature(sdp: Sdp, context: Context) -> Iterator[Broken]:
    wanted = [(FEATURES[name], not operator.bypass) for name, operator in sdp.operators]
    for (feature, works), (names, _) in zip(wanted, given_operands(sdp), strict=True):
        if works and feature not in context.config.features:
            yield broken(f"{context.config.name} has no {feature}", f"D_DP_{names.prefix}_CFG")
    if sdp.y.lut and "SDP_LUT" not in context.config.features:
        yield broken(f"{context.config.name} has no SDP_LUT", "D_DP_EW_CFG")


def _unwritten(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """An output precision that does not come of the processing, where there is one."""
    has = case.context.config.precisions
    pairs = [(one, two) for one in has for two in has if two not in FLYING_OUT[one]]
    if not pairs:
        return None
    precision, out = pairs[rng.integers(len(pairs))]
    return replace(case, subject=replace(small(case, precision), out_precision=out))


def _unprocessed(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A processing that does not come of the input, where there is one."""
    has = case.context.config.precisions
    pairs = [(one, two) for one in has for two in has if one != two and (one, two) != NARROWED[:2]]
    if not pairs:
        return None
    reading, precision = pairs[rng.integers(len(pairs))]
    ram = case.subject.destination.ram
    return replace(case, subject=Sdp.of(case.context.config, precision, ram=ram, reading=reading))


@FORMAT_RULES.rule(
    "sdp-precisions",
    "INT8 is written as an integer, INT16 and FP16 in 16 bits; of inputs in memory INT16 may become INT8.",
    PRECISIONS_PAGE,
    one_of(_unwritten, _unprocessed),
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


def _converting(case: SdpCase) -> Sdp | None:
    """A layer that writes another precision, where the configuration has it."""
    sdp = small(case)
    other = FLYING_OUT[sdp.precision][1]
    return replace(sdp, out_precision=other) if other in case.context.config.precisions else None


@FORMAT_RULES.rule(
    "sdp-kept-precision",
    "What is handed on to PDP or compared keeps its precision.",
    DC_LIMITS,
    one_of(sets("to_pdp", True, of=_converting), sets("y", COMPARING, of=_converting)),
)
def _kept(sdp: Sdp, _: Context) -> Iterator[Broken]:
    names = list(dict.fromkeys((sdp.in_precision, sdp.precision, sdp.out_precision)))
    if len(names) == 1 or not sdp.writes_nothing or not _known(sdp):
        return
    why = "is handed on to PDP" if sdp.to_pdp else "is compared"
    yield broken(f"{' to '.join(names)} {why}: it must keep its precision", "D_DATA_FORMAT", "D_FEATURE_MODE_CFG")


def _of_bytes(case: SdpCase, out: str = "INT8", layer: Callable[[SdpCase, str], Sdp] = small) -> Sdp | None:
    """A layer of INT8 with an output of a precision, where the configuration has INT16 beside it."""
    there = {"INT8", "INT16"} <= set(case.context.config.precisions)
    return replace(layer(case, "INT8"), out_precision=out) if there else None


@FORMAT_RULES.rule(
    "sdp-twin-surfaces",
    "INT8 is written in 16 bits neither with several batches nor behind Winograd.",
    PRECISIONS_PAGE,
    one_of(
        sets("winograd", True, of=partial(_of_bytes, out="INT16")),
        sets("out_precision", "INT16", of=partial(_of_bytes, layer=batches)),
    ),
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
    one_of(
        sets("winograd", True, of=from_memory),
        sets("source", lambda case: from_memory(case).source, of=batches),
    ),
)
def _flying(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if sdp.source is not None and (sdp.winograd or sdp.batches > 1):
        what = "Winograd" if sdp.winograd else f"{sdp.batches} batches"
        yield broken(f"{what} with an input from memory: only a convolution hands it on so", "D_FEATURE_MODE_CFG")
