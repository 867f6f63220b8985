"""Resets of mini."""

from dataclasses import replace
from functools import partial

import pyuvm

from sequences.cutting import play_until_cut
from sequences.mini.bench import MiniBench
from sequences.mini.random import MiniKnobs, draw_operations
from tb.memory.profile import HARSH
from tb.mini.env import MiniBaseTest

ROUNDS, LAYERS = 12, 12
ACCESSES, CYCLES = 12, 600
"""After which a reset comes, at most: as the ring is told where it is, or while descriptors run."""


@pyuvm.test()
class MiniResetsTest(MiniBaseTest):
    """Resets meet descriptors anywhere, on a memory that answers late; other descriptors follow each of them."""

    def configure(self):
        config = super().configure()
        return replace(config, profiles=dict.fromkeys(config.hw.ports, HARSH))

    async def stimulus(self, bench):
        for _ in range(ROUNDS):
            play = partial(_play, bench)
            await play_until_cut(bench.host, bench.rng, play, accesses_at_most=ACCESSES, cycles_at_most=CYCLES)
            await self.env.clocking.reset()
        await _play(bench, bench.host)


async def _play(bench, host):
    mine = MiniBench(host, bench.config, bench.rng)
    await mine.play(*draw_operations(mine, LAYERS, MiniKnobs(most_bytes=64)))
