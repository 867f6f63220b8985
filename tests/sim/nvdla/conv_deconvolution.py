"""Deconvolutions on RTL: convolutions, and Rubik."""

import pyuvm

from sequences.nvdla.conv.directed import working
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "RBK")


@pyuvm.test()
class DeconvolutionTest(NvdlaBaseTest):
    """Phases, then Rubik, in both orders."""

    async def stimulus(self, bench):
        await working.deconvolutions(bench)
