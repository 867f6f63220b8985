"""Resets of Sophgo's TPU."""

from dataclasses import replace
from functools import partial

import pyuvm

from sequences.cutting import play_until_cut
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.random.program import RandomProgram
from tb.memory.profile import HARSH
from tb.sophgo.env import SophgoBaseTest

ROUNDS = 8
ACCESSES, CYCLES = 10, 3000
"""After which a reset comes, at most: as a kernel is launched, or while words execute."""


@pyuvm.test()
class SophgoResetsTest(SophgoBaseTest):
    """Resets meet words anywhere, on a memory that answers late; other kernels follow each of them."""

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
    mine = SophgoBench(host, bench.config, bench.rng)
    await mine.play_words(*RandomProgram(mine).words())
