"""What random layers draw rarely: every size, gap, stride and number of operations, groups in every order."""

import pyuvm

from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bdma import extents as bdma_extents
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.directed import illegal
from sequences.nvdla.firmware.slots import gather, launch
from sequences.nvdla.interrupts import orders
from sequences.nvdla.rubik import extents as rubik_extents
from sequences.nvdla.rubik.groups import start_rubik
from sequences.nvdla.rubik.layers import RubikSplit
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides
from tb.memory.profile import FAST, HARSH, SLOW, MemoryProfile
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tests.sim.nvdla.waits import Waits

NEEDS = ("BDMA", "RBK")
LATE_CYCLES, LINES = 900, 512
"""Answers so late, and so many lines, that as much is outstanding as there may be."""


class FastMemoryTest(NvdlaBaseTest):
    """On memories that never wait: it is about layers."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})


@pyuvm.test()
class BdmaSizesTest(FastMemoryTest):
    """Copies of every order of size."""

    async def stimulus(self, bench):
        await bdma_extents.every_size(bench)


@pyuvm.test()
class BdmaGapsTest(FastMemoryTest):
    """Copies with gaps of every order, in groups of every number of operations."""

    async def stimulus(self, bench):
        await bdma_extents.every_gap(bench)
        await bdma_extents.every_slot_count(bench)
        await bdma_extents.same_group_again(bench)


@pyuvm.test()
class BdmaBusyTest(NvdlaBaseTest):
    """The status while groups run on slow memories."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": SLOW, "CVSRAM": SLOW})

    async def stimulus(self, bench):
        await bdma_extents.both_groups_busy(bench)


@pyuvm.test()
class LateDataTest(NvdlaBaseTest):
    """As many reads outstanding as there may be, of both units."""

    memory = MemoryProfile(read_latency=(LATE_CYCLES, LATE_CYCLES))

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": self.memory, "CVSRAM": self.memory})

    async def stimulus(self, bench):
        for ram in bench.config.ports:
            shape = (bench.config.atom_bytes, LINES, 1)
            sources = [bench.empty(shape, "INT8", ram=ram, gaps=(1, 0)) for _ in range(2)]
            copied = bench.empty(shape, "INT8", ram=ram, gaps=(1, 0))
            planes = bench.empty(shape, "INT8", ram=ram, layout="planes")
            await bench.play(Copy(sources[0], copied), RubikSplit(sources[1], planes))


@pyuvm.test()
class LateResponsesTest(LateDataTest):
    """The same of writes: data come at once, responses do not."""

    memory = MemoryProfile(response_latency=(LATE_CYCLES, LATE_CYCLES))


@pyuvm.test()
class WaitsTest(NvdlaBaseTest):
    """The cycles that requests wait are those that the pins show."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": SLOW})

    def connect_phase(self):
        self.waits = Waits(self.env)
        self.waits.connect()

    async def stimulus(self, bench):
        self.waits.start()
        await bdma.every_route(bench)
        self.env.sync()
        assert self.waits.in_traffic == self.waits.at_pins
        assert min(cycles for (_, channel), cycles in self.waits.at_pins.items() if channel in ("w", "ar")) > 10


@pyuvm.test()
class RubikSizesTest(FastMemoryTest):
    """Reorderings of every order of size and gap."""

    async def stimulus(self, bench):
        await rubik_extents.every_rubik_size(bench)
        await rubik_extents.every_rubik_gap(bench)
        await rubik_extents.wide_contracts(bench)


@pyuvm.test()
class RubikStridesTest(FastMemoryTest):
    """Contracts by every factor on either axis, with small and large ones on the other."""

    async def stimulus(self, bench):
        await rubik_extents.every_stride(bench)


@pyuvm.test()
class GroupOrdersTest(NvdlaBaseTest):
    """Groups enabled out of turn."""

    async def stimulus(self, bench):
        await rubik_extents.same_group_twice(bench)


@pyuvm.test()
class InterruptActsTest(FastMemoryTest):
    """A layer's interrupt among software's acts."""

    async def stimulus(self, bench):
        await orders.every_act_after_each(bench)
        await orders.clear_nothing(bench)


@pyuvm.test()
class IllegalTest(FastMemoryTest):
    """Programs that break rules, as they say."""

    announces = illegal.BROKEN

    async def stimulus(self, bench):
        await illegal.empty_launches(bench)
        await illegal.overlapping_sources(bench)
        await illegal.overlapping_rubik_sources(bench)


@pyuvm.test()
class ResetCutsRubikTest(NvdlaBaseTest):
    """A reset cuts off a reordering, then a reordering and a copy; a clean copy follows."""

    async def stimulus(self, bench):
        sides = two_sides(bench.config)
        copy = CopyShape(source=sides[0], destination=sides[1], line_atoms=32, lines=8)
        shape = RubikShape(mode="SPLIT", width=32, out_channels=16, source=sides[0], destination=sides[1])
        for both in (False, True):
            await start_rubik(bench, 0, shape)
            if both:
                await gather(bench, [allocate_copy(bench, copy)])
                await launch(bench, 0)
            await self.env.clocking.reset()
        await bdma.copy_group(bench, 1, [copy])
