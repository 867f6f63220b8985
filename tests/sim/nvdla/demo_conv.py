"""The second half of the demonstration that ``make sim`` plays: convolutions."""

import pyuvm

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.demo import conv_demo
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "INT16")  # the behavioural RTL has a buffer of 16-bit operands


@pyuvm.test()
class ConvDemoTest(NvdlaBaseTest):
    """Feature layers in each precision, two behind each other, an image and compressed weights, in both groups."""

    async def stimulus(self, bench: NvdlaBench) -> None:
        await conv_demo(bench)
