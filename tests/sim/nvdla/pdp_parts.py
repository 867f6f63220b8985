"""Pooling layers of some cells, and behind others, on quick and on difficult memories: under seeds in a row, of all."""

import pyuvm

from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.pdp.behind import random_behind_sdp
from sequences.nvdla.pdp.random import SMALL, PdpKind
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs

NEEDS = ("PDP", "CDMA", "SDP_RDMA")
PARTS = 4


@pyuvm.test()
class SomePdpCellsTest(NvdlaBaseTest):
    """On the usual memories: so they are recorded."""

    async def stimulus(self, bench):
        await PdpKind(bench, SMALL).play_cells(firmware=FirmwareKnobs(), part=(self.seed % PARTS, PARTS))


@pyuvm.test()
class SomeHarshPdpCellsTest(SomePdpCellsTest):
    """On memories that reorder, interleave and hold back everything: so they are compared with the public RTL."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})


@pyuvm.test()
class PdpBehindSdpTest(NvdlaBaseTest):
    """What SDP hands on, all that it may do before, of convolutions too."""

    knobs = LayersTestKnobs(layers=8)

    async def stimulus(self, bench):
        await random_behind_sdp(bench, self.knobs.layers)


@pyuvm.test()
class HarshPdpBehindSdpTest(SomeHarshPdpCellsTest):
    """The same on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=8)

    async def stimulus(self, bench):
        await random_behind_sdp(bench, self.knobs.layers, firmware=FirmwareKnobs(any_order=1.0, late=0.5))
