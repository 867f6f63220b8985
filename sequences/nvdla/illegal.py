"""Programs that break a rule and whose outcome is nevertheless settled: what is read overlaps, nothing is launched."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from models.nvdla.bdma.descriptor import BdmaCopy
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.rubik.descriptor import Rubik, encode_rubik
from sequences.nvdla.bdma.directed import copy_group
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import enable, program, turn_of
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.rubik.groups import serve_rubik
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import two_sides

BROKEN = ("bdma-empty-launch", "bdma-line-stride", "bdma-surface-stride", "rubik-line-stride", "rubik-surface-stride")
"""The rules that these programs break."""


async def empty_launches(bench: NvdlaBench) -> None:
    """Launch nothing, in each group; a launch of something follows, which takes the busy flag back."""
    source, destination = two_sides(bench.config)
    for group in GROUPS:
        await launch(bench, group)
        await bench.host.read(bench.registers.BDMA.STATUS)
        await copy_group(bench, group, [CopyShape(source=source, destination=destination)])


async def overlapping_sources(bench: NvdlaBench) -> None:
    """Lines, then surfaces, that are read again in part as the next ones."""
    source, destination = two_sides(bench.config)
    shape = CopyShape(source=source, destination=destination, line_atoms=4, lines=4, surfaces=3)
    copy = allocate_copy(bench, shape)
    for group, copies in enumerate(_overlapping(copy, bench.config.atom_bytes)):
        await gather(bench, [copies])
        await launch(bench, group)
        await serve_groups(bench, group)


async def overlapping_rubik_sources(bench: NvdlaBench) -> None:
    """The same for feature cubes that are split."""
    source, destination = two_sides(bench.config)
    channels = 2 * bench.config.atom_bytes
    shape = RubikShape(mode="SPLIT", width=4, height=4, out_channels=channels, source=source, destination=destination)
    block = bench.registers.RBK
    turn = await turn_of(bench, block)
    rubik = allocate_rubik(bench, shape)
    for at, layer in enumerate(_overlapping(rubik, bench.config.atom_bytes)):
        await program(bench, block, turn ^ at, encode_rubik(block, layer, bench.config))
        await enable(bench, block)
        await serve_rubik(bench, turn ^ at)


Reading = TypeVar("Reading", BdmaCopy, Rubik)


def _overlapping(layer: Reading, atom_bytes: int) -> tuple[Reading, Reading]:
    """The layer with lines, and with surfaces, that begin an atom early."""
    source = layer.source
    lines = replace(source, line_stride_bytes=source.line_stride_bytes - atom_bytes)
    surfaces = replace(source, surface_stride_bytes=source.surface_stride_bytes - atom_bytes)
    return replace(layer, source=lines), replace(layer, source=surfaces)
