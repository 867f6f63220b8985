"""Convolutions at the corners: last pieces of every size, kernels that move in every way, the ends of numbers."""

import pyuvm

from sequences.nvdla.conv.directed import corner_numbers, corners
from sequences.nvdla.directed import illegal
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("CDMA", "SDP")


@pyuvm.test()
class ConvPiecesTest(FastConvTest):
    """Blocks, groups and stripes of which the last is whole, nearly, or a single one."""

    async def stimulus(self, bench):
        await corners.every_piece(bench)
        await corners.weights_in_groups(bench)
        await corners.large_masks(bench)


@pyuvm.test()
class ConvKernelMovesTest(FastConvTest):
    """Each kind of kernel with each way to move, each dilation, each number of banks."""

    async def stimulus(self, bench):
        await corners.every_kernel_move(bench)
        await corners.every_dilation(bench)
        await corners.every_bank_number(bench)


@pyuvm.test()
class ConvLargestTest(FastConvTest):
    """As large as the buffer, sums that leave 32 bits, inputs that BDMA and Rubik wrote."""

    async def stimulus(self, bench):
        await corners.largest_cubes(bench)
        await corners.bytes_that_saturate(bench)
        await corners.many_operations(bench)
        await corners.moved_before(bench)


@pyuvm.test()
class ConvCornerNumbersTest(FastConvTest):
    """Padding and FP16 of every class, the ends of offsets and scales, switches behind a bypass."""

    async def stimulus(self, bench):
        await corner_numbers.every_padding_value(bench)
        await corner_numbers.every_end(bench)
        await corner_numbers.every_half(bench)
        await corner_numbers.sums_of_three(bench)
        await corner_numbers.many_specials(bench)
        await corner_numbers.saturation_counts(bench)
        await corner_numbers.bypassed_switches(bench)


@pyuvm.test()
class MisplacedConvTest(FastConvTest):
    """Inputs whose lines or surfaces overlap, or lie apart in one pixel: rules are broken, what comes is settled."""

    announces = illegal.CONV_BROKEN

    async def stimulus(self, bench):
        await illegal.overlapping_conv_sources(bench)
        await illegal.loose_points(bench)
