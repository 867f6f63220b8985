"""Programs of layers of all units that there are, at the same time and each behind others of its own."""

import pyuvm

from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.directed.groups import conv_groups
from sequences.nvdla.programs.beside import (
    sdp_is_last,
    side_by_side,
    start_units,
    units_there,
    until_sdp_is_last,
)
from sequences.nvdla.programs.sharing import draw_sharing, share
from tb.memory.profile import HARSH, SLOW, MemoryProfile
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import ProgramsTestKnobs
from tests.sim.nvdla.programs import ProgramsTest
from tests.sim.nvdla.together import SharedTest

NEEDS = ("CDMA", "SDP", "PDP", "CDP")
LATE_CYCLES, LATE_RESPONSES = 200, 6000


@pyuvm.test()
class MixedProgramsTest(ProgramsTest):
    """On the usual memories."""

    knobs = ProgramsTestKnobs(programs=5)


@pyuvm.test()
class SlowMixedProgramsTest(ProgramsTest):
    """On slow memories: units wait for each other's traffic, and layers overlap."""

    knobs = ProgramsTestKnobs(programs=3)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": SLOW, "CVSRAM": SLOW})


@pyuvm.test()
class HarshMixedProgramsTest(ProgramsTest):
    """On memories that reorder, interleave and hold back everything."""

    knobs = ProgramsTestKnobs(programs=3)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})


@pyuvm.test()
class SharedMixedProgramsTest(SharedTest, ProgramsTest):
    """Memory interfaces that favour some units, and let little be outstanding: other weights for each program."""

    knobs = ProgramsTestKnobs(programs=3)

    async def stimulus(self, bench):
        for _ in range(self.knobs.programs):
            await share(bench, draw_sharing(bench.rng, bench.config))
            await self.play_programs(bench, 1)


@pyuvm.test()
class SideBySideTest(NvdlaBaseTest):
    """Layers that have nothing to do with each other, two of each unit, on memories that answer late."""

    memory = MemoryProfile(read_latency=(LATE_CYCLES, LATE_CYCLES), response_latency=(LATE_CYCLES, LATE_CYCLES))

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": self.memory, "CVSRAM": self.memory})

    async def stimulus(self, bench):
        await side_by_side(bench)


@pyuvm.test()
class ResetCutsUnitsTest(SideBySideTest):
    """A reset cuts off nothing, each unit alone, and all of them."""

    async def stimulus(self, bench):
        there = units_there(bench.config)
        for units in ((), *((unit,) for unit in there), there):
            await start_units(bench, units)
            await bench.host.pause(LATE_CYCLES)
            await self.env.clocking.reset()
        groups = conv_groups(bench, small_shape(bench.config, bench.config.precisions[0]))
        await groups.program(0)
        await groups.enable(0, without=("SDP",))
        await bench.host.pause(LATE_CYCLES)
        await self.env.clocking.reset()
        await until_sdp_is_last(bench)
        await self.env.clocking.reset()
        await side_by_side(bench, 2)


@pyuvm.test()
class LateSdpTest(SideBySideTest):
    """SDP waits for memory's responses while all of its convolutions has ended."""

    memory = MemoryProfile(response_latency=(LATE_RESPONSES, LATE_RESPONSES))

    async def stimulus(self, bench):
        await sdp_is_last(bench)
