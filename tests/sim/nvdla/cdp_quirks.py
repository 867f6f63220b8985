"""Where the public parts of CDP count otherwise than their documents say: docs/nvdla/errata.md."""

import pyuvm

from sequences.nvdla.cdp import quirks
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CDP",)


@pyuvm.test()
class CdpSaturationTest(NvdlaBaseTest):
    """Saturated elements that wait are counted again and again, the last one in the next layer too."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        first, second, elements = await quirks.saturation_that_waits(bench)
        self.logger.info("of %d saturated elements %d were counted, then %d of none", elements, first, second)
