"""A convolution of every cell of images, batches, Winograd and compressed weights, and of every pixel format."""

import pyuvm

from models.nvdla.conv.modes import OTHER_MODES
from sequences.nvdla.conv.directed import modes
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("CDMA", "SDP")
SMALL = ConvKnobs(operations_at_most=16, bytes_at_most=1024)


@pyuvm.test()
class EveryPixelFormatTest(FastConvTest):
    """An image of each format in each precision, rows of kernels of each size."""

    async def stimulus(self, bench):
        await modes.every_pixel_format(bench)
        await modes.pieces_of_images(bench)


@pyuvm.test()
class EveryModeCellTest(FastConvTest):
    """A small layer of each cell."""

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL, modes=OTHER_MODES).play_cells()
