"""Every link with random pauses on both ends."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles

from tests.sim.nvdla.units.links.link_widths import LINKS, TRANSFERS

ROUNDS = ((1, 0), (2, 60), (3, 200))
"""Seed and pauses in 256 cycles."""
FAULTS = {"payload-changed": 1, "valid-withdrawn": 2}
UNKNOWN = (3, 4)
"""Valid, ready."""


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
        await ClockCycles(dut.clk, TRANSFERS * 30)
        assert taken(dut) == [TRANSFERS] * len(LINKS)
    assert int(dut.fired.value) == 0
