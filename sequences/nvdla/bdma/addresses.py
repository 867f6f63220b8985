"""Copies where an address is easily got wrong: each high bit alone, lines and strides that carry, both ends."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.bdma.descriptor import Bdma
from sequences.nvdla.bdma.directed import routes
from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.placement.placed_pool import CROSSINGS, PlacedPool, single_bits


async def every_address_bit(bench: NvdlaBench) -> None:
    """A copy of one atom for each address bit above a word, alone on either side, on every route."""
    slots = bench.config.bdma_slots
    for route in routes(bench):
        pools = [PlacedPool(bench, places=places) for places in single_bits(bench.config, 2)]
        copies = [allocate_copy(bench, route, pool) for pool in pools]
        await bench.play(*(Bdma(tuple(copies[at : at + slots])) for at in range(0, len(copies), slots)))
        for pool in pools:
            pool.free()


async def carries(bench: NvdlaBench) -> None:
    """Lines and strides that carry into an address's upper word, and through all of it, on either side."""
    every = routes(bench)
    for number, shape in enumerate(_shapes(bench.config.atom_bytes, every[0])):
        for other, places in enumerate(CROSSINGS):
            route = every[(number + other) % len(every)]
            source = replace(shape.source, ram=route.source.ram)
            destination = replace(shape.destination, ram=route.destination.ram)
            placed = [replace(shape, source=source, destination=destination)]
            await BdmaKind(bench).play_placed((placed, PlacedPool(bench, places=places)))


def _shapes(atom_bytes: int, route: CopyShape) -> tuple[CopyShape, ...]:
    """A line of many bursts, lines, surfaces, and strides almost as large as a register holds on either side."""
    near, wide = route.source, replace(route.source, gaps=(3, 1))
    far_lines, far_surfaces = near.far_lines(atom_bytes), near.far_surfaces(atom_bytes)
    return (
        CopyShape(source=near, destination=near, line_atoms=23),
        CopyShape(source=wide, destination=near, line_atoms=3, lines=5),
        CopyShape(source=near, destination=wide, line_atoms=2, lines=2, surfaces=3),
        CopyShape(source=far_lines, destination=wide, line_atoms=2, lines=4),
        CopyShape(source=wide, destination=far_lines, line_atoms=2, lines=4),
        CopyShape(source=far_surfaces, destination=near, lines=2, surfaces=4),
        CopyShape(source=near, destination=far_surfaces, lines=2, surfaces=4),
    )
