"""Assertions of the RTL in a test of the whole design: what fired is a finding at its end."""

import pyuvm
from cocotb.triggers import FallingEdge

from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.rubik.random import RubikKind
from tb.nvdla.base_test import NvdlaBaseTest


@pyuvm.test()
class CheckedLayersTest(NvdlaBaseTest):
    """Random layers keep every rule."""

    async def stimulus(self, bench):
        await BdmaKind(bench).play_random(5)
        await RubikKind(bench).play_random(5)
        await ConvKind(bench, ConvKnobs(operations_at_most=24, bytes_at_most=2048)).play_random(4)


@pyuvm.test()
class WithdrawnRequestTest(NvdlaBaseTest):
    """A request on the CSB that is withdrawn while it waits."""

    provokes = ("csb-withdrawn", "rtl-assertion")
    announces = ("unmapped-register",)

    async def stimulus(self, bench):
        await bench.host.pause()
        dut = self.env.dut
        dut.csb2nvdla_addr.value = (1 << len(dut.csb2nvdla_addr)) - 1
        dut.csb2nvdla_write.value, dut.csb2nvdla_nposted.value = 1, 0
        dut.csb2nvdla_valid.value = 1
        while True:
            await FallingEdge(dut.dla_csb_clk)
            if not int(dut.csb2nvdla_ready.value):
                break
        await FallingEdge(dut.dla_csb_clk)
        dut.csb2nvdla_valid.value = 0
        for _ in range(50):
            await FallingEdge(dut.dla_csb_clk)
