"""Resets of VIPNano."""

from dataclasses import replace
from functools import partial

import pyuvm

from sequences.cutting import play_until_cut
from sequences.vipnano.bench import QueueKnobs, VipnanoBench
from sequences.vipnano.draw.jobs import draw_job
from tb.memory.profile import HARSH
from tb.vipnano.env import VipnanoBaseTest

ROUNDS, JOBS = 10, 3
ACCESSES, CYCLES = 10, 2000
"""After which a reset comes, at most: as jobs are queued, or while they are played."""


@pyuvm.test()
class VipnanoResetsTest(VipnanoBaseTest):
    """Resets meet jobs anywhere, on a memory that answers late; other jobs follow each of them."""

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
    mine = VipnanoBench(host, bench.config, bench.rng)
    jobs = [mine.job(partial(draw_job, bench.rng, bench.config)) for _ in range(JOBS)]
    await mine.play(*jobs, knobs=QueueKnobs(ends=0.2))
