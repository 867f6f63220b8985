"""Working modes of convolutions on RTL: split height, data and weights that are used again."""

import pyuvm

from sequences.nvdla.conv.directed import working
from sequences.nvdla.conv.reuse.play import every_link, random_rows
from sequences.nvdla.directed import illegal
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import RoundsTestKnobs
from tests.sim.nvdla.amounts import more_of_small

NEEDS = ("CDMA", "SDP")


@pyuvm.test()
class SplitHeightTest(NvdlaBaseTest):
    """Layers of all kinds in parts, in all ways; one that is larger than the buffer."""

    async def stimulus(self, bench):
        await working.split_height(bench)
        await working.split_kinds(bench)
        await working.too_large_for_the_buffer(bench)


@pyuvm.test()
class EveryReuseTest(NvdlaBaseTest):
    """Each way to go on from a layer, behind each other one."""

    async def stimulus(self, bench):
        await every_link(bench)


@pyuvm.test()
class RandomReuseTest(NvdlaBaseTest):
    """Random rows of layers that go on from each other, on memories that reorder and hold back everything."""

    knobs = RoundsTestKnobs(rounds=8)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await random_rows(
            bench,
            more_of_small(bench, self.knobs.rounds),
            firmware=FirmwareKnobs(any_order=0.5, hold_back=0.3, late=0.3),
        )


@pyuvm.test()
class ReuseOfNothingTest(NvdlaBaseTest):
    """Reuse of what is not there, and over a change of banks: against rules, but everything is fetched then."""

    announces = illegal.REUSE_BROKEN

    async def stimulus(self, bench):
        await illegal.reuse_of_nothing(bench)
        await illegal.reuse_over_other_banks(bench)
