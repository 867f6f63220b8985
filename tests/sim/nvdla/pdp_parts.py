"""Pooling layers of some cells, on quick and on difficult memories: under seeds in a row, of every cell."""

import pyuvm

from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.pdp.random import every_pdp_cell
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("PDP", "SDP", "INT16")
PARTS = 4


@pyuvm.test()
class SomePdpCellsTest(NvdlaBaseTest):
    """On the usual memories: so they are recorded."""

    async def stimulus(self, bench):
        await every_pdp_cell(bench, firmware=FirmwareKnobs(), part=(self.seed % PARTS, PARTS))


@pyuvm.test()
class SomeHarshPdpCellsTest(SomePdpCellsTest):
    """On memories that reorder, interleave and hold back everything: so they are compared with the public RTL."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})
