"""Random layers of SDP, PDP and CDP of which a size goes as far as registers let it."""

import pyuvm

from sequences.nvdla.cdp.random import CdpKind, CdpKnobs
from sequences.nvdla.pdp.draw import PdpKnobs
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.random import SdpKind
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.amounts import more_of_small

NEEDS = ("SDP_RDMA", "PDP", "CDP")
FAR_SDP = SdpKnobs(far=1.0, flying=0.0, looks_up=0.5)


@pyuvm.test()
class RandomFarSdpTest(NvdlaBaseTest):
    """From memory to memory, with tables anywhere in 32 bits."""

    knobs = LayersTestKnobs(layers=4)

    async def stimulus(self, bench):
        await SdpKind(bench, FAR_SDP).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomFarPdpTest(NvdlaBaseTest):
    """From memory and behind SDP, in one piece and in strips."""

    knobs = LayersTestKnobs(layers=4)

    async def stimulus(self, bench):
        await PdpKind(bench, PdpKnobs(far=1.0)).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomFarCdpTest(NvdlaBaseTest):
    """With tables of every kind."""

    knobs = LayersTestKnobs(layers=4)

    async def stimulus(self, bench):
        await CdpKind(bench, CdpKnobs(far=1.0)).play_random(more_of_small(bench, self.knobs.layers))
