"""The network that ``make sim`` plays on configurations of INT8 only."""

import pyuvm

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.demo.bytes_network import BytesNetwork
from sequences.nvdla.demo.plain import scores_in_bytes
from sequences.nvdla.demo.play import see_stripes
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "SDP_X1", "PDP", "CDP", "INT8")


@pyuvm.test()
class BytesNetworkTest(NvdlaBaseTest):
    """Images through convolution, ReLU, pooling, normalisation and a fully connected layer."""

    async def stimulus(self, bench: NvdlaBench) -> None:
        network = BytesNetwork(bench)
        for seen in await see_stripes(bench, network, scores_in_bytes):
            self.tell(str(seen))
            assert seen.answer == seen.drawn
            assert seen.off <= network.tolerance
