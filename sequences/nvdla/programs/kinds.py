"""Kinds of layers that random programs are made of, and drawing one of each with its place in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.descriptor import READER as CDP_RDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.pdp.registers import READER as PDP_RDMA
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.aspects import FLYING, OFFLINE
from models.nvdla.sdp.descriptor import READER as SDP_RDMA
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bdma.random import BdmaKnobs, draw_group
from sequences.nvdla.bdma.shapes import allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.allocate import allocate_cdp
from sequences.nvdla.cdp.draw import CdpDraws, CdpKnobs
from sequences.nvdla.cdp.random import draw_any_cdp
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import draw_conv
from sequences.nvdla.pdp.allocate import allocate_pdp
from sequences.nvdla.pdp.behind import draw_behind_sdp
from sequences.nvdla.pdp.draw import PdpKnobs
from sequences.nvdla.pdp.random import OFFLINE as POOLING_OFFLINE
from sequences.nvdla.pdp.random import draw_any_pdp
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.rubik.random import RubikKnobs, draw_rubik
from sequences.nvdla.rubik.shapes import allocate_rubik
from sequences.nvdla.sdp.allocate import allocate_sdp
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.layer import SdpDraws
from sequences.nvdla.sdp.random import draw_sdp

CONV, SDP_PDP, CONV_PDP = "CONV", "SDP-PDP", "CONV-PDP"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerKnobs:
    """What layers of each kind prefer in a program: small ones, so that many run at a time.

    Attributes:
        bdma: copies.
        rubik: reorderings.
        conv: convolutions.
        sdp: SDP layers, from memory or behind a convolution.
        pdp: pooling from memory.
        cdp: normalisations.
    """

    bdma: BdmaKnobs = field(default_factory=lambda: BdmaKnobs(bytes_at_most=1024))
    rubik: RubikKnobs = field(default_factory=lambda: RubikKnobs(elements_at_most=512))
    conv: ConvKnobs = field(
        default_factory=lambda: ConvKnobs(operations_at_most=24, bytes_at_most=1024, other_modes=0.3)
    )
    sdp: SdpKnobs = field(default_factory=lambda: SdpKnobs(atoms_at_most=16, keep_tables=0.9))
    pdp: PdpKnobs = field(default_factory=lambda: PdpKnobs(columns_at_most=5, lines_at_most=3, input_at_most=12))
    cdp: CdpKnobs = field(
        default_factory=lambda: CdpKnobs(
            columns_at_most=9, lines_at_most=2, surfaces_at_most=2, keep_tables=0.9, wide=0.0
        )
    )


@dataclass(slots=True)
class Drawing:
    """What layers of a program are drawn with.

    Attributes:
        bench: where they play.
        pool: where their surfaces come from.
        knobs: what they prefer.
        sdp: draws those of SDP.
        cdp: draws those of CDP.
    """

    bench: NvdlaBench
    pool: SurfacePool
    knobs: LayerKnobs
    sdp: SdpDraws
    cdp: CdpDraws


Layers = tuple[LayerDescriptor, ...]


def draw_kind(drawing: Drawing, kind: str) -> Layers:
    """A layer of one of `KINDS`, or those that hand their results to each other."""
    return DRAWS[kind](drawing)


def _bdma(drawing: Drawing) -> Layers:
    bench = drawing.bench
    shapes = draw_group(bench, drawing.knobs.bdma)
    return (Bdma(tuple(allocate_copy(bench, shape, drawing.pool) for shape in shapes)),)


def _rubik(drawing: Drawing) -> Layers:
    return (allocate_rubik(drawing.bench, draw_rubik(drawing.bench, drawing.knobs.rubik), drawing.pool),)


def _conv(drawing: Drawing) -> Layers:
    return allocate_conv(drawing.bench, draw_conv(drawing.bench, drawing.knobs.conv), drawing.pool)


def _sdp(drawing: Drawing) -> Layers:
    return allocate_sdp(drawing.bench, draw_sdp(drawing.sdp), drawing.pool)


def _pdp(drawing: Drawing) -> Layers:
    return allocate_pdp(drawing.bench, draw_any_pdp(drawing.bench, drawing.knobs.pdp, POOLING_OFFLINE), drawing.pool)


def _sdp_pdp(drawing: Drawing) -> Layers:
    return allocate_pdp(drawing.bench, draw_behind_sdp(drawing.sdp, OFFLINE), drawing.pool)


def _conv_pdp(drawing: Drawing) -> Layers:
    return allocate_pdp(drawing.bench, draw_behind_sdp(drawing.sdp, FLYING), drawing.pool)


def _cdp(drawing: Drawing) -> Layers:
    return (allocate_cdp(drawing.bench, draw_any_cdp(drawing.cdp), drawing.pool),)


KINDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        BDMA: frozenset((BDMA,)),
        RUBIK: frozenset((RUBIK,)),
        CONV: frozenset((*CONVOLUTION, SDP)),
        SDP: frozenset((SDP, SDP_RDMA)),
        PDP: frozenset((PDP, PDP_RDMA)),
        SDP_PDP: frozenset((SDP, SDP_RDMA, PDP)),
        CONV_PDP: frozenset((*CONVOLUTION, SDP, PDP)),
        CDP: frozenset((CDP, CDP_RDMA)),
    }
)
"""Kinds of layers that programs are drawn of, and the units that each needs."""
DRAWS: Mapping[str, Callable[[Drawing], Layers]] = MappingProxyType(
    {
        BDMA: _bdma,
        RUBIK: _rubik,
        CONV: _conv,
        SDP: _sdp,
        PDP: _pdp,
        SDP_PDP: _sdp_pdp,
        CONV_PDP: _conv_pdp,
        CDP: _cdp,
    }
)
