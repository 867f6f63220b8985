"""BDMA layers on RTL: directed and random, on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bdma.overfull import gather_blindly, room
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.bdma.stalls import both_groups_busy, stall_counters
from tb.memory.profile import FAST, HARSH, SLOW, MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.resets import CutByResetsTest

NEEDS = ("BDMA",)


@pyuvm.test()
class EveryRouteTest(NvdlaBaseTest):
    """Every direction, smallest and uneven sizes, packed and with gaps."""

    async def stimulus(self, bench):
        await bdma.every_route(bench)


@pyuvm.test()
class LongestLineTest(NvdlaBaseTest):
    """The longest line there is, on memories that never wait."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})

    async def stimulus(self, bench):
        await bdma.longest_line(bench)


@pyuvm.test()
class ManyLinesTest(NvdlaBaseTest):
    """Repeat counts beyond a byte."""

    async def stimulus(self, bench):
        await bdma.many_lines(bench)


@pyuvm.test()
class FullSlotsTest(NvdlaBaseTest):
    """A group that fills all slots, with stall counters on, on memories that make it wait."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": SLOW, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await bdma.full_slots(bench)


@pyuvm.test()
class BlindSlotsTest(NvdlaBaseTest):
    """Every slot filled without a look, and the output stage too, which no rule allows."""

    announces = ("bdma-slots",)

    async def stimulus(self, bench):
        most = room(bench)
        await gather_blindly(bench, (most - 1, most))


@pyuvm.test()
class BackToBackTest(NvdlaBaseTest):
    """A group is launched while the other one runs."""

    async def stimulus(self, bench):
        await bdma.back_to_back(bench)


@pyuvm.test()
class BdmaStallCountersTest(NvdlaBaseTest):
    """Counting is on throughout, on a memory that makes writes wait: a long layer, and small ones behind it."""

    def configure(self):
        waiting = MemoryProfile(read_latency=(5, 20), response_latency=(10, 30), w_stall=Stall(0.5, (4, 12)))
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": waiting, "CVSRAM": waiting})

    async def stimulus(self, bench):
        await stall_counters(bench)


@pyuvm.test()
class BothGroupsBusyTest(NvdlaBaseTest):
    """The statuses of two groups in flight, whose responses come late."""

    def configure(self):
        late = MemoryProfile(response_latency=(100, 200))
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": late, "CVSRAM": late})

    async def stimulus(self, bench):
        await both_groups_busy(bench)


@pyuvm.test()
class SingleBdmaTest(NvdlaBaseTest):
    """One random layer: recorded under many seeds, a collection of layers."""

    async def stimulus(self, bench):
        await BdmaKind(bench).play_random(1)


@pyuvm.test()
class RandomBdmaTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=20)

    async def stimulus(self, bench):
        await BdmaKind(bench, BdmaKnobs(long=0.1)).play_random(self.knobs.layers)


@pyuvm.test()
class RandomHarshBdmaTest(NvdlaBaseTest):
    """Random small layers on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=12)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await BdmaKind(bench, BdmaKnobs(bytes_at_most=1024, long=0.05)).play_random(self.knobs.layers)


@pyuvm.test()
class UnrelatedClocksBdmaTest(NvdlaBaseTest):
    """The CSB's clock has nothing to do with the core's."""

    knobs = LayersTestKnobs(layers=6)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, core_period_ns=2.0, csb_period_ns=3.4)

    async def stimulus(self, bench):
        await BdmaKind(bench, BdmaKnobs(bytes_at_most=512)).play_random(self.knobs.layers)


@pyuvm.test()
class CutBdmaTest(CutByResetsTest):
    """Resets among random layers, one of them with every slot filled."""

    async def layers(self, bench):
        await BdmaKind(bench, BdmaKnobs(bytes_at_most=1024, overlap=1.0, full_group=0.2)).play_random(3)
