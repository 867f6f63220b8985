"""Switching the stall and latency counters of a layer's blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.registers import Block

SWITCH = "D_PERF_ENABLE"
FIELDS = ("DMA_EN", "PERF_DMA_EN", "PERF_EN")
"""What the field is called that switches stalls, in different units."""


def with_counting(block: Block, words: Sequence[Mapping[str, int]], *, on: bool) -> Sequence[Mapping[str, int]]:
    """A layer's register values with counting switched, where the block counts."""
    if SWITCH not in block.registers:
        return words
    (one,) = words
    switch = block.registers[SWITCH]
    word = one.get(SWITCH, switch.reset)
    for name in FIELDS:
        if name in switch.fields:
            word = word & ~switch.fields[name].mask | switch.fields[name].put(int(on))
    return ({**one, SWITCH: word},)
