"""BDMA layers that are the same in every run: routes, extents, full slots, groups that overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.nvdla.groups import GROUPS
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.slots import count_stalls, gather, launch, serve_groups
from sequences.nvdla.tensors.side_shape import SideShape, two_sides


async def copy_group(bench: NvdlaBench, group: int, shapes: Sequence[CopyShape]) -> None:
    """One layer from end to end: allocate, gather, launch, wait."""
    await gather(bench, [allocate_copy(bench, shape) for shape in shapes])
    await launch(bench, group)
    await serve_groups(bench, group)


def routes(bench: NvdlaBench) -> list[CopyShape]:
    """The four directions in which the BDMA copies."""
    rams = [SideShape(ram) for ram in bench.config.ports]
    return [CopyShape(source=source, destination=destination) for source in rams for destination in rams]


async def every_route(bench: NvdlaBench) -> None:
    """Each direction with the smallest copy, odd and even line lengths, packed and with gaps, both groups in turn."""
    extents = ((1, 1, 1), (3, 4, 2), (8, 3, 3))
    gaps = ((0, 0), (1, 2), (2, 1))
    group = 0
    for route in routes(bench):
        for (atoms, lines, surfaces), gap in zip(extents, gaps, strict=True):
            source, destination = replace(route.source, gaps=gap), replace(route.destination, gaps=gap[::-1])
            shape = replace(route, source=source, destination=destination)
            await copy_group(bench, group, [replace(shape, line_atoms=atoms, lines=lines, surfaces=surfaces)])
            group ^= 1


async def longest_line(bench: NvdlaBench) -> None:
    """The longest line that the line size field holds, from one memory to the other."""
    atoms = bench.registers.BDMA.CFG_LINE.SIZE.limit + 1
    first, second = two_sides(bench.config)
    await copy_group(bench, 0, [CopyShape(source=first, destination=second, line_atoms=atoms)])


async def many_lines(bench: NvdlaBench) -> None:
    """As many lines, then as many surfaces, as fit a simulation: the repeat counts beyond a byte."""
    first, second = two_sides(bench.config)
    await copy_group(bench, 1, [CopyShape(source=replace(second, gaps=(1, 0)), destination=first, lines=300)])
    await copy_group(bench, 0, [CopyShape(source=first, destination=replace(first, gaps=(0, 1)), surfaces=300)])


async def full_slots(bench: NvdlaBench) -> None:
    """A group that fills every slot."""
    shapes = [
        replace(route, line_atoms=2, lines=2)
        for route in routes(bench)
        if route.destination.ram == next(iter(bench.config.ports))
    ]
    count = bench.config.bdma_slots
    await count_stalls(bench, enable=True)
    await copy_group(bench, 1, [shapes[slot % len(shapes)] for slot in range(count)])
    await count_stalls(bench, enable=False)


async def back_to_back(bench: NvdlaBench) -> None:
    """Launch a group while the other one runs, several times, and serve both together."""
    for route in routes(bench):
        for group in GROUPS:
            spread = replace(route.destination, gaps=(1, 0))
            shape = replace(route, line_atoms=16, lines=8, destination=spread)
            await gather(bench, [allocate_copy(bench, shape)])
            await launch(bench, group)
        await serve_groups(bench, *GROUPS)
