"""What the little chip answers, seen from a bench whose pins have names of their own."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def adds_and_scales(dut):
    Clock(dut.clk, 10, "ns", impl="gpi").start()
    dut.rst_n.value = 0
    dut.a.value = 5
    await FallingEdge(dut.clk)
    dut.rst_n.value = 1
    for _ in range(3):
        await FallingEdge(dut.clk)
    expected = (5 + 2) * int(os.environ["FACTOR"])
    assert dut.sum.value == expected
    assert dut.inverse.value == 0xFF ^ expected
