"""Random BDMA layers: what the architecture allows, weighted by what finds bugs (design rule 6)."""

from __future__ import annotations

from dataclasses import dataclass

from sequences.draw import chance, extents, gaps
from sequences.nvdla.bdma import CopyShape, count_stalls, gather, launch, place_copy, serve_groups
from sequences.nvdla.stage import NvdlaStage
from sequences.nvdla.turns import turns

FEW_SLOTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BdmaKnobs:
    """What random BDMA stimulus prefers.

    Attributes:
        bytes_at_most: size of one operation's data.
        packed: how often a side has no gaps.
        gap_atoms_at_most: largest gap between lines or surfaces.
        full_group: how often a group fills all its slots.
        overlap: how often the second group is launched while the first runs.
        count_stalls: how often the stall counters are on.
    """

    bytes_at_most: int = 4096
    packed: float = 0.4
    gap_atoms_at_most: int = 5
    full_group: float = 0.05
    overlap: float = 0.5
    count_stalls: float = 0.3


async def random_layers(stage: NvdlaStage, layers: int, knobs: BdmaKnobs | None = None) -> None:
    """Play random groups, one or two at a time, until as many layers have run."""
    knobs = knobs or BdmaKnobs()
    for groups in turns(stage.rng, layers, int(stage.rng.integers(2)), knobs.overlap):
        await count_stalls(stage, enable=chance(stage.rng, knobs.count_stalls))
        for group in groups:
            await gather(stage, [place_copy(stage, shape) for shape in draw_group(stage, knobs)])
            await launch(stage, group)
        await serve_groups(stage, *groups)


def draw_group(stage: NvdlaStage, knobs: BdmaKnobs) -> list[CopyShape]:
    """The operations of one group; they share their destination memory (guide 'Limitation')."""
    destination = str(stage.rng.choice(list(stage.config.ports)))
    slots = stage.config.bdma_slots
    count = slots if chance(stage.rng, knobs.full_group) else int(stage.rng.integers(1, min(slots, FEW_SLOTS) + 1))
    return [draw_copy(stage, knobs, destination) for _ in range(count)]


def draw_copy(stage: NvdlaStage, knobs: BdmaKnobs, destination: str) -> CopyShape:
    """One operation; which of its three extents takes the larger share of its bytes is drawn too."""
    atoms = max(1, knobs.bytes_at_most // stage.config.atom_bytes)
    line_atoms, lines, surfaces = extents(stage.rng, atoms, 3)
    repeats = 1 << stage.config.bdma_repeat_bits
    return CopyShape(
        source=str(stage.rng.choice(list(stage.config.ports))),
        destination=destination,
        line_atoms=min(line_atoms, stage.registers.BDMA.CFG_LINE.SIZE.limit + 1),
        lines=min(lines, repeats),
        surfaces=min(surfaces, repeats),
        source_gaps=gaps(stage.rng, knobs.packed, knobs.gap_atoms_at_most),
        destination_gaps=gaps(stage.rng, knobs.packed, knobs.gap_atoms_at_most),
    )
