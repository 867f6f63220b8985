"""Normalisations of some cells, on quick and on difficult memories: under seeds in a row, of every cell."""

import pyuvm

from sequences.nvdla.cdp.random import SMALL, CdpKind
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CDP",)
PARTS = 8


@pyuvm.test()
class SomeCdpCellsTest(NvdlaBaseTest):
    """On the usual memories: so they are recorded."""

    async def stimulus(self, bench):
        await CdpKind(bench, SMALL).play_cells(firmware=FirmwareKnobs(), part=(self.seed % PARTS, PARTS))


@pyuvm.test()
class SomeHarshCdpCellsTest(SomeCdpCellsTest):
    """On memories that reorder, interleave and hold back everything: so they are compared with the public RTL."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})
