"""The demonstration that ``make sim`` plays."""

import pyuvm

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.demo import bdma_demo
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("BDMA",)


@pyuvm.test()
class BdmaDemoTest(NvdlaBaseTest):
    """BDMA layers over every route, in both groups, between both memories."""

    async def stimulus(self, bench: NvdlaBench) -> None:
        await bdma_demo(bench)
