"""Random programs: graphs of layers of all units, which read and write where others do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from models.memory.overlap import overlap
from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import READER as SDP_RDMA
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bdma.random import BdmaKnobs, draw_group
from sequences.nvdla.bdma.shapes import allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import draw_conv
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.rubik.random import RubikKnobs, draw_rubik
from sequences.nvdla.rubik.shapes import allocate_rubik
from sequences.nvdla.sdp.allocate import allocate_sdp
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.layer import SdpDraws
from sequences.nvdla.sdp.random import draw_sdp
from sequences.nvdla.surface_pool import SurfacePool

TRIES = 20
CONV = "CONV"
KINDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        BDMA: frozenset((BDMA,)),
        RUBIK: frozenset((RUBIK,)),
        CONV: frozenset((*CONVOLUTION, SDP)),
        SDP: frozenset((SDP, SDP_RDMA)),
    }
)
"""Kinds of layers that programs are drawn of, and the units that each needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramKnobs:
    """What random programs prefer.

    Attributes:
        layers_at_most: layers of one program.
        reuse: how often a layer reads or writes where an earlier one did.
        bdma: what copies prefer.
        rubik: what reorderings prefer.
        conv: what convolutions prefer.
        sdp: what SDP layers prefer, from memory or behind a convolution.
        kinds: which kinds of layers, of those that the configuration has the units for.
    """

    layers_at_most: int = 10
    reuse: float = 0.5
    bdma: BdmaKnobs = field(default_factory=lambda: BdmaKnobs(bytes_at_most=1024))
    rubik: RubikKnobs = field(default_factory=lambda: RubikKnobs(elements_at_most=512))
    conv: ConvKnobs = field(
        default_factory=lambda: ConvKnobs(operations_at_most=24, bytes_at_most=1024, other_modes=0.3)
    )
    sdp: SdpKnobs = field(default_factory=lambda: SdpKnobs(atoms_at_most=16, keep_tables=0.9))
    kinds: tuple[str, ...] = tuple(KINDS)


async def random_programs(bench: NvdlaBench, programs: int, knobs: ProgramKnobs | None = None) -> None:
    """Draw programs and play them, one after the other; each gives its memory back."""
    knobs = knobs or ProgramKnobs()
    for _ in range(programs):
        pool = SurfacePool(bench, knobs.reuse)
        layers = draw_program(bench, pool, knobs)
        await bench.play(*layers, knobs=draw_firmware(bench.rng))
        pool.free()


def draw_program(bench: NvdlaBench, pool: SurfacePool, knobs: ProgramKnobs) -> list[LayerChain]:
    """Layers that are legal each for itself, in an order in which they could run one by one."""
    count = int(bench.rng.integers(2, knobs.layers_at_most + 1))
    drawing = _Drawing(bench, pool, knobs, SdpDraws(bench, knobs.sdp))
    return [_draw_layer(drawing) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What layers of a program are drawn with.

    Attributes:
        bench: where they play.
        pool: where their surfaces come from.
        knobs: what they prefer.
        sdp: draws those of SDP.
    """

    bench: NvdlaBench
    pool: SurfacePool
    knobs: ProgramKnobs
    sdp: SdpDraws


def draw_firmware(rng: np.random.Generator) -> FirmwareKnobs:
    """A firmware: eager or slow, in the guide's order or in any."""
    return FirmwareKnobs(
        any_order=float(rng.choice([0.0, 0.5])),
        hold_back=float(rng.choice([0.0, 0.3])),
        late=float(rng.choice([0.0, 0.5])),
        look=float(rng.choice([0.3, 1.0])),
    )


def _draw_layer(drawing: _Drawing) -> LayerChain:
    """A legal layer: where surfaces of others are reused, one may overlap itself, and is drawn again."""
    bench = drawing.bench
    kinds = [kind for kind in drawing.knobs.kinds if KINDS[kind] <= bench.config.units]
    for _ in range(TRIES):
        layers = _draw_kind(drawing, str(bench.rng.choice(kinds)))
        legal = not any(check_layer(layer, bench.config) for layer in layers)
        if legal and not _races_with_itself(layers, bench.config):
            return LayerChain(layers)
    raise RuntimeError(f"no legal layer in {TRIES} draws; with less reuse there is more room")


def _draw_kind(drawing: _Drawing, kind: str) -> tuple[LayerDescriptor, ...]:
    """A layer of a kind, or those that hand their results to each other."""
    bench, pool, knobs = drawing.bench, drawing.pool, drawing.knobs
    if kind == SDP:
        return allocate_sdp(bench, draw_sdp(drawing.sdp), pool)
    if kind == CONV:
        return allocate_conv(bench, draw_conv(bench, knobs.conv), pool)
    if kind == RUBIK:
        return (allocate_rubik(bench, draw_rubik(bench, knobs.rubik), pool),)
    shapes = draw_group(bench, knobs.bdma)
    return (Bdma(tuple(allocate_copy(bench, shape, pool) for shape in shapes)),)


def _races_with_itself(layers: Sequence[LayerDescriptor], config: HwConfig) -> bool:
    """Whether the operations of one layer touch what others of it write: nothing orders them."""
    writes = [where for layer in layers for where in layer.writes(config)]
    reads = [where for layer in layers for where in layer.reads(config)]
    pairs = [(one, other) for at, one in enumerate(writes) for other in (*writes[:at], *reads)]
    return any(overlap(one, other) is not None for one, other in pairs)
