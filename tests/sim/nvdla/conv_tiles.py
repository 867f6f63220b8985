"""Convolutions by Winograd's method."""

import pyuvm

from sequences.nvdla.conv.directed.ragged_tiles import ragged_tiles
from sequences.nvdla.conv.draw.shape import ConvKnobs
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "WINOGRAD")


@pyuvm.test()
class RaggedTilesTest(NvdlaBaseTest):
    """Channels that do not fill atoms, in each precision."""

    async def stimulus(self, bench):
        await ragged_tiles(bench, ConvKnobs(operations_at_most=16, bytes_at_most=1024))
