"""Kinds of layers that random programs are made of, and what draws each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import READER as CDP_RDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.pdp.registers import READER as PDP_RDMA
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.aspects import FLYING, OFFLINE
from models.nvdla.sdp.descriptor import READER as SDP_RDMA
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.random import CdpKind, CdpKnobs
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.kinds.layer_kind import LayerKind
from sequences.nvdla.pdp.behind import BehindSdpKind
from sequences.nvdla.pdp.draw import PdpKnobs
from sequences.nvdla.pdp.random import OFFLINE as POOLING_OFFLINE
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.rubik.random import RubikKind, RubikKnobs
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.random import SdpKind

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


def kinds_on(bench: NvdlaBench, knobs: LayerKnobs) -> Mapping[str, LayerKind[Any]]:
    """What draws each of `KINDS`: those behind SDP have its tables too.

    Args:
        bench: where they play.
        knobs: what they prefer.
    """
    sdp = SdpKind(bench, knobs.sdp)
    return {
        BDMA: BdmaKind(bench, knobs.bdma),
        RUBIK: RubikKind(bench, knobs.rubik),
        CONV: ConvKind(bench, knobs.conv),
        SDP: sdp,
        PDP: PdpKind(bench, knobs.pdp, POOLING_OFFLINE),
        SDP_PDP: BehindSdpKind(bench, sdp, OFFLINE),
        CONV_PDP: BehindSdpKind(bench, sdp, FLYING),
        CDP: CdpKind(bench, knobs.cdp),
    }


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
