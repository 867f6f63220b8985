"""Layers of every unit while links between units wait at random."""

import cocotb
import pyuvm

from sequences.nvdla.programs.kinds import LayerKnobs, kinds_on
from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from tb.nvdla.base_test import NvdlaBaseTest


@pyuvm.test()
class WaitingLinksTest(NvdlaBaseTest):
    """A program of each kind of layers, then one of all."""

    async def stimulus(self, bench):
        if cocotb.SIM_NAME != "Verilator":  # which lets nobody look into the design
            units, memories = self.env.dut.units, self.env.dut.memories
            paces = (units.hold_pace, units.g_convolution.convolution.hold_pace, memories.hold_pace)
            assert [int(pace.waits.value) for pace in paces] == [1, 1, 1]
        for kind in kinds_on(bench, LayerKnobs()):
            await random_programs(bench, 1, ProgramKnobs(kinds=(kind,), layers_at_most=2))
        await random_programs(bench, 1)
