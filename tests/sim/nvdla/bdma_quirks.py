"""Where BDMA of the public part does otherwise than documents say: docs/nvdla/errata.md."""

import pyuvm

from sequences.nvdla.bdma import quirks
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("BDMA",)


@pyuvm.test()
class ManyRepeatsTest(NvdlaBaseTest):
    """As many lines as the public part's write side counts, or one more."""

    async def stimulus(self, bench):
        await quirks.many_repeats(bench)
