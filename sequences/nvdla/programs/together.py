"""BDMA and Rubik on the same ports at the same time, long enough to meet in every queue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.rules import check_layer
from sequences.draw import chance
from sequences.nvdla.bdma.random import BdmaKnobs, draw_copy
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.drivers import BlockDriver
from sequences.nvdla.firmware.make import make_driver
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.sharing import draw_sharing, share
from sequences.nvdla.rubik.random import RubikKind, RubikKnobs
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik

DRAWS = 8

Shape = TypeVar("Shape", CopyShape, RubikShape)


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherKnobs:
    """What random layers of two units at once prefer.

    Attributes:
        beats_at_most: of one layer.
        one_memory: how often all of them read and write the same memory.
    """

    beats_at_most: int = 24
    one_memory: float = 0.6


class Together:
    """Starts layers of both units in the same moment, round by round.

    Args:
        bench: where to play; both units are idle.
    """

    def __init__(self, bench: NvdlaBench) -> None:
        self._bench = bench
        self._drivers = {unit: make_driver(bench, unit) for unit in (BDMA, RUBIK)}

    async def play(self, bdma: Bdma, rubiks: Sequence[LayerDescriptor], then: Bdma | None = None) -> None:
        """Program everything, then start it; another launch of the BDMA follows while all of it runs."""
        copying, reordering = self._drivers[BDMA], self._drivers[RUBIK]
        group = await self._prepare(copying, bdma)
        groups = [await self._prepare(reordering, rubik) for rubik in rubiks]
        await copying.start(group)
        for other in groups:
            await reordering.start(other)
        started = [(copying, group), *((reordering, other) for other in groups)]
        if then:
            started.append((copying, await self._prepare(copying, then)))
            await copying.start(started[-1][1])
        await serve(self._bench, [bit for driver, number in started for bit in driver.completions(number)])
        for driver, number in started:
            await driver.look(number)
        await self._bench.host.drain()

    async def _prepare(self, driver: BlockDriver, layer: LayerDescriptor) -> int:
        (part,) = layer.encode(self._bench.registers, self._bench.config)
        return await driver.prepare(part.words)


async def random_together(bench: NvdlaBench, rounds: int, knobs: TogetherKnobs | None = None) -> None:
    """Two launches and two reorderings at a time, with other weights and limits each time."""
    knobs = knobs or TogetherKnobs()
    together = Together(bench)
    for _ in range(rounds):
        await share(bench, draw_sharing(bench.rng, bench.config))
        pool = SurfacePool(bench)
        ram = str(bench.rng.choice(list(bench.config.ports))) if chance(bench.rng, knobs.one_memory) else None
        rubiks = [_draw_rubik(bench, pool, knobs, ram) for _ in range(2)]
        await together.play(_draw_bdma(bench, pool, knobs, ram), rubiks, _draw_bdma(bench, pool, knobs, ram))
        pool.free()


def _draw_bdma(bench: NvdlaBench, pool: SurfacePool, knobs: TogetherKnobs, ram: str | None) -> Bdma:
    """A launch of one or two operations."""
    where = str(bench.rng.choice(list(bench.config.ports)))
    wanted = BdmaKnobs(bytes_at_most=knobs.beats_at_most * bench.config.port(where).data_bytes)

    def draw() -> CopyShape:
        drawn = draw_copy(bench, wanted, where)
        return _in_memory(drawn, ram) if ram else drawn

    count = int(bench.rng.integers(1, 3))
    shapes = [max((draw() for _ in range(DRAWS)), key=_copied) for _ in range(count)]
    return Bdma(tuple(allocate_copy(bench, shape, pool) for shape in shapes))


def _draw_rubik(bench: NvdlaBench, pool: SurfacePool, knobs: TogetherKnobs, ram: str | None) -> LayerDescriptor:
    beat_bytes = min(port.data_bytes for port in bench.config.ports.values())
    wanted = RubikKnobs(elements_at_most=knobs.beats_at_most * beat_bytes)
    kind = RubikKind(bench, wanted)
    shapes = [kind.draw() for _ in range(DRAWS)]
    largest = max(shapes, key=lambda shape: shape.width * shape.height * shape.out_channels * shape.groups)
    layer = allocate_rubik(bench, _in_memory(largest, ram) if ram else largest, pool)
    assert not check_layer(layer, bench.config), "what is drawn is legal, and surfaces are apart"
    return layer


def _copied(shape: CopyShape) -> int:
    return shape.line_atoms * shape.lines * shape.surfaces


def _in_memory(shape: Shape, ram: str) -> Shape:
    """The same with both sides in one memory."""
    source, destination = replace(shape.source, ram=ram), replace(shape.destination, ram=ram)
    return replace(shape, source=source, destination=destination)
