"""Small legal SDP layers, from which breakers make what breaks a rule."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import COMPONENTS, Operands
from models.nvdla.sdp.operators.settings import YSettings
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from models.rules import Case

SdpCase = Case[Sdp, HwConfig]

DESTINATION_AT = 1 << 30
SOURCE_AT, OPERANDS_AT = 1 << 29, 1 << 28
OPERAND_BYTES = 2


def legal(config: HwConfig, ram: str, precision: str, height: int = 3, width: int = 4) -> Sdp:
    """A small legal layer that changes nothing, with two surfaces of output and no gaps."""
    return Sdp(
        precision=precision,
        out_precision=precision,
        channels=config.atom_bytes // ELEMENT_BYTES[precision] + 1,
        height=height,
        width=width,
        destination=_packed(ram, DESTINATION_AT, height, width, config.atom_bytes),
    )


def small(case: SdpCase, precision: str = "") -> Sdp:
    """One in the memory and the precision of a case, or in another precision."""
    return legal(case.context.config, case.subject.destination.ram, precision or case.subject.precision)


def from_memory(case: SdpCase, sdp: Sdp | None = None, precision: str = "") -> Sdp:
    """A layer whose input lies in memory, in the processing's precision or another one."""
    sdp = sdp or small(case)
    side = _packed(sdp.destination.ram, SOURCE_AT, sdp.height, sdp.width, case.context.config.atom_bytes)
    return replace(sdp, source=SdpSource(side=side, precision=precision or sdp.precision))


def operands(case: SdpCase, sdp: Sdp, use: str, *, per_element: bool = True) -> Operands:
    """Operands for a layer, of two bytes."""
    lanes = case.context.config.atom_bytes // ELEMENT_BYTES[sdp.precision]
    size = lanes * len(COMPONENTS[use]) * OPERAND_BYTES
    side = _packed(sdp.destination.ram, OPERANDS_AT, sdp.height, sdp.width, size)
    return Operands(use=use, element_bytes=OPERAND_BYTES, per_element=per_element, side=side)


def batches(case: SdpCase) -> Sdp:
    """A layer of two batches, with a gap between them."""
    sdp, gap = small(case), 8 * case.context.config.atom_bytes
    side = sdp.destination
    sdp = replace(sdp, destination=replace(side, surface_stride_bytes=side.surface_stride_bytes + gap))
    return replace(sdp, batches=2, batch_stride_bytes=sdp.layout(case.context.config).size_bytes + gap)


def looking_up(case: SdpCase, exponential: bool, precision: str) -> Sdp | None:
    """A small layer that uses tables, where the configuration has them; of the case's precision if none is given."""
    if "SDP_LUT" not in case.context.config.features:
        return None
    sdp, y = small(case, precision), YSettings(bypass=False, lut_bypass=False)
    return replace(sdp, y=y, lut=LutConfig.of(sdp.precision, exponential=exponential))


def changed(case: SdpCase, sdp: Sdp) -> SdpCase:
    """The case with another layer."""
    return replace(case, subject=sdp)


def with_side(sdp: Sdp, which: str, side: Side) -> Sdp:
    """The layer with its ``input``, its ``output`` or the ``operands`` of X1 somewhere else."""
    if which == "output":
        return replace(sdp, destination=side)
    if which == "input":
        assert sdp.source is not None
        return replace(sdp, source=replace(sdp.source, side=side))
    assert sdp.x1.operands is not None
    return replace(sdp, x1=replace(sdp.x1, operands=replace(sdp.x1.operands, side=side)))


def side_of(sdp: Sdp, which: str) -> Side:
    """Where one of these lies."""
    if which == "output":
        return sdp.destination
    if which == "input":
        assert sdp.source is not None
        return sdp.source.side
    assert sdp.x1.operands is not None
    return sdp.x1.operands.side


def _packed(ram: str, address: int, height: int, width: int, pixel_bytes: int) -> Side:
    line_bytes = width * pixel_bytes
    return Side(ram=ram, address=address, line_stride_bytes=line_bytes, surface_stride_bytes=height * line_bytes)
