"""The convolution buffer is cleared after reset through links that often wait: the pytest beside reads what passed."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles

from tests.sim.nvdla.units.conv_buffer.conv_buffer_cases import HW, access, reset

PAUSES = 150
"""Of the links, in 256 cycles."""


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def the_buffer_is_cleared_through_links_that_wait(dut):
    """It takes longer; the status does not change before."""
    Clock(dut.clk, 10, unit="ns").start()
    await reset(dut, seed=1, pauses=0, link_pauses=PAUSES)
    dut.started.value = 1
    await ClockCycles(dut.clk, HW.cbuf_banks * HW.cbuf_bank_entries + 8)
    assert await access(dut, "S_CBUF_FLUSH_STATUS") == 0
    while await access(dut, "S_CBUF_FLUSH_STATUS") == 0:
        pass
    await ClockCycles(dut.clk, 20)
    assert int(dut.fired.value) == 0
