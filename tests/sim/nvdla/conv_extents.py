"""What random convolutions draw rarely: every size, stride, padding, gap and number, addresses that carry."""

import pyuvm

from sequences.nvdla.conv.directed import addresses, extents
from tb.memory.profile import FAST
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CDMA", "SDP")


class FastConvTest(NvdlaBaseTest):
    """On memories that never wait: it is about layers."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})


@pyuvm.test()
class ConvSizesTest(FastConvTest):
    """Sizes of every order."""

    async def stimulus(self, bench):
        await extents.every_conv_size(bench)


@pyuvm.test()
class ConvMovesTest(FastConvTest):
    """Strides, dilations and padding of every order."""

    async def stimulus(self, bench):
        await extents.every_conv_move(bench)


@pyuvm.test()
class ConvGapsTest(FastConvTest):
    """Gaps of every order, each number of banks."""

    async def stimulus(self, bench):
        await extents.every_conv_gap(bench)
        await extents.every_bank(bench)


@pyuvm.test()
class ConvNumbersTest(FastConvTest):
    """Every shift, single bits of offsets, scales and padding values, classes of values."""

    async def stimulus(self, bench):
        await extents.every_value_class(bench)
        await extents.every_conv_number(bench)


@pyuvm.test()
class ConvAddressesTest(FastConvTest):
    """Each high bit of addresses and each of strides alone, lines and strides that carry, both ends of memory."""

    async def stimulus(self, bench):
        await addresses.every_conv_address_bit(bench)
        await addresses.conv_carries(bench)
        await addresses.every_conv_stride_bit(bench)
        await addresses.every_address_bit_of_streams(bench)
        await addresses.streams_that_carry(bench)
