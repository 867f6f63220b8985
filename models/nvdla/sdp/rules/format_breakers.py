"""What breaks the rules of SDP's number formats: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.descriptor import FLYING_OUT, Sdp
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, XSettings, YSettings
from models.nvdla.sdp.rules.breakers import SdpCase, batches, changed, from_memory, operands, small
from models.nvdla.surfaces.layout import ELEMENT_BYTES

RESERVED = "0x3"


def reserved(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A reserved precision, algorithm or use."""
    sdp = small(case)
    source = from_memory(case).source
    assert source is not None
    x = XSettings(bypass=False, alu_bypass=False, alu_algo=RESERVED)
    unread = replace(operands(case, sdp, "ALU"), use=RESERVED)
    ways: tuple[Sdp, ...] = (
        replace(sdp, precision=RESERVED),
        replace(sdp, out_precision=RESERVED),
        replace(sdp, source=replace(source, precision=RESERVED)),
        replace(sdp, x1=x) if rng.integers(2) else replace(sdp, x2=x),
        replace(sdp, x1=XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=unread)),
    )
    return changed(case, ways[rng.integers(len(ways))])


def missing_precision(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A precision that the configuration lacks, where it lacks one."""
    missing = sorted(set(ELEMENT_BYTES) - set(case.context.config.precisions))
    return changed(case, small(case, str(rng.choice(missing)))) if missing else None


def missing_feature(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """An operator that the configuration lacks, or its tables, where it lacks any."""
    sdp, table = small(case), YSettings(bypass=False, lut_bypass=False)
    ways = {
        "SDP_X1": replace(sdp, x1=XSettings(bypass=False)),
        "SDP_X2": replace(sdp, x2=XSettings(bypass=False)),
        "SDP_Y": replace(sdp, y=YSettings(bypass=False)),
        "SDP_LUT": replace(sdp, y=table, lut=LutConfig()),
    }
    missing = [name for name in ways if name not in case.context.config.features]
    return changed(case, ways[missing[rng.integers(len(missing))]]) if missing else None


def precisions(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """An output precision that does not come of the processing, or a processing of the input, where there is one."""
    has = case.context.config.precisions
    pairs = [(one, two) for one in has for two in has if two not in FLYING_OUT[one]]
    mixed = [(one, two) for one in has for two in has if one != two and (one, two) != ("INT16", "INT8")]
    if mixed and rng.integers(2):
        source, precision = mixed[rng.integers(len(mixed))]
        return changed(case, from_memory(case, small(case, precision), source))
    if not pairs:
        return None
    source, result = pairs[rng.integers(len(pairs))]
    return changed(case, replace(small(case, source), out_precision=result))


def converted(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """What goes to PDP or is compared, in another precision than it comes, where there are two."""
    has = case.context.config.precisions
    pairs = [(one, two) for one in has for two in FLYING_OUT[one] if one != two and two in has]
    if not pairs:
        return None
    source, result = pairs[rng.integers(len(pairs))]
    sdp = replace(small(case, source), out_precision=result)
    if rng.integers(2):
        return changed(case, replace(sdp, to_pdp=True))
    return changed(case, replace(sdp, y=YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL)))


def twins(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """INT8 that is written as INT16, of several batches or behind Winograd, where both precisions are there."""
    wrong = ("INT8", "INT16")
    if not set(wrong) <= set(case.context.config.precisions):
        return None
    several = bool(rng.integers(2))
    sdp = replace(batches(case) if several else small(case), winograd=not several)
    return changed(case, replace(sdp, precision=wrong[0], out_precision=wrong[1]))


def several_from_memory(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """Batches or tiles that come from memory."""
    if rng.integers(2):
        return changed(case, from_memory(case, batches(case)))
    return changed(case, replace(from_memory(case), winograd=True))
