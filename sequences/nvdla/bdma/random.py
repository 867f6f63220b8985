"""Random BDMA layers: legal, and weighted by what finds bugs (docs/architecture.md, 'Legal and likely')."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.limits import LAYER_ATOMS
from sequences.draw import chance, extents, gaps
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.slots import count_stalls, gather, launch, serve_groups
from sequences.nvdla.firmware.turns import turns
from sequences.nvdla.kinds.layer_kind import LayerKind
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import MOST_STRIDE, SideShape

FEW_SLOTS = 5
LONG = 512, 2048
"""Atoms of a line, or lines, of an operation that has more of one of them than others."""
FAR_LINES_AT_MOST = 32
"""Each of them has a page of memory of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BdmaKnobs:
    """What random BDMA stimulus prefers.

    Attributes:
        bytes_at_most: size of one operation's data.
        packed: how often a side has no gaps.
        gap_atoms_at_most: largest gap between lines or surfaces.
        far: how often the surfaces of a side are almost as far apart as a stride holds, where there is room for it.
        long: how often an operation has a line of `LONG` atoms, or so many lines, whatever its size should be.
        full_group: how often a group fills all its slots.
        overlap: how often the second group is launched while the first runs.
        count_stalls: how often the stall counters are on.
    """

    bytes_at_most: int = 4096
    packed: float = 0.4
    gap_atoms_at_most: int = 5
    far: float = 0.05
    long: float = 0.01
    full_group: float = 0.05
    overlap: float = 0.5
    count_stalls: float = 0.3


@dataclass(slots=True)
class BdmaKind(LayerKind[list[CopyShape]]):
    """Launches of BDMA, each of the operations of one group.

    Attributes:
        knobs: what they prefer.
    """

    knobs: BdmaKnobs = field(default_factory=BdmaKnobs)

    async def play_random(self, layers: int) -> None:
        """Play random groups, one or two at a time, until as many layers have run."""
        for groups in turns(self.rng, layers, int(self.rng.integers(2)), self.knobs.overlap):
            await count_stalls(self.bench, enable=chance(self.rng, self.knobs.count_stalls))
            for group in groups:
                await gather(self.bench, [allocate_copy(self.bench, shape) for shape in self.draw()])
                await launch(self.bench, group)
            await serve_groups(self.bench, *groups)

    def draw(self) -> list[CopyShape]:
        """The operations of one group; they share their destination memory (guide 'Limitation')."""
        rng, slots = self.rng, self.config.bdma_slots
        destination = str(rng.choice(list(self.config.ports)))
        count = slots if chance(rng, self.knobs.full_group) else int(rng.integers(1, min(slots, FEW_SLOTS) + 1))
        return [draw_copy(self.bench, self.knobs, destination) for _ in range(count)]

    def allocate(self, shape: list[CopyShape], pool: SurfacePool | None = None) -> tuple[Bdma]:
        """Give each operation surfaces."""
        return (Bdma(tuple(allocate_copy(self.bench, copy, pool) for copy in shape)),)


def draw_copy(bench: NvdlaBench, knobs: BdmaKnobs, destination: str) -> CopyShape:
    """One operation; which of its three extents takes the larger share of its bytes is drawn too."""
    atoms = min(max(1, knobs.bytes_at_most // bench.config.atom_bytes), LAYER_ATOMS // bench.config.bdma_slots)
    line_atoms, lines, surfaces = extents(bench.rng, atoms, 3)
    if chance(bench.rng, knobs.long):
        most = int(bench.rng.integers(LONG[0], LONG[1] + 1))
        line_atoms, lines, surfaces = (most, 1, 1) if chance(bench.rng, 0.5) else (1, most, 1)
    repeats = 1 << bench.config.bdma_repeat_bits
    source = str(bench.rng.choice(list(bench.config.ports)))
    shape = CopyShape(
        source=SideShape(source, gaps(bench.rng, knobs.packed, knobs.gap_atoms_at_most)),
        destination=SideShape(destination, gaps(bench.rng, knobs.packed, knobs.gap_atoms_at_most)),
        line_atoms=min(line_atoms, bench.registers.BDMA.CFG_LINE.SIZE.limit + 1),
        lines=min(lines, repeats),
        surfaces=min(surfaces, repeats),
    )
    return _far_apart(bench, shape, knobs)


def _far_apart(bench: NvdlaBench, shape: CopyShape, knobs: BdmaKnobs) -> CopyShape:
    """The shape with surfaces far apart, as often as the knob says, where they are several and not too many."""
    if shape.surfaces == 1 or shape.surfaces * shape.lines > FAR_LINES_AT_MOST:
        return shape

    def far(side: SideShape) -> SideShape:
        room = bench.plan.size_bytes(bench.config.port(side.ram).name)
        fits = 2 * shape.surfaces * MOST_STRIDE < room and chance(bench.rng, knobs.far)
        return side.far_surfaces(bench.config.atom_bytes) if fits else side

    return replace(shape, source=far(shape.source), destination=far(shape.destination))
