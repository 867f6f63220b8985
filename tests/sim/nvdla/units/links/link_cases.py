"""Every link with random pauses on both ends."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge

from tests.sim.nvdla.units.links.link_widths import LINKS, TRANSFERS

ROUNDS = ((1, 0), (2, 60), (3, 200))
"""Seed and pauses in 256 cycles."""
FAULTS = {"payload-changed": 1, "valid-withdrawn": 2}
UNKNOWN = (3, 4)
"""Valid, ready."""
LINKS_WAIT = "links_wait"
"""The plusarg that holds links back."""
QUIET_CYCLES = 20
"""So long it does not, in this bench."""
CYCLES = 4000


async def start(dut, *, seed, pauses, fault=0, link=0):
    """Reset, then let all sources begin."""
    dut.reset_n.value = 0
    dut.seed.value, dut.pauses.value, dut.total.value = seed, pauses, TRANSFERS
    dut.fault.value, dut.fault_link.value = 0, link
    await ClockCycles(dut.clk, 2)
    dut.reset_n.value = 1
    dut.fault.value = fault


def taken(dut):
    """Transfers by link."""
    value = int(dut.taken.value)
    return [value >> 32 * number & 0xFFFF_FFFF for number in range(len(LINKS))]


def run_clock(dut):
    return Clock(dut.clk, 10, unit="ns").start()


@cocotb.test()
async def every_transfer_arrives_once(dut):
    """The taps between say what each was; the pytest beside this file reads them after the simulation."""
    run_clock(dut)
    for seed, pauses in ROUNDS:
        await start(dut, seed=seed, pauses=pauses)
        await ClockCycles(dut.clk, TRANSFERS * (100 if LINKS_WAIT in cocotb.plusargs else 30))
        assert taken(dut) == [TRANSFERS] * len(LINKS)
    assert int(dut.fired.value) == 0


@cocotb.test()
async def links_are_held_back(dut):
    """With the plusarg each at times of its own, mostly for a cycle or two, sometimes for long; without it never."""
    run_clock(dut)
    await start(dut, seed=1, pauses=60)
    closed = []
    for _ in range(CYCLES):
        await FallingEdge(dut.clk)
        closed.append(f"{int(dut.closed.value):0{len(LINKS)}b}")
    by_link = ["".join(cycle) for cycle in zip(*closed, strict=True)]
    if LINKS_WAIT not in cocotb.plusargs:
        assert set(by_link) == {"0" * CYCLES}
        return
    assert len(set(by_link)) == len(LINKS)
    for cycles in by_link:
        assert "1" not in cycles[: QUIET_CYCLES - 1]
        waits = [len(run) for run in cycles.strip("1").split("0") if run]
        assert set(waits) - {1, 2} <= set(range(65, 129)), waits
        assert len(waits) > CYCLES / 16
        assert max(waits) > 2
