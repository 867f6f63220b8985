"""What random pooling draws rarely: every size, stride, strip, gap and number, full line buffers, inputs of others."""

import pyuvm

from sequences.nvdla.directed.movers import pools_of_others
from sequences.nvdla.pdp import corners, extents
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("PDP", "SDP")


@pyuvm.test()
class PdpSizesTest(FastConvTest):
    """Sizes of every order in each working mode."""

    async def stimulus(self, bench):
        await extents.every_pdp_size(bench)


@pyuvm.test()
class PdpMovesTest(FastConvTest):
    """Each pair of strides and of kernels, padding on each side."""

    async def stimulus(self, bench):
        await extents.every_pdp_move(bench)


@pyuvm.test()
class PdpStripsTest(FastConvTest):
    """Strips of every number and size, whatever they share; gaps of every order."""

    async def stimulus(self, bench):
        await extents.every_pdp_strip(bench)
        await extents.every_pdp_gap(bench)


@pyuvm.test()
class PdpNumbersTest(FastConvTest):
    """What padded elements hold, reciprocals, and how many elements of a window are padded."""

    async def stimulus(self, bench):
        await corners.every_pdp_number(bench)


@pyuvm.test()
class PdpValuesTest(FastConvTest):
    """Elements of every class in each method, lines that fill the line buffer, inputs that other units wrote."""

    async def stimulus(self, bench):
        await corners.every_pdp_value(bench)
        await corners.nan_in_windows(bench)
        await pools_of_others(bench)
