"""Random programs: graphs of layers of all units, which read and write where others do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rules import check_layer
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.kinds.layer_kind import LayerKind, Layers
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.cut_short import cut_anywhere
from sequences.nvdla.programs.illegal_layers import draw_illegal
from sequences.nvdla.programs.kinds import KINDS, LayerKnobs, kinds_on

TRIES = 20
CLOSE_ACCESSES = 4
"""Of each block of a layer, about, beside its registers: to choose a group, to look, to enable, to serve."""
Reset = Callable[[], Awaitable[None]]
"""Resets the design."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramKnobs:
    """What random programs prefer.

    Attributes:
        layers_at_most: layers of one program.
        reuse: how often a layer reads or writes where an earlier one did.
        layers: what layers of each kind prefer.
        kinds: which kinds of layers, of those that the configuration has the units for.
        illegal: how often a layer that breaks a rule stands in front of a layer (`illegal_layers.ILLEGAL`).
        resets: how often a program is cut off by a reset, at any moment.
        storms: how often, and `rush`, `polling`, `masked` and `apart`, software goes about it as `FirmwareKnobs` says.
    """

    layers_at_most: int = 10
    reuse: float = 0.5
    layers: LayerKnobs = field(default_factory=LayerKnobs)
    kinds: tuple[str, ...] = tuple(KINDS)
    illegal: float = 0.0
    resets: float = 0.0
    storms: float = 0.0
    rush: float = 0.0
    polling: float = 0.0
    masked: float = 0.0
    apart: float = 0.0


async def random_programs(
    bench: NvdlaBench, programs: int, knobs: ProgramKnobs | None = None, reset: Reset | None = None
) -> None:
    """Draw programs and play them, one after the other; each gives its memory back.

    Args:
        bench: where to play.
        programs: how many.
        knobs: what they prefer.
        reset: resets the design, where programs are cut off.

    Raises:
        ValueError: programs are to be cut off, and nothing resets the design.
    """
    knobs = knobs or ProgramKnobs()
    if knobs.resets and reset is None:
        raise ValueError("random_programs: with resets it needs something that resets the design")
    for _ in range(programs):
        pool = SurfacePool(bench, knobs.reuse)
        layers = draw_program(bench, pool, knobs)
        firmware = _with_scenarios(draw_firmware(bench.rng), knobs)
        if reset and knobs.resets and chance(bench.rng, knobs.resets):
            await _cut_off(bench, layers, firmware)
            await reset()
        else:
            await bench.play(*layers, knobs=firmware)
        pool.free()


def draw_program(bench: NvdlaBench, pool: SurfacePool, knobs: ProgramKnobs) -> list[LayerChain]:
    """Layers that are legal each for itself, in an order in which they could run one by one."""
    count = int(bench.rng.integers(2, knobs.layers_at_most + 1))
    there = kinds_on(bench, knobs.layers)
    kinds = [there[kind] for kind in knobs.kinds if KINDS[kind] <= bench.config.units]
    return [chain for _ in range(count) for chain in _draw_some(kinds, pool, knobs.illegal)]


def draw_firmware(rng: np.random.Generator) -> FirmwareKnobs:
    """A firmware: eager or slow, in the guide's order or in any."""
    return FirmwareKnobs(
        any_order=float(rng.choice([0.0, 0.5])),
        hold_back=float(rng.choice([0.0, 0.3])),
        late=float(rng.choice([0.0, 0.5])),
        look=float(rng.choice([0.3, 1.0])),
    )


def _with_scenarios(firmware: FirmwareKnobs, knobs: ProgramKnobs) -> FirmwareKnobs:
    return replace(
        firmware, storms=knobs.storms, rush=knobs.rush, polling=knobs.polling, masked=knobs.masked, apart=knobs.apart
    )


async def _cut_off(bench: NvdlaBench, layers: Sequence[LayerChain], firmware: FirmwareKnobs) -> None:
    """Play a program until any moment of it."""
    parts = [part for job in jobs_of(layers, bench.config) for part in job.parts]
    words = sum(len(one) for part in parts for one in part.words)
    await cut_anywhere(bench, lambda cut: cut.play(*layers, knobs=firmware), words + CLOSE_ACCESSES * len(parts))


def _draw_some(kinds: Sequence[LayerKind[Any]], pool: SurfacePool, illegal: float) -> Iterator[LayerChain]:
    """A legal layer, and as often as it is asked for one in front of it that breaks a rule."""
    if illegal and chance(pool.bench.rng, illegal):
        layers = draw_illegal(kinds, pool, lambda: _draw_legal(kinds, pool))
        if layers is not None:
            yield LayerChain(layers)
    yield LayerChain(_draw_legal(kinds, pool))


def _draw_legal(kinds: Sequence[LayerKind[Any]], pool: SurfacePool) -> Layers:
    """A legal layer: where surfaces of others are reused, one may overlap itself, and is drawn again."""
    bench = pool.bench
    for _ in range(TRIES):
        layers = kinds[int(bench.rng.choice(len(kinds)))].drawn(pool)
        legal = not any(check_layer(layer, bench.config) for layer in layers)
        if legal and not _races_with_itself(layers, bench.config):
            return layers
    raise RuntimeError(f"no legal layer in {TRIES} draws; with less reuse there is more room")


def _races_with_itself(layers: Sequence[LayerDescriptor], config: HwConfig) -> bool:
    """Whether the operations of one layer touch what others of it write: nothing orders them."""
    writes = [where for layer in layers for where in layer.writes(config)]
    reads = [where for layer in layers for where in layer.reads(config)]
    pairs = [(one, other) for at, one in enumerate(writes) for other in (*writes[:at], *reads)]
    return any(overlap(one, other) is not None for one, other in pairs)
