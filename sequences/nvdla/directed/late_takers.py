"""Layers that hand something on while the unit that takes it has not begun: how much of it the links hold.

PDP or SDP is enabled long after the layer that feeds it (docs/nvdla/units.md, 'Links').
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.groups import GROUPS
from models.nvdla.interrupts import done_bits
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.sdp.descriptor import READER
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.directed.groups import conv_groups
from sequences.nvdla.kinds.groups import LayerGroups
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.small import Axis, small_pdp

LONG = 2000
"""Cycles in which a small layer ends if nothing holds it up."""
FEEDERS = (READER, SDP)


@dataclass(frozen=True, slots=True)
class Handed:
    """What a layer hands on: atoms in a line.

    Attributes:
        precision: of its elements.
        atoms: how many.
    """

    precision: str
    atoms: int


async def pdp_comes_late(bench: NvdlaBench, layers: Iterable[Handed]) -> list[bool]:
    """SDP layers, and PDP long after each of them: whether SDP's interrupt had come before."""
    ended = []
    for number, handed in enumerate(layers):
        group = GROUPS[number % len(GROUPS)]
        fed = _fed(bench, handed)
        await _start(fed, group, without=(PDP,))
        ended.append(await _has_ended(bench, SDP, group))
        await fed.enable(group, without=FEEDERS)
        await fed.serve(group)
    return ended


async def pdp_comes_after_two(bench: NvdlaBench, handed: Handed) -> list[bool]:
    """Two SDP layers in a row, and PDP long after both: whether SDP's interrupt of each had come before."""
    row = [_fed(bench, handed) for _ in GROUPS]
    for group, fed in zip(GROUPS, row, strict=True):
        await _start(fed, group, without=(PDP,))
    ended = [await _has_ended(bench, SDP, group) for group in GROUPS]
    for group, fed in zip(GROUPS, row, strict=True):
        await fed.enable(group, without=FEEDERS)
        await fed.serve(group)
    return ended


async def sdp_comes_late(bench: NvdlaBench, layers: Sequence[Handed]) -> list[bool]:
    """Convolutions, and SDP long after each of them: whether CACC's interrupt had come before."""
    ended = []
    for number, handed in enumerate(layers):
        group = GROUPS[number % len(GROUPS)]
        small = small_shape(bench.config, handed.precision)
        fed = conv_groups(bench, replace(small, height=1, width=handed.atoms))
        await _start(fed, group, without=(SDP,))
        ended.append(await _has_ended(bench, CONVOLUTION[-1], group))
        await fed.enable(group, without=CONVOLUTION)
        await fed.serve(group)
    return ended


async def _start(groups: LayerGroups, group: int, without: tuple[str, ...]) -> None:
    """Start all blocks of a layer but some, give them time, and look at all."""
    await groups.program(group)
    await groups.enable(group, without)
    await groups.bench.host.pause(LONG)
    await groups.look()


async def _has_ended(bench: NvdlaBench, block: str, group: int) -> bool:
    """Whether a block's interrupt is there."""
    status = bench.registers.GLB.S_INTR_STATUS
    word = await bench.host.read(status)
    return all(status.fields[bit].get(word) for bit in done_bits(block, group))


def _fed(bench: NvdlaBench, handed: Handed) -> LayerGroups:
    """The groups of an SDP layer, and of a PDP layer that takes all of it."""
    shape = small_pdp(bench.config, handed.precision, Axis(outputs=(handed.atoms,)), Axis(), flying=True)
    return LayerGroups(bench, PDP, (*FEEDERS, PDP), lambda: PdpKind(bench).allocate(shape))
