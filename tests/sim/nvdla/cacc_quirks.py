"""Where CACC of the public parts counts otherwise than documents say: docs/nvdla/errata.md."""

import pyuvm

from sequences.nvdla.conv import quirks
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "INT16")


@pyuvm.test()
class SaturationOfPixelsTest(NvdlaBaseTest):
    """Layers of one result, which saturates."""

    async def stimulus(self, bench):
        first, second = await quirks.saturation_of_pixels(bench)
        self.logger.info("%d saturated sums were counted, then %d", first, second)
        assert first > 0
