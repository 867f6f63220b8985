"""SDP's layers as users write them, on RTL."""

import pyuvm

from sequences.nvdla.sdp.directed_lines import behind_convolutions, compared_on_the_fly, every_line, tables_in_turn
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "SDP_LUT", "SDP_X1", "SDP_X2", "SDP_Y", "INT8", "INT16", "FP16")


@pyuvm.test()
class TablesInTurnTest(NvdlaBaseTest):
    """Tables are written again where the next layer needs others, and only when nobody uses them."""

    async def stimulus(self, bench):
        await tables_in_turn(bench)


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
