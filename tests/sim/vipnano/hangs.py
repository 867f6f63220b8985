"""Jobs of VIPNano that hang: broken streams, and structures that are not executed."""

import pyuvm

from models.vipnano.rules import EVERY_RULE
from sequences.vipnano.broken import BREAKS, draw_broken_job
from sequences.vipnano.draw.jobs import draw_tp_job
from tb.vipnano.env import VipnanoBaseTest

CYCLES = 3000
"""So long is waited for something to come of a job that hangs."""
HANG_RULES = tuple(rule.name for rule in EVERY_RULE if rule.name.split("-")[0] in {"nn", "tp"})


@pyuvm.test()
class HangsVipnanoTest(VipnanoBaseTest):
    """A job hangs: it writes nothing, never ends, and nothing behind it begins; after a reset others are played."""

    announces = HANG_RULES

    async def stimulus(self, bench):
        for how in BREAKS:
            await self._hang(bench, how)

    async def _hang(self, bench, how):
        """A job before it ends, one behind it does not begin."""
        host, block = bench.host, bench.registers.HOST
        before, behind = (bench.job(lambda base: draw_tp_job(bench.rng, base)) for _ in range(2))
        broken = bench.job(lambda base: draw_broken_job(bench.rng, bench.config, base, how))
        await bench.play(before)
        for job in (broken, behind):
            await bench.queue(*job)
        await host.pause(CYCLES)
        assert await host.read(block.STATUS) == 1, how
        assert await host.read(block.ENDED) == 1, how
        await self.env.clocking.reset()
