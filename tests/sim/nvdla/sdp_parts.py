"""SDP layers of some cells, on quick and on difficult memories: under seeds in a row, of every cell."""

import pyuvm

from sequences.nvdla.sdp.random import SdpKind
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CDMA", "SDP_RDMA")
PARTS = 8


@pyuvm.test()
class SomeSdpCellsTest(NvdlaBaseTest):
    """On the usual memories: so they are recorded."""

    async def stimulus(self, bench):
        await SdpKind(bench).play_cells(part=(self.seed % PARTS, PARTS))


@pyuvm.test()
class SomeHarshSdpCellsTest(SomeSdpCellsTest):
    """On memories that reorder, interleave and hold back everything: so they are compared with the public RTL."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})
