"""Where SDP's public part differs from its documents: docs/differences.md, 'Reproducers'."""

import pyuvm

from sequences.nvdla.sdp import quirks
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("SDP", "SDP_RDMA", "SDP_LUT", "SDP_Y", "INT16")


@pyuvm.test()
class ExponentialOffsetTest(NvdlaBaseTest):
    """Below an exponential table with offset 0 the slope begins a 1 later."""

    async def stimulus(self, bench):
        results = await quirks.underflow_at_offset_0(bench)
        self.logger.info("of -8 to -1 comes %s", results)
        assert results == [quirks.SLOPE * (x - 1) for x in range(-8, 0)]


@pyuvm.test()
class LookUpCountsTest(NvdlaBaseTest):
    """Elements that wait before the tables are counted again and again."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        counts = await quirks.counts_of_look_ups(bench)
        self.logger.info("look-ups were counted as %s", counts)
        assert counts["UFLOW"] + counts["OFLOW"] + counts["HYBRID"] >= counts["lanes"]


@pyuvm.test()
class UnequalWithoutComparingTest(NvdlaBaseTest):
    """STATUS_UNEQUAL of a layer that does not compare."""

    async def stimulus(self, bench):
        self.logger.info("STATUS_UNEQUAL of a copy is %d", await quirks.unequal_of_a_copy(bench))


@pyuvm.test()
class SaturationNotCountedTest(NvdlaBaseTest):
    """A layer that does not count shows the count of the layer before."""

    async def stimulus(self, bench):
        first, second = await quirks.saturation_not_counted(bench)
        self.logger.info("saturation counts %d, then %d with the switch off", first, second)
        assert first >= 4


@pyuvm.test()
class StallsOfOperandsTest(NvdlaBaseTest):
    """Stalls of operands that a layer counts which has none, behind one that has."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        given, none = await quirks.stalls_of_operands(bench)
        self.logger.info("of many operands %d stalls were counted, of none %d", given, none)
        assert given > 0


@pyuvm.test()
class TablesBesideALayerTest(NvdlaBaseTest):
    """An entry that is written while SDP runs a layer without Y."""

    async def stimulus(self, bench):
        self.logger.info(
            "%#x was written, the entry is %#x", quirks.WRITTEN, await quirks.entry_written_beside_a_layer(bench)
        )


@pyuvm.test()
class BatchesOfAPixelTest(NvdlaBaseTest):
    """Operands for elements of batches of a pixel with several surfaces: the public part hangs."""

    announces = ("sdp-batch-pixel",)

    async def stimulus(self, bench):
        first, second = await quirks.batches_of_a_pixel(bench)
        self.logger.info("the first batch got operands %s, the second one %s", first, second)
