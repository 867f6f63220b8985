"""Set and clear of an interrupt close together: by software, and walked over a layer's end a cycle at a time.

What is read in between hangs on the cycle, so a recording of a walk holds for the design that it was made with only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from sequences.host import HangError
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.interrupts.short_layers import ShortLayer
from sequences.polling import SPINS

EARLIEST_CYCLES, LATEST_CYCLES = -24, 4
"""Where a walk begins and ends, seen from the cycle in which the pin rises.

A write shows at the pin about 14 cycles after its request (docs/nvdla/pins.md, 'Pin list'): one that is made 24
cycles ahead of the pin comes before the interrupt, one that is made with it comes behind."""
AFTERMATH_CYCLES = 256
"""Cycles after which the interrupt of a layer whose writes are all answered has come for certain."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What became of an interrupt that register writes came close to.

    Attributes:
        cycles: from the layer's start to the first write.
        stayed: whether the status bit was set when all was over.
    """

    cycles: int
    stayed: bool


async def cycles_to_interrupt(bench: NvdlaBench, layer: ShortLayer) -> int:
    """Play the layer once and count the cycles from its start until the pin rises.

    Raises:
        HangError: it did not rise.
    """
    name = await layer()
    for cycles in range(SPINS):
        if bench.host.interrupt_level():
            await _clear(bench, bench.registers.GLB.S_INTR_STATUS.fields[name].mask)
            return cycles
        await bench.host.pause(1)
    raise HangError(f"{name} did not come within {SPINS} cycles{bench.host.why_waiting()}")


async def walk_over_end(
    bench: NvdlaBench, layer: ShortLayer, end_cycles: int, registers: Sequence[str]
) -> list[Meeting]:
    """Play the layer again and again, and write its bit to registers of GLB a cycle later each time.

    Args:
        bench: where to play; its memories must take the same time for the same layer.
        layer: what to play.
        end_cycles: when the layer raises the pin, from `cycles_to_interrupt`.
        registers: S_INTR_STATUS clears the bit, S_INTR_SET sets it; written in this order with no gap.

    Returns:
        What became of each layer's interrupt.
    """
    walk = range(max(0, end_cycles + EARLIEST_CYCLES), end_cycles + LATEST_CYCLES + 1)
    return [await _meet(bench, layer, cycles, registers) for cycles in walk]


async def _meet(bench: NvdlaBench, layer: ShortLayer, cycles: int, registers: Sequence[str]) -> Meeting:
    """One layer, with the writes at one distance from its start; its interrupt is served afterwards."""
    glb, host = bench.registers.GLB, bench.host
    bit = glb.S_INTR_STATUS.fields[await layer()].mask
    if cycles:
        await host.pause(cycles)
    for name in registers:
        await host.write(glb.registers[name], bit)
    await host.drain()
    await host.pause(AFTERMATH_CYCLES)
    stayed = bool(await host.read(glb.S_INTR_STATUS) & bit)
    await _clear(bench, bit)
    return Meeting(cycles, stayed)


async def _clear(bench: NvdlaBench, bit: int) -> None:
    """Clear a status bit; the read behind it takes as long as the pin needs to fall."""
    status = bench.registers.GLB.S_INTR_STATUS
    await bench.host.write(status, bit, posted=False)
    await bench.host.read(status)


def why_missed(walk: Sequence[Meeting], pulses_cycles: Sequence[int]) -> str:
    """What shows that a walk with a clear has not met the interrupt as it should; empty if it has.

    A clear before the cycle in which the interrupt is set leaves the bit, and so does one in that very cycle: a set
    wins (docs/nvdla/pins.md, 'Interrupts'). One behind it takes the bit, and the pin is high for as many cycles as it
    came later. So where these pulses last 1, 2, 3, .. cycles, the last clear that left the bit came in the very cycle.

    Args:
        walk: what became of the interrupts.
        pulses_cycles: how long the pin was high, each time that it was.
    """
    late = [at for at, meeting in enumerate(walk) if not meeting.stayed]
    where = f"of clears {walk[0].cycles} to {walk[-1].cycles} cycles after a layer's start"
    if not late:
        return f"{where} none took its interrupt: the walk ends before the interrupt comes"
    if late[0] == 0:
        return f"{where} the first took its interrupt already: the walk begins behind the cycle in which it comes"
    if late != list(range(late[0], len(walk))):
        taken = ", ".join(str(walk[at].cycles) for at in late)
        return f"{where} those took their interrupt that came after {taken} cycles: the layer's length varies"
    if len(pulses_cycles) < len(walk):
        meeting = walk[late[0]].cycles
        return f"{where} the one after {meeting} cycles took an interrupt that never showed at the pin; a set must win"
    pulses = [pulses_cycles[at] for at in late]
    if pulses != list(range(1, len(late) + 1)):
        return f"{where} those that took their interrupt left pulses of {pulses} cycles, not of 1, 2, 3, .. cycles"
    return ""


async def set_and_clear_in_a_row(bench: NvdlaBench) -> None:
    """Set and clear each status bit by software in every order, without a gap between the writes."""
    glb, host = bench.registers.GLB, bench.host
    for item in glb.S_INTR_STATUS.fields.values():
        for registers in product((glb.S_INTR_SET, glb.S_INTR_STATUS), repeat=3):
            for register in registers:
                await host.write(register, item.mask)
            await host.read(glb.S_INTR_STATUS)
    await host.write(glb.S_INTR_STATUS, glb.S_INTR_STATUS.write_mask, posted=False)
