"""Convolutions on RTL: directed ones, one of every cell, random ones on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.conv.directed import modes, plain
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.directed import short_lines
from sequences.nvdla.firmware.firmware import COUNTED, FirmwareKnobs
from tb.memory.profile import HARSH, MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import LayersTestKnobs
from tests.sim.nvdla.amounts import ONE_BY_ONE, more_of_small

NEEDS = ("CDMA", "SDP")
PARTS = 5
SMALL = ConvKnobs(operations_at_most=24, bytes_at_most=2048)
FEW_REQUESTS = MemoryProfile(ar_stall=Stall(0.6, (160, 200)))
HELD_UP = MemoryProfile(w_stall=Stall(0.9, (20, 60)))


@pyuvm.test()
class ConvDirectedTest(NvdlaBaseTest):
    """Every precision, every memory, fully connected layers, weights in parts, the convertor."""

    async def stimulus(self, bench):
        await plain.two_of_each_precision(bench)
        await plain.every_conv_memory(bench)
        await plain.fully_connected(bench)
        await plain.weights_in_parts(bench)
        await plain.converted_input(bench)


@pyuvm.test()
class ConvBackToBackTest(NvdlaBaseTest):
    """Both groups always busy; blocks are enabled in any order that is allowed, interrupts served late."""

    async def stimulus(self, bench):
        await plain.conv_back_to_back(bench)
        await ConvKind(bench, SMALL).play_random(more_of_small(bench, 6), FirmwareKnobs(any_order=1.0, late=0.5))


@pyuvm.test()
class SharedBeatsTest(NvdlaBaseTest):
    """The last request is for a beat that was read before, and long behind all others: nothing has ended before it."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FEW_REQUESTS, "CVSRAM": FEW_REQUESTS})

    async def stimulus(self, bench):
        await short_lines.convolve_short_lines(bench)
        if "SDP_Y" in bench.config.features:
            await short_lines.compare_short_lines(bench)


@pyuvm.test()
class SomeConvCellsTest(NvdlaBaseTest):
    """A layer of some cells: recorded under seeds in a row, a collection with every cell."""

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL).play_cells(part=(self.seed % PARTS, PARTS))


@pyuvm.test()
class EveryConvCellTest(NvdlaBaseTest):
    """A small layer of each cell."""

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL).play_cells()


@pyuvm.test()
class RandomConvTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    knobs = LayersTestKnobs(layers=12)

    async def stimulus(self, bench):
        await ConvKind(bench).play_random(more_of_small(bench, self.knobs.layers))


@pyuvm.test()
class RandomHarshConvTest(NvdlaBaseTest):
    """Random small layers, then some one by one, on memories that reorder, interleave and hold back everything."""

    knobs = LayersTestKnobs(layers=8)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL).play_random(more_of_small(bench, self.knobs.layers))
        for _ in range(ONE_BY_ONE):
            await ConvKind(bench, SMALL).play_random(1, COUNTED)


@pyuvm.test()
class HeldUpConvTest(NvdlaBaseTest):
    """Memories that hardly take any writes: CACC is full, and CSC waits for it."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HELD_UP, "CVSRAM": HELD_UP})

    async def stimulus(self, bench):
        await plain.more_than_cacc_holds(bench)
        await modes.many_tiles(bench)


@pyuvm.test()
class ResetCutsConvTest(NvdlaBaseTest):
    """A reset cuts off a convolution, at once, while it fetches, and later; the buffer flushes itself anew.

    Behind each follows a layer that CACC fills up with: the places of those that were cut off are none of its.
    """

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HELD_UP, "CVSRAM": HELD_UP})

    async def stimulus(self, bench):
        for least, most in ((1, 2), (100, 200), (300, 600)):
            await plain.start_long_conv(bench)
            await bench.host.pause(int(bench.rng.integers(least, most)))
            await self.env.clocking.reset()
            await plain.more_than_cacc_holds(bench, layers=1)
        await plain.fully_connected(bench)
