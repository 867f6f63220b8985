"""Rubik layers that are the same in every run: modes, precisions, groups that overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.nvdla.groups import GROUPS
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.rubik.groups import serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides


def modes(bench: NvdlaBench, shapes: Sequence[RubikShape]) -> list[RubikShape]:
    """Each shape in every precision."""
    return [replace(shape, precision=precision) for shape in shapes for precision in bench.config.precisions]


async def every_mode(bench: NvdlaBench) -> None:
    """Contract, split and merge in every precision, odd extents, between both memories, the groups in turn."""
    first, second = two_sides(bench.config)
    shapes = (
        RubikShape(
            mode="CONTRACT",
            width=3,
            height=2,
            out_channels=20,
            x_stride=2,
            y_stride=3,
            source=first,
            destination=second,
        ),
        RubikShape(mode="SPLIT", width=35, height=3, out_channels=9, source=second, destination=first),
        RubikShape(mode="MERGE", width=37, height=2, out_channels=33, source=first, destination=first),
    )
    for number, shape in enumerate(modes(bench, shapes)):
        gaps = ((0, 0), (1, 0), (2, 1))[number % 3]
        source, destination = replace(shape.source, gaps=gaps), replace(shape.destination, gaps=gaps[::-1])
        spread = replace(shape, source=source, destination=destination, count_stalls=bool(number % 2))
        await start_rubik(bench, number % 2, spread)
        await serve_rubik(bench, number % 2)


async def rubik_back_to_back(bench: NvdlaBench) -> None:
    """Program and enable a group while the other one runs, several times, and serve both together."""
    first, second = two_sides(bench.config)
    for mode in ("CONTRACT", "SPLIT", "MERGE"):
        for group in GROUPS:
            shape = RubikShape(
                mode=mode, width=16, height=4, out_channels=40, x_stride=2, source=second, destination=first
            )
            await start_rubik(bench, group, shape)
        await serve_rubik(bench, *GROUPS)
