"""What a pixel counts of which all kernels of a group saturate, or all but those of a cell: sums of a large term."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge

from tb.nvdla.env_config import chosen_hardware

HW = chosen_hardware()
GROUP = HW.mac_int8_kernels
CELL_KERNELS = GROUP // HW.mac_cells
LARGEST_TERM = (HW.mac_channels << 15) - 1
LARGEST = (1 << 31) - 1
ENOUGH = LARGEST // LARGEST_TERM + 1
"""Terms whose sum is beyond the largest result."""


async def pixel(dut, cells, terms):
    """Add up the largest term for so many cells; returns the first kernel's result and the count."""
    dut.cells.value, dut.term.value = (1 << cells) - 1, LARGEST_TERM
    dut.take.value, dut.channel_end.value = 1, 0
    await ClockCycles(dut.clk, terms - 1, FallingEdge)
    dut.channel_end.value = 1
    await FallingEdge(dut.clk)
    dut.take.value = 0
    return int(dut.result.value), int(dut.saturations.value)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_pixel_counts_what_the_configuration_says(dut):
    Clock(dut.clk, 10, unit="ns").start()
    dut.reset_n.value, dut.take.value = 0, 0
    await ClockCycles(dut.clk, 2, FallingEdge)
    dut.reset_n.value = 1
    whole = 0 if "cacc-whole-groups" in HW.errata else GROUP
    assert await pixel(dut, HW.mac_cells, ENOUGH) == (LARGEST, whole)
    assert await pixel(dut, HW.mac_cells - 1, ENOUGH) == (LARGEST, GROUP - CELL_KERNELS)
    assert await pixel(dut, HW.mac_cells, 1) == (LARGEST_TERM, 0)
