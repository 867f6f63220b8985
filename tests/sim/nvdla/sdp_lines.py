"""SDP's layers as users write them, on RTL."""

import pyuvm

from sequences.nvdla.sdp.directed_lines import behind_convolutions, compared_on_the_fly, every_line
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP_RDMA", "SDP_X1", "SDP_X2")


@pyuvm.test()
class EverySdpLineTest(NvdlaBaseTest):
    """Bias, batch normalisation, two cubes, PReLU, tables and comparisons in each precision."""

    async def stimulus(self, bench):
        for precision in bench.config.precisions:
            await every_line(bench, precision)


@pyuvm.test()
class SdpBehindConvolutionTest(NvdlaBaseTest):
    """Operands, tables and comparisons behind a convolution in each precision."""

    async def stimulus(self, bench):
        for precision in bench.config.precisions:
            await behind_convolutions(bench, precision)
            await compared_on_the_fly(bench, precision)
