"""Units that the real part's memory interfaces never serve, and ours do (docs/differences.md)."""

import pyuvm

from sequences.nvdla.programs.contention import contend
from sequences.nvdla.programs.sharing import draw_unserving
from sequences.nvdla.programs.together import Together
from tb.nvdla.knobs import RoundsTestKnobs
from tests.sim.nvdla.together import BEATS, SharedTest

NEEDS = ("BDMA", "RBK", "OWN_RTL")


@pyuvm.test()
class UnservedTest(SharedTest):
    """Weights of 0 are as good as 1, and bursts become so short that they may be outstanding."""

    announces = ("memory-sharing",)
    knobs = RoundsTestKnobs(rounds=4)

    async def stimulus(self, bench):
        together = Together(bench)
        for _ in range(self.knobs.rounds):
            for ram, sharing in draw_unserving(bench.rng, bench.config).items():
                await contend(bench, together, ram, sharing, BEATS)
