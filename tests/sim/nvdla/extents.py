"""What random layers draw rarely: every size, gap, stride and number of operations, groups in every order."""

from dataclasses import replace

import pyuvm

from sequences.nvdla import illegal
from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bdma import extents as bdma_extents
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.slots import gather, launch
from sequences.nvdla.interrupts import orders
from sequences.nvdla.rubik import extents as rubik_extents
from sequences.nvdla.rubik.groups import start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides
from tb.memory.profile import FAST, SLOW, MemoryProfile
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("BDMA", "RBK")
PATIENT = MemoryProfile(read_latency=(900, 900), response_latency=(900, 900))
"""Answers so late that as much is outstanding as a unit may have."""


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
class OutstandingTest(NvdlaBaseTest):
    """As much outstanding as there may be."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": PATIENT, "CVSRAM": PATIENT})

    async def stimulus(self, bench):
        for number, route in enumerate(bdma.routes(bench)):
            apart = replace(route.source, gaps=(1, 0)), replace(route.destination, gaps=(1, 0))
            shape = replace(route, source=apart[0], destination=apart[1], lines=1024)
            await bdma.copy_group(bench, number % 2, [shape])


@pyuvm.test()
class RubikSizesTest(FastMemoryTest):
    """Reorderings of every order of size and gap."""

    async def stimulus(self, bench):
        await rubik_extents.every_rubik_size(bench)
        await rubik_extents.every_rubik_gap(bench)


@pyuvm.test()
class RubikStridesTest(FastMemoryTest):
    """Contracts by every pair of factors."""

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
