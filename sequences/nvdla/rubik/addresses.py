"""Reorderings where an address is easily got wrong: each high bit alone, lines and strides that carry, both ends."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.rubik.descriptor import MODES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.placement.placed_pool import CROSSINGS, PlacedPool, single_bits
from sequences.nvdla.rubik.random import RubikKind
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import SideShape


async def every_rubik_address_bit(bench: NvdlaBench) -> None:
    """The smallest reordering for each address bit above a word, alone on either side; memories and modes in turn."""
    pools = [PlacedPool(bench, places=places) for places in single_bits(bench.config, 1)]
    rams = list(bench.config.ports)
    shapes = [
        RubikShape(
            mode=MODES[number % len(MODES)],
            source=SideShape(rams[number // 2 % len(rams)]),
            destination=SideShape(rams[number % len(rams)]),
        )
        for number in range(len(pools))
    ]
    await RubikKind(bench).play_placed(*zip(shapes, pools, strict=True))


async def rubik_carries(bench: NvdlaBench) -> None:
    """Lines and strides that carry into an address's upper word and through all of it, on either side, in each mode."""
    rams = list(bench.config.ports)
    for number, shape in enumerate(_shapes(bench)):
        for other, places in enumerate(CROSSINGS):
            source = replace(shape.source, ram=rams[(number + other) % len(rams)])
            destination = replace(shape.destination, ram=rams[(number + other // 2) % len(rams)])
            placed = replace(shape, source=source, destination=destination)
            await RubikKind(bench).play_placed((placed, PlacedPool(bench, places=places)))


def _shapes(bench: NvdlaBench) -> tuple[RubikShape, ...]:
    """Each mode with lines and surfaces close to each other, and with surfaces or planes far apart on one side."""
    near = SideShape(next(iter(bench.config.ports)))
    wide = replace(near, gaps=(2, 1))
    cube, planes = near.far_surfaces(bench.config.atom_bytes), near.far_surfaces(bench.config.plane_align_bytes)
    return (
        RubikShape(mode="CONTRACT", width=5, height=2, out_channels=9, x_stride=2, source=near, destination=wide),
        RubikShape(mode="SPLIT", width=35, height=2, out_channels=9, source=wide, destination=near),
        RubikShape(mode="MERGE", width=35, height=2, out_channels=9, source=near, destination=wide),
        RubikShape(mode="CONTRACT", width=2, out_channels=8, x_stride=2, y_stride=2, source=cube, destination=wide),
        RubikShape(mode="CONTRACT", width=2, out_channels=40, y_stride=2, source=near, destination=cube),
        RubikShape(mode="SPLIT", width=3, height=2, out_channels=40, source=cube, destination=near),
        RubikShape(mode="SPLIT", width=3, height=2, out_channels=5, source=wide, destination=planes),
        RubikShape(mode="MERGE", width=3, height=2, out_channels=5, source=planes, destination=wide),
        RubikShape(mode="MERGE", width=3, height=2, out_channels=40, source=near, destination=cube),
    )
