"""Convolutions in register groups that are chosen by hand, and what software may try with them meanwhile."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.conv.descriptor import BLOCKS
from models.nvdla.conv.parts import Kernel
from models.nvdla.groups import GROUPS
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.kinds.groups import LayerGroups, same_group_twice, wrong_group_first


def conv_groups(bench: NvdlaBench, shape: ConvShape) -> LayerGroups:
    """The groups of all blocks of a convolution."""
    return LayerGroups(bench, BLOCKS[0], (*BLOCKS, SDP), lambda: allocate_conv(bench, shape), selects=False)


async def disturb_running_conv(bench: NvdlaBench) -> None:
    """While a layer runs, write to its groups: the part ignores that as long as they run."""
    groups = _of_long_layers(bench)
    for group in GROUPS:
        await groups.start(group)
        await groups.disturb(group, enables=False)
        await groups.look()
        await groups.serve(group)


async def wrong_conv_group_first(bench: NvdlaBench) -> None:
    """After reset, enable group 1 first."""
    await wrong_group_first(_of_long_layers(bench))


async def same_conv_group_twice(bench: NvdlaBench) -> None:
    """Enable the groups whose turn it is not."""
    await same_group_twice(_of_long_layers(bench))


def _of_long_layers(bench: NvdlaBench) -> LayerGroups:
    """Those of a layer that takes longer than to read a few registers of each block."""
    config, kernel = bench.config, Kernel(height=3, width=1)
    lines = 2 * config.cbuf_bank_entries
    small = small_shape(config, "INT8")
    return conv_groups(bench, replace(small, channels=config.mac_channels, height=lines, kernel=kernel))


async def conv_stall_counters(bench: NvdlaBench) -> None:
    """Layers that fetch and write enough to be held up, with counting on, the counts read behind each."""
    config = bench.config
    shape = replace(small_shape(config, "INT16"), channels=4 * config.mac_channels, height=4, width=6)
    shape = replace(shape, kernels=3 * config.mac_cells)
    for _ in GROUPS:
        await ConvKind(bench).play([shape], COUNTED)
