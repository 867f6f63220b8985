"""Units that take results long after these are there: what the links hold, and when those that gave it end."""

import pyuvm

from models.nvdla.links import CACC_TO_SDP, delivered_beats
from sequences.nvdla.directed import late_takers
from sequences.nvdla.directed.late_takers import Handed
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "PDP", "INT8", "INT16")


@pyuvm.test()
class PdpComesLateTest(NvdlaBaseTest):
    """A single atom of 16-bit elements stands before PDP, which is enabled when SDP has ended."""

    async def stimulus(self, bench):
        layers = [Handed("INT16", 1), Handed("INT16", 2), Handed("INT8", 1), Handed("INT16", 1)]
        ended = await late_takers.pdp_comes_late(bench, layers)
        self.logger.info("SDP ended before PDP began: %s", list(zip(layers, ended, strict=True)))
        assert ended == [True, False, False, True]


@pyuvm.test()
class PdpComesAfterTwoTest(NvdlaBaseTest):
    """Of two such layers in a row the second one ends when PDP has taken the first one's atom."""

    async def stimulus(self, bench):
        assert await late_takers.pdp_comes_after_two(bench, Handed("INT16", 1)) == [True, False]


@pyuvm.test()
class SdpComesLateTest(NvdlaBaseTest):
    """Convolutions whose results stand before SDP, which is enabled later."""

    async def stimulus(self, bench):
        most = delivered_beats(bench.config) + CACC_TO_SDP
        sizes = {"INT16": (1, 2, 3, most, most + 1), "INT8": (1, 2)}
        layers = [Handed(precision, atoms) for precision, several in sizes.items() for atoms in several]
        ended = await late_takers.sdp_comes_late(bench, layers)
        self.logger.info("CACC's interrupt came before SDP began: %s", list(zip(layers, ended, strict=True)))
