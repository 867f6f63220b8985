"""Rings of mini, one behind the other."""

import pyuvm

from models.mini.registers import registers
from sequences.mini.random import MiniKnobs, draw_operations
from sequences.mini.ring import Ring, RingKnobs
from tb.mini.env import MiniBaseTest


@pyuvm.test()
class MiniRingsTest(MiniBaseTest):
    """Rings of any size and place, the largest one too; each begins empty, and is stopped before the next one."""

    async def stimulus(self, bench):
        block = registers(bench.config).RING
        for last in (1, 2, 255, int(bench.rng.integers(3, 255))):
            ring = Ring(bench.host, bench.config, bench.rng, bench.plan, RingKnobs(last=last, poll=0.5))
            bench.plan.fill(bench.host, ring.surface)
            await ring.begin()
            assert await bench.host.read(block.HEAD) == await bench.host.read(block.TAIL) == 0
            await ring.play([*draw_operations(bench, last // 2 + 5, MiniKnobs(most_bytes=64))])
            await ring.end()
            await bench.host.read(block.STATUS)
