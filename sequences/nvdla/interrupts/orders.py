"""Interrupts of layers among software's own: each act on a bit after each other one."""

from __future__ import annotations

from itertools import product

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.interrupts.short_layers import ShortLayer, bdma_layer, rubik_layer
from sequences.nvdla.interrupts.walk import AFTERMATH_CYCLES

LAYER, SET, CLEAR, MASK, UNMASK = "layer", "set", "clear", "mask", "unmask"
ACTS = (LAYER, SET, CLEAR, MASK, UNMASK)
SWITCHES = (MASK, UNMASK)


async def every_act_after_each(bench: NvdlaBench) -> None:
    """A unit's interrupt, set, cleared, masked and unmasked by software, in pairs, with a look after each act."""
    for layer in (bdma_layer(bench), rubik_layer(bench)):
        for one, two in product(ACTS, repeat=2):
            if one == two and one in SWITCHES:
                continue
            switch = next((act for act in (one, two) if act in SWITCHES), "")
            if switch:  # so that it changes something
                await _act(bench, SWITCHES[1 - SWITCHES.index(switch)], layer)
            await _act(bench, one, layer)
            await _act(bench, two, layer)
            if one == two == LAYER:  # groups take turns: only the third raises a bit again
                await _act(bench, LAYER, layer)
            await _act(bench, UNMASK, layer)
            await _act(bench, CLEAR, layer)


async def clear_nothing(bench: NvdlaBench) -> None:
    """Write the status register with no bit set, while an interrupt is there and while there is none."""
    status, every = bench.registers.GLB.S_INTR_STATUS, bench.registers.GLB.S_INTR_STATUS.write_mask
    for word in (0, every):
        await bench.host.write(bench.registers.GLB.S_INTR_SET, word)
        await bench.host.write(status, 0)
        await bench.host.read(status)
    await bench.host.write(status, every, posted=False)


async def _act(bench: NvdlaBench, act: str, layer: ShortLayer) -> None:
    """One act on all bits of the units, so that it does not matter in which group the layer is."""
    glb, host = bench.registers.GLB, bench.host
    every = glb.S_INTR_STATUS.write_mask
    if act == LAYER:
        await layer()
        await host.drain()
        await host.pause(AFTERMATH_CYCLES)
    elif act in SWITCHES:
        await host.write(glb.S_INTR_MASK, every if act == MASK else 0, posted=False)
    else:
        await host.write(glb.S_INTR_SET if act == SET else glb.S_INTR_STATUS, every, posted=False)
    await host.read(glb.S_INTR_STATUS)
