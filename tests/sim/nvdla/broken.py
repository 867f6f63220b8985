"""Layers of PDP and CDP that break a rule and of which the part makes something settled all the same."""

import pyuvm

from sequences.nvdla.directed import broken
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("PDP", "CDP")


@pyuvm.test()
class BrokenPoolingTest(NvdlaBaseTest):
    """Numbers that are too large, columns that no window takes, lines of the input that overlap."""

    announces = broken.PDP_BROKEN

    async def stimulus(self, bench):
        await broken.broken_pooling(bench)


@pyuvm.test()
class BrokenNormalisationTest(NvdlaBaseTest):
    """Offsets that are too wide, tables that end where their entries do not, lines of the input that overlap."""

    announces = broken.CDP_BROKEN

    async def stimulus(self, bench):
        await broken.broken_normalisation(bench)
