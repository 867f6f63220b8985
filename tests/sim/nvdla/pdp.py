"""Pooling on RTL: a layer of every cell, random ones, on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.firmware.firmware import COUNTED, IN_ANY_ORDER, FirmwareKnobs
from sequences.nvdla.pdp.random import SMALL, PdpKind
from sequences.nvdla.registers.sweep import read_all
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.amounts import ONE_BY_ONE, more_of_small
from tests.sim.nvdla.resets import CutByResetsTest

NEEDS = ("PDP", "SDP")


@pyuvm.test()
class EveryPdpCellTest(NvdlaBaseTest):
    """A small layer of each cell; blocks are enabled in any order, interrupts served late; then registers are read."""

    async def stimulus(self, bench):
        await PdpKind(bench, SMALL).play_cells(firmware=FirmwareKnobs(any_order=0.5, late=0.3))
        await read_all(bench, "PDP", "PDP_RDMA")


@pyuvm.test()
class RandomPdpTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=20)

    async def stimulus(self, bench):
        await PdpKind(bench).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomHarshPdpTest(NvdlaBaseTest):
    """Random small layers, then some one by one, on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=10)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await PdpKind(bench, SMALL).play_random(more_of_small(bench, self.knobs.layers), IN_ANY_ORDER)
        for _ in range(ONE_BY_ONE):
            await PdpKind(bench, SMALL).play_random(1, COUNTED)


@pyuvm.test()
class CutPdpTest(CutByResetsTest):
    """Resets among random layers."""

    async def layers(self, bench):
        await PdpKind(bench).play_random(4)
