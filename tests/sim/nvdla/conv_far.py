"""Random convolutions that go as far as registers and the buffer let them: many lines, wide images, large kernels."""

import pyuvm

from sequences.nvdla.conv.draw.far import OPERATIONS_AT_MOST
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.reuse.play import random_rows
from sequences.nvdla.conv.reuse.row import far_rows
from tb.memory.profile import HARSH, TYPICAL
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs, RoundsTestKnobs
from tests.sim.nvdla.amounts import more_of_small

NEEDS = ("CDMA", "SDP")
FAR = ConvKnobs(far=1.0)
WATCHDOG_CYCLES = 20 * OPERATIONS_AT_MOST
"""An array that loads a kernel's weights anew for each operation shows nothing at the pins meanwhile."""


class FarTest(NvdlaBaseTest):
    """The watchdog waits as long as what goes far may take.

    Attributes:
        profile: how both memories answer.
    """

    profile = TYPICAL

    def configure(self):
        profiles = {"DBB": self.profile, "CVSRAM": self.profile}
        return NvdlaEnvConfig(seed=self.seed, watchdog_cycles=WATCHDOG_CYCLES, profiles=profiles)


class FarConvTest(FarTest):
    """Layers of which a size goes far."""

    async def stimulus(self, bench):
        await ConvKind(bench, FAR).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomFarConvTest(FarConvTest):
    """On the usual memories."""

    knobs = LayersTestKnobs(layers=2)


@pyuvm.test()
class RandomHarshFarConvTest(FarConvTest):
    """On memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=1)
    profile = HARSH


@pyuvm.test()
class RandomFarReuseTest(FarTest):
    """Rows that go on from each other with thousands of lines, some of which they release."""

    knobs = RoundsTestKnobs(rounds=1)

    async def stimulus(self, bench):
        await random_rows(bench, self.knobs.rounds, far_rows(bench.config))
