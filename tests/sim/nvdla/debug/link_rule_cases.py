"""The links of the convolution's checks, each of which breaks the rule of links: what waits changes, then goes."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

LINKS_VARIABLE = "NPUVM_TEST_LINKS"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def broken_links(dut):
    links = [[getattr(dut, f"{name}{end}") for end in ("_valid", "")] for name in os.environ[LINKS_VARIABLE].split()]
    for port in dut:
        if port._name not in ("clk", "reset_n") and not port._name.endswith("_rule"):
            port.value = 0
    Clock(dut.clk, 10, unit="ns").start()
    for level in (0, 1):
        dut.reset_n.value = level
        await FallingEdge(dut.clk)
    for valid, payload in links:
        for levels in ((1, 0), (1, 1), (0, 1)):
            valid.value, payload.value = levels
            await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
