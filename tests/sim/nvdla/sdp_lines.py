"""SDP's layers as users write them, on RTL."""

import pyuvm

from sequences.nvdla.sdp.directed_tables import tables_in_turn
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("SDP", "SDP_LUT", "INT16")


@pyuvm.test()
class TablesInTurnTest(NvdlaBaseTest):
    """Tables are written again where the next layer needs others, and only when nobody uses them."""

    async def stimulus(self, bench):
        await tables_in_turn(bench)
