"""Switching the stall and latency counters of a layer's blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.nvdla.blocks.claiming import PERF_SWITCH, STALL_FIELDS
from models.nvdla.groups import GROUPS
from models.registers import Block
from sequences.nvdla.firmware.groups import select
from sequences.nvdla.target import NvdlaTarget


def with_counting(block: Block, words: Sequence[Mapping[str, int]], *, on: bool) -> Sequence[Mapping[str, int]]:
    """A layer's register values with counting switched, where the block counts."""
    if PERF_SWITCH not in block.registers:
        return words
    (one,) = words
    switch = block.registers[PERF_SWITCH]
    word = one.get(PERF_SWITCH, switch.reset)
    for name in STALL_FIELDS:
        if name in switch.fields:
            word = word & ~switch.fields[name].mask | switch.fields[name].put(int(on))
    return ({**one, PERF_SWITCH: word},)


async def count_in_both_groups(target: NvdlaTarget, *units: str) -> None:
    """Switch counting on in both groups of units at rest, so that no layer meets a switch that is off."""
    for block in (target.registers.blocks[unit] for unit in units):
        (words,) = with_counting(block, [{}], on=True)
        for group in GROUPS:
            await select(target, block, group)
            await target.host.write(block.registers[PERF_SWITCH], words[PERF_SWITCH])
