"""Random layers on a part whose rready and bready drop, which is counted at the pins."""

import pyuvm

from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.rubik.random import RubikKind
from tb.nvdla.base_test import NvdlaBaseTest
from tests.sim.nvdla.waits import Waits


class DropsTest(NvdlaBaseTest):
    """Counts cycles in which a memory waits for the part, by port and channel."""

    drops = True

    def connect_phase(self):
        self.waits = Waits(self.env)
        self.waits.connect()

    async def stimulus(self, bench):
        self.waits.start()
        await BdmaKind(bench).play_random(8)
        await RubikKind(bench).play_random(8)
        self.env.sync()
        held = {key: cycles for key, cycles in self.waits.at_pins.items() if key[1] in ("r", "b")}
        assert all((cycles > 10) is self.drops for cycles in held.values()), held
        assert self.waits.in_traffic == self.waits.at_pins


@pyuvm.test()
class ReadyDropsTest(DropsTest):
    """With both plusargs."""


@pyuvm.test()
class ReadyStaysTest(DropsTest):
    """Without: the part is always ready."""

    drops = False
