"""Rubik layers on RTL: directed and random, on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.rubik import directed as rubik
from sequences.nvdla.rubik.random import RubikKind, RubikKnobs
from sequences.nvdla.rubik.stalls import rubik_stall_counters
from tb.memory.profile import HARSH, MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.resets import CutByResetsTest

NEEDS = ("RBK",)


@pyuvm.test()
class EveryRubikModeTest(NvdlaBaseTest):
    """Contract, split and merge in every precision, odd extents, packed and with gaps."""

    async def stimulus(self, bench):
        await rubik.every_mode(bench)


@pyuvm.test()
class RubikBackToBackTest(NvdlaBaseTest):
    """A group is enabled while the other one runs."""

    async def stimulus(self, bench):
        await rubik.rubik_back_to_back(bench)


@pyuvm.test()
class RubikStallCountersTest(NvdlaBaseTest):
    """Counting is on throughout, on a memory that makes writes wait: a long layer, and small ones behind it."""

    def configure(self):
        waiting = MemoryProfile(read_latency=(5, 20), response_latency=(10, 30), w_stall=Stall(0.9, (8, 16)))
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": waiting, "CVSRAM": waiting})

    async def stimulus(self, bench):
        await rubik_stall_counters(bench)


@pyuvm.test()
class SingleRubikTest(NvdlaBaseTest):
    """One random layer: recorded under many seeds, a collection of layers."""

    async def stimulus(self, bench):
        await RubikKind(bench).play_random(1)


@pyuvm.test()
class RandomRubikTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=40)

    async def stimulus(self, bench):
        await RubikKind(bench).play_random(self.knobs.layers)


@pyuvm.test()
class RandomHarshRubikTest(NvdlaBaseTest):
    """Random small layers on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=20)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await RubikKind(bench, RubikKnobs(elements_at_most=512)).play_random(self.knobs.layers)


@pyuvm.test()
class CutRubikTest(CutByResetsTest):
    """Resets among random layers, so small that queues hold what they read."""

    async def layers(self, bench):
        await RubikKind(bench, RubikKnobs(elements_at_most=512, overlap=1.0)).play_random(3)
