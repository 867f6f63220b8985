"""Local response normalisation on RTL: a layer of every cell, random ones, on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.cdp.random import SMALL, CdpKind
from sequences.nvdla.firmware.firmware import COUNTED, IN_ANY_ORDER, FirmwareKnobs
from sequences.nvdla.registers.sweep import read_all
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.amounts import ONE_BY_ONE, more_of_small
from tests.sim.nvdla.resets import CutByResetsTest

NEEDS = ("CDP",)


@pyuvm.test()
class EveryCdpCellTest(NvdlaBaseTest):
    """A small layer of each cell; blocks are enabled in any order, interrupts served late; then registers are read."""

    async def stimulus(self, bench):
        await CdpKind(bench, SMALL).play_cells(firmware=FirmwareKnobs(any_order=0.5, late=0.3))
        await read_all(bench, "CDP", "CDP_RDMA")


@pyuvm.test()
class RandomCdpTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=8)

    async def stimulus(self, bench):
        await CdpKind(bench).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomHarshCdpTest(NvdlaBaseTest):
    """Random small layers, then some one by one, on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=8)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await CdpKind(bench, SMALL).play_random(more_of_small(bench, self.knobs.layers), IN_ANY_ORDER)
        for _ in range(ONE_BY_ONE):
            await CdpKind(bench, SMALL).play_random(1, COUNTED)


@pyuvm.test()
class CutCdpTest(CutByResetsTest):
    """Resets among random layers."""

    async def layers(self, bench):
        await CdpKind(bench).play_random(3)
