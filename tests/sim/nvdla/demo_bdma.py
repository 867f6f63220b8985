"""What ``make sim`` plays on configurations that have no units for the network: copies."""

import pyuvm

from sequences.nvdla.bdma.demo import bdma_demo
from sequences.nvdla.bench import NvdlaBench
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("BDMA",)


@pyuvm.test()
class BdmaDemoTest(NvdlaBaseTest):
    """BDMA layers over every route, in both groups, between both memories."""

    async def stimulus(self, bench: NvdlaBench) -> None:
        await bdma_demo(bench)
