"""Layers of all units on clocks that stand still where a unit has nothing to do, or that a pin keeps running."""

import cocotb
import pyuvm
from cocotb.triggers import Timer

from sequences.nvdla.programs.random import random_programs
from tb.memory.profile import HARSH, TYPICAL
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.pins import tie_offs

KEEP = "keep_running"
"""The plusarg that names such a pin."""


class ClockedTest(NvdlaBaseTest):
    """Gives the pin of the plusarg, if there is one, the level at which it keeps all clocks running."""

    profile = TYPICAL

    def configure(self):
        pin = cocotb.plusargs.get(KEEP)
        levels = tie_offs() | ({pin: 1} if pin else {})
        profiles = {"DBB": self.profile, "CVSRAM": self.profile}
        return NvdlaEnvConfig(seed=self.seed, profiles=profiles, tie_offs=levels)

    async def stimulus(self, bench):
        await random_programs(bench, 3)


@pyuvm.test()
class ClockedProgramsTest(ClockedTest):
    """Programs of all units at once."""


@pyuvm.test()
class HarshlyClockedProgramsTest(ClockedTest):
    """The same on memories that hold back everything: units wait for long."""

    profile = HARSH


@pyuvm.test()
class ClockedResetTest(ClockedTest):
    """Programs before and behind a reset."""

    async def stimulus(self, bench):
        await random_programs(bench, 1)
        await self.env.clocking.reset()
        await random_programs(bench, 1)


@pyuvm.test()
class IdleClocksTest(ClockedTest):
    """Nothing to do for long: all clocks stand still, or, with the pin, none. It looks into our own RTL."""

    cycles = 20_000  # more than clearing the convolution buffer takes

    async def stimulus(self, bench):
        await bench.host.read(bench.registers.GLB.S_INTR_MASK)
        await Timer(self.cycles * self.env.config.core_period_ns, "ns")
        interfaces = [port.memory_interface for port in cocotb.top.memories.g_ram]
        gates = [cocotb.top.units.gates, *(side.gates for port in interfaces for side in (port.read, port.write))]
        for gate in gates:
            running = str(gate.running.value)
            expected = ("1" if KEEP in cocotb.plusargs else "0") * len(running)
            assert running == expected, f"{gate._path}: clocks that run: {running}, expected {expected}"
