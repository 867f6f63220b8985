"""What breaks the rules of SDP: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import FLYING_OUT, X1, X1_SHIFT_AT_MOST, Sdp
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from models.rules import Case

SdpCase = Case[Sdp, HwConfig]

DESTINATION_AT = 1 << 30
X1_SHIFT_FIELD = 256
"""Values that its field has."""


def reserved(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A reserved precision, of processing or of the output."""
    sdp = _small(case)
    wrong = replace(sdp, precision="0x3") if rng.integers(2) else replace(sdp, out_precision="0x3")
    return replace(case, subject=wrong)


def absent_precision(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A precision that the configuration lacks, where it lacks one."""
    config = case.context.config
    absent = sorted(set(ELEMENT_BYTES) - set(config.precisions))
    if not absent:
        return None
    return replace(case, subject=legal(config, case.subject.destination.ram, str(rng.choice(absent))))


def precisions(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """An output precision that does not come of the processing, where there is one."""
    config = case.context.config
    pairs = [(one, two) for one in config.precisions for two in config.precisions if two not in FLYING_OUT[one]]
    if not pairs:
        return None
    source, result = pairs[rng.integers(len(pairs))]
    sdp = legal(config, case.subject.destination.ram, source)
    return replace(case, subject=replace(sdp, out_precision=result))


def twins(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """INT8 that is written as INT16, of several batches or behind Winograd, where both precisions are there."""
    config, wrong = case.context.config, ("INT8", "INT16")
    if not set(wrong) <= set(config.precisions):
        return None
    several = bool(rng.integers(2))
    sdp = replace(_batches(case) if several else _small(case), winograd=not several)
    return replace(case, subject=replace(sdp, precision=wrong[0], out_precision=wrong[1]))


def batch_alignment(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """An address or a stride of an odd number of atoms."""
    config, sdp = case.context.config, _batches(case)
    way = rng.integers(4)
    if way == 0:
        return replace(case, subject=replace(sdp, batch_stride_bytes=sdp.batch_stride_bytes + config.atom_bytes))
    name = ("address", "line_stride_bytes", "surface_stride_bytes")[way - 1]
    wrong: Side = replace(sdp.destination, **{name: getattr(sdp.destination, name) + config.atom_bytes})
    return replace(case, subject=replace(sdp, destination=wrong))


def batch_stride(case: SdpCase, _: np.random.Generator) -> SdpCase:
    """Cubes that overlap by two atoms."""
    sdp, config = _batches(case), case.context.config
    size = sdp.layout(config).size_bytes
    return replace(case, subject=replace(sdp, batch_stride_bytes=size - 2 * config.atom_bytes))


def line_stride(case: SdpCase, _: np.random.Generator) -> SdpCase:
    """Lines that overlap."""
    sdp = _small(case)
    stride = sdp.destination.line_stride_bytes - case.context.config.atom_bytes
    return _with_side(case, sdp, replace(sdp.destination, line_stride_bytes=stride))


def surface_stride(case: SdpCase, _: np.random.Generator) -> SdpCase:
    """Surfaces that overlap."""
    sdp = _small(case)
    stride = sdp.destination.surface_stride_bytes - case.context.config.atom_bytes
    return _with_side(case, sdp, replace(sdp.destination, surface_stride_bytes=stride))


def point(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A pixel whose line stride or surface stride is not an atom."""
    config = case.context.config
    sdp = legal(config, case.subject.destination.ram, case.subject.precision, height=1, width=1)
    side, stride = sdp.destination, 2 * config.atom_bytes
    if rng.integers(2):
        return _with_side(case, sdp, replace(side, line_stride_bytes=stride))
    return _with_side(case, sdp, replace(side, surface_stride_bytes=stride))


def address_range(case: SdpCase, _: np.random.Generator) -> SdpCase:
    """An output that ends behind the last address."""
    config, sdp = case.context.config, _small(case)
    last = (1 << config.port(sdp.destination.ram).address_bits) - config.atom_bytes
    return _with_side(case, sdp, replace(sdp.destination, address=last))


def shift(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A shift of which the part looks at the low bits only."""
    bits = int(rng.integers(X1_SHIFT_AT_MOST + 1, X1_SHIFT_FIELD))
    return replace(case, subject=replace(_small(case), x1=X1(bypass=False, shift=bits)))


def legal(config: HwConfig, ram: str, precision: str, height: int = 3, width: int = 4) -> Sdp:
    """A small legal layer that changes nothing, with two surfaces of output and no gaps."""
    line_bytes = width * config.atom_bytes
    return Sdp(
        precision=precision,
        out_precision=precision,
        channels=config.atom_bytes // ELEMENT_BYTES[precision] + 1,
        height=height,
        width=width,
        destination=Side(
            ram=ram,
            address=DESTINATION_AT,
            line_stride_bytes=line_bytes,
            surface_stride_bytes=height * line_bytes,
        ),
    )


def _small(case: SdpCase) -> Sdp:
    return legal(case.context.config, case.subject.destination.ram, case.subject.precision)


def _batches(case: SdpCase) -> Sdp:
    """The same of two batches, with a gap between them."""
    sdp, gap = _small(case), 8 * case.context.config.atom_bytes
    side = sdp.destination
    sdp = replace(sdp, destination=replace(side, surface_stride_bytes=side.surface_stride_bytes + gap))
    return replace(sdp, batches=2, batch_stride_bytes=sdp.layout(case.context.config).size_bytes + gap)


def _with_side(case: SdpCase, sdp: Sdp, side: Side) -> SdpCase:
    return replace(case, subject=replace(sdp, destination=side))
