"""What breaks the rules of SDP's operators: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.descriptor import X_SHIFT_AT_MOST, OutputConvertor, Sdp
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, XSettings, YSettings
from models.nvdla.sdp.rules.breakers import SdpCase, batches, changed, operands, small

X_SHIFT_FIELD = 256
"""Values that its field has."""


def other_source(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """Operands that nobody takes, none where somebody waits for them, or those of the other part."""
    sdp = small(case)
    ways = (
        XSettings(bypass=False, alu_bypass=False, operands=operands(case, sdp, "ALU")),
        XSettings(operands=operands(case, sdp, "BOTH")),
        XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY),
        XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands(case, sdp, "MUL")),
        XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands(case, sdp, "BOTH")),
    )
    x = ways[rng.integers(len(ways))]
    return changed(case, replace(sdp, x1=x) if rng.integers(2) else replace(sdp, x2=x))


def short_operands(case: SdpCase, _: np.random.Generator) -> SdpCase | None:
    """Operands of a byte for elements of two, where there are such."""
    wide = [name for name in case.context.config.precisions if name != "INT8"]
    if not wide:
        return None
    sdp = small(case, wide[0])
    short = replace(operands(case, sdp, "MUL"), element_bytes=1)
    return changed(case, replace(sdp, x2=XSettings(bypass=False, mul_bypass=False, mul_source=MEMORY, operands=short)))


def prelu_with_alu(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """PReLU behind an ALU that works."""
    sdp, x = small(case), XSettings(bypass=False, alu_bypass=False, mul_bypass=False, prelu=True)
    y = YSettings(bypass=False, alu_bypass=False, mul_bypass=False, prelu=True)
    ways = replace(sdp, x1=x), replace(sdp, x2=x), replace(sdp, y=y)
    return changed(case, ways[rng.integers(len(ways))])


def shift(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A shift of which the part looks at the low bits only."""
    x = XSettings(bypass=False, shift=int(rng.integers(X_SHIFT_AT_MOST + 1, X_SHIFT_FIELD)))
    return changed(case, replace(small(case), x1=x) if rng.integers(2) else replace(small(case), x2=x))


def bypassed_convertor(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """FP16 operands of Y whose convertor is bypassed, where the configuration has FP16."""
    if "FP16" not in case.context.config.precisions:
        return None
    sdp, converts = small(case, "FP16"), OperandConvertor(bypass=False)
    if rng.integers(2):
        y = YSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, mul_convertor=converts)
        return changed(case, replace(sdp, y=replace(y, operands=operands(case, sdp, "ALU"))))
    y = YSettings(bypass=False, mul_bypass=False, mul_source=MEMORY, alu_convertor=converts)
    return changed(case, replace(sdp, y=replace(y, operands=operands(case, sdp, "MUL"))))


def compare_and_more(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A comparison with something behind it, or with operands that are converted."""
    sdp = small(case, case.context.config.precisions[0])
    y = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL)
    converted = replace(
        y,
        alu_source=MEMORY,
        alu_convertor=OperandConvertor(bypass=False),
        operands=operands(case, sdp, "ALU"),
    )
    ways: tuple[Sdp, ...] = (
        replace(sdp, y=y, convertor=OutputConvertor(offset=1)),
        replace(sdp, y=y, convertor=OutputConvertor(scale=2)),
        replace(sdp, y=y, convertor=OutputConvertor(shift=1)),
        replace(sdp, y=converted),
        replace(sdp, y=replace(y, lut_bypass=False), lut=LutConfig.of(sdp.precision)),
    )
    return changed(case, ways[rng.integers(len(ways) if "SDP_LUT" in case.context.config.features else len(ways) - 1)])


def compare_several(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A comparison of batches or of tiles."""
    y = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL)
    if rng.integers(2):
        return changed(case, replace(batches(case), y=y))
    return changed(case, replace(small(case), y=y, winograd=True))


def batches_of_a_pixel(case: SdpCase, _: np.random.Generator) -> SdpCase:
    """Batches of one pixel of two surfaces, with operands for elements."""
    sdp, pair = small(case), 2 * case.context.config.atom_bytes
    side = replace(sdp.destination, line_stride_bytes=pair, surface_stride_bytes=pair)
    sdp = replace(sdp, height=1, width=1, batches=2, batch_stride_bytes=4 * pair, destination=side)
    x1 = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands(case, sdp, "ALU"))
    return changed(case, replace(sdp, x1=x1))
