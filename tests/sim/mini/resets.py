"""Resets of mini."""

from contextlib import suppress
from dataclasses import replace

import pyuvm

from sequences.cutting import AccessCuttingHost, CutError
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
            accesses, cycles = (int(bench.rng.integers(1, most + 1)) for most in (ACCESSES, CYCLES))
            with suppress(CutError):
                await _play(bench, AccessCuttingHost(bench.host, accesses, cycles))
            await self.env.clocking.reset()
        await _play(bench, bench.host)


async def _play(bench, host):
    mine = MiniBench(host, bench.config, bench.rng)
    await mine.play(*draw_operations(mine, LAYERS, MiniKnobs(most_bytes=64)))
