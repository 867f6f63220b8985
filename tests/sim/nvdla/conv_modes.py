"""Convolutions of images, of batches, by Winograd's method, with compressed weights: directed, in cells, random."""

from dataclasses import replace

import pyuvm

from models.nvdla.conv.modes import OTHER_MODES
from sequences.nvdla.conv.directed import modes
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.amounts import more_of_small
from tests.sim.nvdla.resets import CutByResetsTest

NEEDS = ("CDMA", "SDP")
PARTS = 8
SMALL = ConvKnobs(operations_at_most=16, bytes_at_most=1024, other_modes=0.8)
CUT = replace(SMALL, compressed=0.5)


@pyuvm.test()
class ConvModesDirectedTest(NvdlaBaseTest):
    """Rows at a time, batches, Winograd, compressed weights, in each precision."""

    async def stimulus(self, bench):
        await modes.rows_at_a_time(bench)
        await modes.batches_of_each_precision(bench)
        await modes.winograd_layers(bench)
        await modes.compressed_kernels(bench)


@pyuvm.test()
class ConvModesBackToBackTest(NvdlaBaseTest):
    """Kinds that change from layer to layer, in both groups, enabled in any order, interrupts served late."""

    async def stimulus(self, bench):
        await modes.modes_back_to_back(bench)
        await ConvKind(bench, SMALL).play_random(more_of_small(bench, 6), FirmwareKnobs(any_order=1.0, late=0.5))


@pyuvm.test()
class SomeModeCellsTest(NvdlaBaseTest):
    """A layer of some cells: played under seeds in a row, every cell."""

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL, modes=OTHER_MODES).play_cells(part=(self.seed % PARTS, PARTS))


@pyuvm.test()
class RandomConvModesTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=10)

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomHarshConvModesTest(NvdlaBaseTest):
    """Random layers on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=6)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class CutConvTest(CutByResetsTest):
    """Resets among random layers of all kinds, half of them with compressed weights where there are any."""

    async def layers(self, bench):
        await ConvKind(bench, CUT).play_random(4)
