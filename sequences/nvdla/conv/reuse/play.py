"""Playing rows of layers that go on from each other."""

from __future__ import annotations

from collections.abc import Sequence

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.reuse.draw import RowDraw
from sequences.nvdla.conv.reuse.memory import RowMemory
from sequences.nvdla.conv.reuse.row import Link, Row, RowKnobs
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain


async def random_rows(
    bench: NvdlaBench, rows: int, knobs: RowKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Draw rows and play them, two at a time; each gives its memory back.

    Args:
        bench: where to play.
        rows: how many.
        knobs: what they prefer.
        firmware: how they are played.
    """
    drawn = [RowDraw(bench.rng, bench.config, knobs).draw() for _ in range(rows)]
    for first in range(0, rows, 2):
        await play_rows(bench, drawn[first : first + 2], firmware)


async def every_link(bench: NvdlaBench, knobs: RowKnobs | None = None) -> None:
    """Each kind of link behind each other one, in one row."""
    await play_rows(bench, [RowDraw(bench.rng, bench.config, knobs).draw(each_behind_each())])


def each_behind_each() -> list[Link]:
    """Links of which each follows each other one, and itself, just once."""
    links, found = list(Link), []
    for at, one in enumerate(links):
        found += [one, *(item for other in links[at + 1 :] for item in (one, other))]
    return [*found, links[0]]


async def play_rows(bench: NvdlaBench, rows: Sequence[Row], firmware: FirmwareKnobs | None = None) -> None:
    """Play rows, one behind the other."""
    memories = [RowMemory(bench, row) for row in rows]
    await bench.play(*(LayerChain(pair) for memory in memories for pair in memory.layers), knobs=firmware)
    for memory in memories:
        memory.free()
