"""Where SDP's public part differs from its documents: docs/differences.md, 'Reproducers'."""

import pyuvm

from sequences.nvdla.sdp import quirks
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("SDP", "SDP_RDMA", "SDP_X1")


@pyuvm.test()
class UnequalWithoutComparingTest(NvdlaBaseTest):
    """STATUS_UNEQUAL of a layer that does not compare."""

    async def stimulus(self, bench):
        self.logger.info("STATUS_UNEQUAL of a copy is %d", await quirks.unequal_of_a_copy(bench))


@pyuvm.test()
class SaturationNotCountedTest(NvdlaBaseTest):
    """A layer that does not count shows the count of the layer before."""

    async def stimulus(self, bench):
        first, second = await quirks.saturation_not_counted(bench)
        self.logger.info("saturation counts %d, then %d with the switch off", first, second)
        assert first >= 4


@pyuvm.test()
class SaturationMarginTest(NvdlaBaseTest):
    """Elements that are clamped by 1."""

    async def stimulus(self, bench):
        self.logger.info("of 4 elements clamped by 1 %d were counted", await quirks.saturation_by_one(bench))


@pyuvm.test()
class StallsOfOperandsTest(NvdlaBaseTest):
    """Stalls of operands that a layer counts which has none, behind one that has."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        given, none = await quirks.stalls_of_operands(bench)
        self.logger.info("of many operands %d stalls were counted, of none %d", given, none)
        assert given > 0
