"""The demonstration that ``make sim`` plays: a small network on pictures of stripes."""

import pyuvm

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.demo.network import StripesNetwork
from sequences.nvdla.demo.plain import scores_of
from sequences.nvdla.demo.play import see_stripes
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "SDP_X1", "SDP_Y", "SDP_LUT", "PDP", "CDP", "INT8", "INT16", "FP16")


@pyuvm.test()
class StripesNetworkTest(NvdlaBaseTest):
    """Images through convolution, ReLU, pooling, normalisation, a table and a fully connected layer."""

    async def stimulus(self, bench: NvdlaBench) -> None:
        network = StripesNetwork(bench)
        for seen in await see_stripes(bench, network, scores_of):
            self.tell(str(seen))
            assert seen.answer == seen.drawn
            assert seen.off <= network.tolerance
