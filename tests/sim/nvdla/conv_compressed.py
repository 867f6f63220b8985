"""Convolutions whose compressed weights break a rule, on RTL."""

import pyuvm

from sequences.nvdla.directed import illegal
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "WEIGHT_COMPRESSION")


@pyuvm.test()
class DisagreeingSizesTest(NvdlaBaseTest):
    """Where the part does not mind: group sizes, nothing but zeros."""

    announces = illegal.STREAMS_BROKEN

    async def stimulus(self, bench):
        await illegal.sizes_that_disagree(bench)
        await illegal.weights_of_nothing_but_zeros(bench)
