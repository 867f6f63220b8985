"""Random descriptors on mini."""

from dataclasses import replace

import pyuvm

from sequences.mini.bench import MiniBench
from sequences.mini.random import MiniKnobs, draw_operations
from sequences.mini.ring import RingKnobs
from tb.memory.profile import HARSH
from tb.mini.env import MiniBaseTest

LAYERS = 60


@pyuvm.test()
class RandomMiniTest(MiniBaseTest):
    """Random descriptors, one behind the other."""

    async def stimulus(self, bench):
        await bench.play(*draw_operations(bench, LAYERS))


@pyuvm.test()
class RandomHarshMiniTest(MiniBaseTest):
    """The same on a memory that answers late and out of order; small rings, polled, interrupts cleared late."""

    def configure(self):
        config = super().configure()
        return replace(config, profiles=dict.fromkeys(config.hw.ports, HARSH))

    async def stimulus(self, bench):
        knobs = RingKnobs(last=int(bench.rng.integers(1, 6)), poll=0.5, late=0.5)
        mine = MiniBench(bench.host, bench.config, bench.rng, knobs)
        await mine.play(*draw_operations(mine, LAYERS))


@pyuvm.test()
class FaultyMiniTest(MiniBaseTest):
    """Descriptors among which some are faulty: they raise errors, and write nothing."""

    announces = ("faulty-descriptor",)

    async def stimulus(self, bench):
        await bench.play(*draw_operations(bench, LAYERS, MiniKnobs(faulty=0.3)))
