"""Where convolution of public parts differs from their documents: docs/nvdla/errata.md."""

import pyuvm

from sequences.nvdla.conv import quirks
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "INT8")


@pyuvm.test()
class WeightLatencyTest(NvdlaBaseTest):
    """The latency of weights that CDMA counts."""

    async def stimulus(self, bench):
        self.logger.info("of weights' latency %d cycles were counted", await quirks.weight_latency(bench))


@pyuvm.test()
class ImageBlocksTest(NvdlaBaseTest):
    """The last of three blocks of channels has one."""

    announces = ("conv-image-blocks",)

    async def stimulus(self, bench):
        await quirks.blocks_of_an_image(bench)


@pyuvm.test()
class ImagePaddingTest(NvdlaBaseTest):
    """Lines with more padding than narrow parts count."""

    announces = ("conv-image-padding",)

    async def stimulus(self, bench):
        await quirks.padding_of_an_image(bench)


@pyuvm.test()
class ImageJumpTest(NvdlaBaseTest):
    """Steps of more than an entry over the end of the data banks."""

    async def stimulus(self, bench):
        await quirks.jump_of_an_image(bench)


@pyuvm.test()
class WideCubeTest(NvdlaBaseTest):
    """More columns than parts count between two blocks of channels."""

    announces = ("conv-wide-cube",)

    async def stimulus(self, bench):
        await quirks.blocks_of_a_wide_cube(bench)


@pyuvm.test()
class WeightSurplusTest(NvdlaBaseTest):
    """Weights beyond those of the kernels, which the next layer may find."""

    announces = ("conv-weight-bytes", "conv-weight-surplus")

    async def stimulus(self, bench):
        await quirks.surplus_of_weights(bench)
