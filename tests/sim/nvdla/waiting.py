"""Units that compute wait for memory, and their counters of that show at least what the pins prove."""

import pyuvm

from sequences.nvdla.directed.waiting import wait_in_units
from tb.memory.profile import MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("PDP", "CDP", "SDP", "SDP_RDMA", "SDP_X1")
LONG = Stall(0.5, (180, 200))
LINES = 60
"""As many as a read client keeps, so that all of the input is there before most of the output has left."""


class WaitingTest(NvdlaBaseTest):
    """Both memories behave the same.

    Attributes:
        profile: how.
    """

    profile = MemoryProfile(ar_stall=LONG)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": self.profile, "CVSRAM": self.profile})

    async def stimulus(self, bench):
        await wait_in_units(bench, LINES)


@pyuvm.test()
class WaitingReadsTest(WaitingTest):
    """Memories take read requests slowly."""


@pyuvm.test()
class WaitingWritesTest(WaitingTest):
    """Memories take write requests slowly."""

    profile = MemoryProfile(aw_stall=LONG)
