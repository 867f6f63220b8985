"""An SDP layer of every cell."""

import pyuvm

from sequences.nvdla.sdp.random import SdpKind
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP_RDMA")


@pyuvm.test()
class EverySdpCellTest(NvdlaBaseTest):
    """A small layer of each cell."""

    async def stimulus(self, bench):
        await SdpKind(bench).play_cells()
