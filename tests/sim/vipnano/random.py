"""Random jobs on VIPNano."""

from dataclasses import replace
from functools import partial

import pyuvm

from sequences.vipnano.bench import QueueKnobs
from sequences.vipnano.draw.jobs import draw_job
from tb.memory.profile import HARSH
from tb.vipnano.env import VipnanoBaseTest

JOBS = 16


@pyuvm.test()
class RandomVipnanoTest(VipnanoBaseTest):
    """Random jobs of both units, one behind the other."""

    async def stimulus(self, bench):
        jobs = [bench.job(partial(draw_job, bench.rng, bench.config)) for _ in range(JOBS)]
        await bench.play(*jobs, knobs=QueueKnobs(ends=0.2))


@pyuvm.test()
class RandomHarshVipnanoTest(RandomVipnanoTest):
    """The same on a memory that answers late and out of order."""

    def configure(self):
        config = super().configure()
        return replace(config, profiles=dict.fromkeys(config.hw.ports, HARSH))
