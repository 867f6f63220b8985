"""The shares of compressed weights and of their mask in a fetch: the pytest beside reads what was asked for."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles

from models.nvdla.registers import registers
from tests.sim.nvdla.units.conv_buffer.buffer_layers import SHARES_VARIABLE, random_layers
from tests.sim.nvdla.units.conv_buffer.conv_buffer_cases import FILL_CYCLES_PER_ENTRY, HW, access, enable, start


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def weights_and_masks_fill_their_banks(dut):
    """CSC lets nothing go; the shares change while the layer runs, which is too late for it."""
    Clock(dut.clk, 10, unit="ns").start()
    await start(dut, seed=1, pauses=0)
    dut.hold.value = 1
    arbiter = registers(HW).CDMA.S_ARBITER
    if shares := os.environ[SHARES_VARIABLE]:
        weights, masks = map(int, shares.split(","))
        await access(dut, "S_ARBITER", arbiter.encode(ARB_WEIGHT=weights, ARB_WMB=masks))
    await enable(dut, 0, random_layers(HW, 1)[-1])
    await access(dut, "S_ARBITER", arbiter.encode(ARB_WEIGHT=7, ARB_WMB=7))
    await ClockCycles(dut.clk, FILL_CYCLES_PER_ENTRY * HW.cbuf_bank_entries)
    assert int(dut.fired.value) == 0
