"""A design whose reset makes all known, and one whose reset does not."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles

BEFORE, BEHIND = 4, 3
"""Cycles before the reset, and behind it."""


async def play(dut, forgets):
    """Assertions that fired before and behind a reset."""
    dut.forgets.value, dut.reset_n.value = forgets, 1
    Clock(dut.clk, 10, unit="ns").start()
    await ClockCycles(dut.clk, BEFORE)
    before = int(dut.assertions_fired.value)
    dut.reset_n.value = 0
    await ClockCycles(dut.clk, 1)
    dut.reset_n.value = 1
    await ClockCycles(dut.clk, BEHIND)
    return before, int(dut.assertions_fired.value)


@cocotb.test()
async def all_is_known(dut):
    assert await play(dut, 0) == (0, 0)


@cocotb.test()
async def a_reset_that_forgets(dut):
    before, behind = await play(dut, 1)
    assert before == 0
    assert behind > 0
