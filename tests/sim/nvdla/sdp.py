"""SDP on RTL: random layers of every kind, from memory and behind convolutions, on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.firmware.firmware import COUNTED, IN_ANY_ORDER
from sequences.nvdla.sdp.random import SdpKind
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.amounts import ONE_BY_ONE, more_of_small
from tests.sim.nvdla.resets import CutByResetsTest

NEEDS = ("CDMA", "SDP_RDMA")


@pyuvm.test()
class RandomSdpTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=20)

    async def stimulus(self, bench):
        await SdpKind(bench).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomHarshSdpTest(NvdlaBaseTest):
    """Random layers, then some one by one, on memories that hold back everything, enabled in any order, served late."""

    knobs = LayersTestKnobs(layers=12)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await SdpKind(bench).play_random(more_of_small(bench, self.knobs.layers), firmware=IN_ANY_ORDER)
        for _ in range(ONE_BY_ONE):
            await SdpKind(bench).play_random(1, firmware=COUNTED)


@pyuvm.test()
class CutSdpTest(CutByResetsTest):
    """Resets among random layers."""

    async def layers(self, bench):
        await SdpKind(bench).play_random(4)
