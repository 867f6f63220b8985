"""Layers of all units that there are at one port, started at once."""

from dataclasses import replace

import pyuvm

from sequences.nvdla.programs.crowd import random_crowd
from tb.memory.profile import TYPICAL, Stall
from tb.nvdla.knobs import RoundsTestKnobs
from tests.sim.nvdla.together import RARE_RESPONSES, SharedTest

NEEDS = ("SDP", "PDP", "CDP")


@pyuvm.test()
class CrowdTest(SharedTest):
    """On memories that take requests slowly."""

    knobs = RoundsTestKnobs(rounds=2)

    profile = replace(TYPICAL, ar_stall=Stall(0.9, (5, 25)), aw_stall=Stall(0.9, (5, 25)), b_gap=RARE_RESPONSES)

    async def stimulus(self, bench):
        await random_crowd(bench, self.knobs.rounds)
