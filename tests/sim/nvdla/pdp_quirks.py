"""Where PDP of the public parts counts otherwise than documents say: docs/nvdla/errata.md."""

import pyuvm

from sequences.nvdla.pdp import quirks
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("PDP",)


@pyuvm.test()
class PdpStallsInTurnTest(NvdlaBaseTest):
    """Stalls that a layer counts behind one that waited long."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        long, short = await quirks.stalls_in_turn(bench)
        self.logger.info("of many lines stalls of reads and writes were counted as %s, of a pixel as %s", long, short)
        assert long[0] > 0
