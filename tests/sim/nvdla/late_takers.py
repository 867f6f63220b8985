"""Units that take results long after these are there: what the links hold, and when those that gave it end."""

import pyuvm

from models.nvdla.links import CACC_TO_SDP, beats_before_pdp, delivered_beats
from sequences.nvdla.directed import late_takers
from sequences.nvdla.directed.late_takers import Handed
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "PDP", "INT8")


def handed_on(bench, *atoms):
    """So many atoms of each integer precision, and whether all beats of them find room before PDP."""
    beats = {"INT16": 1, "INT8": 2}
    layers = [Handed(name, many) for name in beats if name in bench.config.precisions for many in atoms]
    return layers, [beats[layer.precision] * layer.atoms <= beats_before_pdp(bench.config) for layer in layers]


@pyuvm.test()
class PdpComesLateTest(NvdlaBaseTest):
    """As much as there is room for stands before PDP, which is enabled when SDP has ended."""

    async def stimulus(self, bench):
        layers, room = handed_on(bench, 1, 2, 1)
        ended = await late_takers.pdp_comes_late(bench, layers)
        self.logger.info("SDP ended before PDP began: %s", list(zip(layers, ended, strict=True)))
        assert ended == room


@pyuvm.test()
class PdpComesAfterTwoTest(NvdlaBaseTest):
    """Of two such layers in a row the second one ends when PDP has taken the first one's atom."""

    async def stimulus(self, bench):
        (layer, *_), (room, *_) = handed_on(bench, 1)
        assert await late_takers.pdp_comes_after_two(bench, layer) == [room, False]


@pyuvm.test()
class SdpComesLateTest(NvdlaBaseTest):
    """Convolutions whose results stand before SDP, which is enabled later."""

    async def stimulus(self, bench):
        most = delivered_beats(bench.config) + CACC_TO_SDP
        sizes = {"INT16": (1, 2, 3, most, most + 1), "INT8": (1, 2)}
        layers = [
            Handed(name, many) for name, atoms in sizes.items() if name in bench.config.precisions for many in atoms
        ]
        ended = await late_takers.sdp_comes_late(bench, layers)
        self.logger.info("CACC's interrupt came before SDP began: %s", list(zip(layers, ended, strict=True)))
