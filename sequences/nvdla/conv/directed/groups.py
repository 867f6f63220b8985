"""Convolutions in register groups that are chosen by hand, and what software may try with them meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import BLOCKS
from models.nvdla.conv.parts import Kernel
from models.nvdla.interrupts import done_bits
from models.nvdla.sdp.descriptor import UNIT as SDP
from models.registers import Behaviour, Block, Register
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.firmware.drivers import wait_for_flush
from sequences.nvdla.firmware.enabling import guide_order
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.firmware.groups import enable, program, select, turn_of
from sequences.nvdla.firmware.serve import serve

LOOKS = 4
"""How often the states of all blocks are read while groups wait."""


async def program_conv(bench: NvdlaBench, group: int, shape: ConvShape) -> None:
    """Program a layer into a group of each of its blocks, once the convolution buffer is ready."""
    await wait_for_flush(bench)
    for descriptor in allocate_conv(bench, shape):
        for part in descriptor.encode(bench.registers, bench.config):
            await program(bench, bench.registers.blocks[part.block], group, part.words[0])


async def enable_conv(bench: NvdlaBench, group: int, without: Collection[str] = ()) -> None:
    """Enable a group of each block but some, the last of the pipeline first."""
    for block in [block for block in _blocks(bench) if block.name not in without]:
        await select(bench, block, group)
        await enable(bench, block)


async def serve_conv(bench: NvdlaBench, *groups: int) -> None:
    """Wait for all interrupts of groups and read their states."""
    await serve(bench, [bit for block in (*BLOCKS, SDP) for group in groups for bit in done_bits(block, group)])
    await look_at_states(bench)


async def look_at_states(bench: NvdlaBench) -> None:
    """Read what each block says of its groups."""
    for block in _blocks(bench):
        for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
            await bench.host.read(register)


async def disturb_running_conv(bench: NvdlaBench) -> None:
    """While a layer runs, write to its groups: the part ignores that as long as they run."""
    shape = _long(bench.config)
    for group in GROUPS:
        await program_conv(bench, group, shape)
        await enable_conv(bench, group)
        for block in _blocks(bench):
            await bench.host.write(_first_of_layer(block), 0)
            await bench.host.write(block.D_OP_ENABLE, 0)
        await look_at_states(bench)
        await serve_conv(bench, group)


async def wrong_conv_group_first(bench: NvdlaBench) -> None:
    """After reset, enable group 1 first: it stays pending until group 0 has run."""
    shape = _long(bench.config)
    await program_conv(bench, 1, shape)
    await enable_conv(bench, 1)
    for _ in range(LOOKS):
        await look_at_states(bench)
        await bench.host.pause()
    await program_conv(bench, 0, shape)
    await enable_conv(bench, 0)
    await serve_conv(bench, 0, 1)


async def same_conv_group_twice(bench: NvdlaBench) -> None:
    """Enable the groups whose turn it is not: they wait for the others, whichever of the two that is.

    Each time the waiting groups are disturbed: nothing that software writes to them has an effect.
    """
    shape, turn = _long(bench.config), await turn_of(bench, bench.registers.CDMA)
    for late in (turn ^ 1, turn):
        await program_conv(bench, late, shape)
        await enable_conv(bench, late)
        for block in _blocks(bench):
            await bench.host.write(_first_of_layer(block), 0)
            for word in (0, block.D_OP_ENABLE.encode(OP_EN="ENABLE")):
                await bench.host.write(block.D_OP_ENABLE, word)
        await look_at_states(bench)
        await program_conv(bench, late ^ 1, shape)
        await enable_conv(bench, late ^ 1)
        for block in _blocks(bench):
            await select(bench, block, late)
        await look_at_states(bench)
        await serve_conv(bench, 0, 1)
        await program_conv(bench, late ^ 1, shape)
        await enable_conv(bench, late ^ 1)
        await look_at_states(bench)
        await serve_conv(bench, late ^ 1)


def _long(config: HwConfig) -> ConvShape:
    """A layer that takes longer than to read a few registers of each block."""
    lines, kernel = 2 * config.cbuf_bank_entries, Kernel(height=3, width=1)
    return replace(small_shape(config, "INT8"), channels=config.mac_channels, height=lines, kernel=kernel)


def _first_of_layer(block: Block) -> Register:
    """The first register that says what a layer is."""
    return next(item for item in block if item.grouped and item.behaviour is Behaviour.PLAIN)


async def conv_stall_counters(bench: NvdlaBench) -> None:
    """Layers that fetch and write enough to be held up, with counting on, the counts read behind each."""
    config = bench.config
    shape = replace(small_shape(config, "INT16"), channels=4 * config.mac_channels, height=4, width=6)
    shape = replace(shape, kernels=3 * config.mac_kernels)
    for _ in GROUPS:
        await ConvKind(bench).play([shape], COUNTED)


def _blocks(bench: NvdlaBench) -> list[Block]:
    """The blocks of a layer in the order in which they are enabled."""
    return [bench.registers.blocks[name] for name in guide_order((*BLOCKS, SDP))]
