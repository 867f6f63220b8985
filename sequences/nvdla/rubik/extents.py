"""Rubik layers of every order of size, gap and stride, and groups in orders that random ones do not try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from models.nvdla.rubik.descriptor import MODES
from sequences.draw import ladder
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import enable, select, turn_of
from sequences.nvdla.kinds.extents import gap_pairs
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.rubik.groups import program_rubik, serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides

GAPS = (0, 1, 2, 3, 5, 12, 40, 100)
SCATTER = 5  # prime to the number of factors: its multiples meet each of them
WIDE = 71
"""Pixels of a line that is reordered in several pieces, whatever becomes of a pixel."""


async def every_rubik_size(bench: NvdlaBench) -> None:
    """Widths, heights and numbers of channels, each from 1 to the most that there may be."""
    first, second = two_sides(bench.config)
    block = bench.registers.RBK
    split = RubikShape(mode="SPLIT", source=first, destination=second)
    merge = RubikShape(mode="MERGE", source=second, destination=first)
    widths = ladder(2, block.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1)
    heights = ladder(2, block.D_DATAIN_SIZE_0.DATAIN_HEIGHT.limit + 1)
    channels = ladder(2, block.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1)
    shapes = [replace(split, width=width) for width in widths] + [replace(merge, height=height) for height in heights]
    shapes += [replace(merge, out_channels=count) for count in channels]
    await _play(bench, shapes)


async def every_rubik_gap(bench: NvdlaBench) -> None:
    """Gaps between lines, surfaces and planes on both sides, from none to many lines, with stalls counted."""
    sides, shapes = two_sides(bench.config), []
    for (at, (read, written)), mode in product(enumerate(gap_pairs(GAPS)), MODES):
        source = replace(sides[at % 2], gaps=read)
        destination = replace(sides[(at + 1) % 2], gaps=written)
        channels = 2 * bench.config.atom_bytes
        small = RubikShape(mode=mode, width=2, height=2, x_stride=2, source=source, destination=destination)
        shapes.append(replace(small, out_channels=channels, count_stalls=bool(at % 2)))
    await _play(bench, shapes)


async def every_stride(bench: NvdlaBench) -> None:
    """Contract by every factor on either axis: each with the smallest and largest of the other, and one in between."""
    first, second = two_sides(bench.config)
    strides = bench.registers.RBK.D_DECONV_STRIDE
    shape = RubikShape(mode="CONTRACT", source=first, destination=second)
    most_x, most_y = strides.DECONV_X_STRIDE.limit, strides.DECONV_Y_STRIDE.limit
    pairs = [(x, y) for x in range(most_x + 1) for y in sorted({0, 1, most_y, SCATTER * x % (most_y + 1)})]
    pairs += [(x, y) for x in (0, 1, most_x) for y in range(2, most_y)]
    await _play(bench, [replace(shape, x_stride=x + 1, y_stride=y + 1) for x, y in pairs])


async def wide_contracts(bench: NvdlaBench) -> None:
    """Contracts whose lines are longer than what is reordered at a time, by every number of columns."""
    first, second = two_sides(bench.config)
    shape = RubikShape(mode="CONTRACT", width=WIDE, source=first, destination=second)
    limit = bench.registers.RBK.D_DECONV_STRIDE.DECONV_X_STRIDE.limit
    await _play(bench, [replace(shape, x_stride=columns) for columns in range(1, limit + 2)])


async def same_group_twice(bench: NvdlaBench) -> None:
    """Enable the group whose turn it is not: it waits for the other one, whichever of the two that is.

    Each time the waiting group is disturbed: nothing that software writes to it has an effect.
    """
    sides, block = two_sides(bench.config), bench.registers.RBK
    shape = RubikShape(mode="SPLIT", width=4, source=sides[0], destination=sides[1])
    turn = await turn_of(bench, block)
    for late in (turn ^ 1, turn):
        await start_rubik(bench, late, shape)
        await bench.host.write(block.D_DATAIN_SIZE_0, 0)
        for word in (0, block.D_OP_ENABLE.encode(OP_EN="ENABLE")):
            await bench.host.write(block.D_OP_ENABLE, word)
        for register in (block.S_STATUS, block.D_OP_ENABLE, block.S_POINTER):
            await bench.host.read(register)
        await program_rubik(bench, late ^ 1, shape)
        await enable(bench, block)
        await select(bench, block, late)
        await bench.host.read(block.S_STATUS)
        await serve_rubik(bench, 0, 1)
        await start_rubik(bench, late ^ 1, shape)
        await bench.host.read(block.S_STATUS)
        await serve_rubik(bench, late ^ 1)


async def _play(bench: NvdlaBench, shapes: Sequence[RubikShape]) -> None:
    """One after the other, the groups in turn; each time the memory is given back."""
    group = await turn_of(bench, bench.registers.RBK)
    for shape in shapes:
        pool = SurfacePool(bench)
        await start_rubik(bench, group, shape, pool)
        await serve_rubik(bench, group)
        pool.free()
        group ^= 1
