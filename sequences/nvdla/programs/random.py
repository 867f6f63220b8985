"""Random programs: graphs of layers of all units, which read and write where others do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rules import check_layer
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.kinds.layer_kind import LayerKind
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.kinds import KINDS, LayerKnobs, kinds_on

TRIES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramKnobs:
    """What random programs prefer.

    Attributes:
        layers_at_most: layers of one program.
        reuse: how often a layer reads or writes where an earlier one did.
        layers: what layers of each kind prefer.
        kinds: which kinds of layers, of those that the configuration has the units for.
    """

    layers_at_most: int = 10
    reuse: float = 0.5
    layers: LayerKnobs = field(default_factory=LayerKnobs)
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
    there = kinds_on(bench, knobs.layers)
    kinds = [there[kind] for kind in knobs.kinds if KINDS[kind] <= bench.config.units]
    return [_draw_layer(kinds, pool) for _ in range(count)]


def draw_firmware(rng: np.random.Generator) -> FirmwareKnobs:
    """A firmware: eager or slow, in the guide's order or in any."""
    return FirmwareKnobs(
        any_order=float(rng.choice([0.0, 0.5])),
        hold_back=float(rng.choice([0.0, 0.3])),
        late=float(rng.choice([0.0, 0.5])),
        look=float(rng.choice([0.3, 1.0])),
    )


def _draw_layer(kinds: Sequence[LayerKind[Any]], pool: SurfacePool) -> LayerChain:
    """A legal layer: where surfaces of others are reused, one may overlap itself, and is drawn again."""
    bench = pool.bench
    for _ in range(TRIES):
        layers = kinds[int(bench.rng.choice(len(kinds)))].drawn(pool)
        legal = not any(check_layer(layer, bench.config) for layer in layers)
        if legal and not _races_with_itself(layers, bench.config):
            return LayerChain(layers)
    raise RuntimeError(f"no legal layer in {TRIES} draws; with less reuse there is more room")


def _races_with_itself(layers: Sequence[LayerDescriptor], config: HwConfig) -> bool:
    """Whether the operations of one layer touch what others of it write: nothing orders them."""
    writes = [where for layer in layers for where in layer.writes(config)]
    reads = [where for layer in layers for where in layer.reads(config)]
    pairs = [(one, other) for at, one in enumerate(writes) for other in (*writes[:at], *reads)]
    return any(overlap(one, other) is not None for one, other in pairs)
