"""More operations than the BDMA has slots for: they are dropped. What the real part counts of them goes wrong later."""

import pyuvm

from sequences.nvdla.bdma.overfull import gather_blindly, gather_while_full, room
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("BDMA", "OWN_RTL")


@pyuvm.test()
class OverfullSlotsTest(NvdlaBaseTest):
    """One operation too many, and several; the launches behind them are as they should be."""

    announces = ("bdma-slots",)

    async def stimulus(self, bench):
        most = room(bench)
        await gather_blindly(bench, (most + 1, 1, most + 4, most, 2))


@pyuvm.test()
class OverfullWhileBusyTest(NvdlaBaseTest):
    """The same while the other group runs."""

    announces = ("bdma-slots",)

    async def stimulus(self, bench):
        await gather_while_full(bench, room(bench) + 1)
