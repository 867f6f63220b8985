"""Clocks of every ratio, and a reset while layers run."""

from dataclasses import replace

import pyuvm

from sequences.nvdla.bdma.directed import copy_group
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.slots import gather, launch
from sequences.nvdla.programs.cut_short import cut_short
from sequences.nvdla.tensors.side_shape import two_sides
from tb.memory.profile import HARSH, SLOW, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import RoundsTestKnobs

NEEDS = ("BDMA",)
HOLDING_UP = replace(HARSH, w_stall=Stall(0.9, (20, 60)))
"""Writes wait most: what was read lies in the units."""


class ClockRatioTest(NvdlaBaseTest):
    """Random layers with other clocks."""

    core_period_ns = 2.0
    csb_period_ns = 2.0

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, core_period_ns=self.core_period_ns, csb_period_ns=self.csb_period_ns)

    async def stimulus(self, bench):
        await BdmaKind(bench, BdmaKnobs(bytes_at_most=512)).play_random(5)


@pyuvm.test()
class SlowCsbTest(ClockRatioTest):
    """The CSB's clock is much slower than the core's."""

    csb_period_ns = 20.0


@pyuvm.test()
class FastCsbTest(ClockRatioTest):
    """The CSB's clock is much faster than the core's."""

    core_period_ns = 14.0


@pyuvm.test()
class UnrelatedClocksTest(ClockRatioTest):
    """The two clocks have nothing to do with each other."""

    core_period_ns = 2.2
    csb_period_ns = 3.4


class CutByResetsTest(NvdlaBaseTest):
    """Resets meet random layers anywhere, on memories that hold everything back; other layers follow each of them."""

    knobs = RoundsTestKnobs(rounds=8)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HOLDING_UP, "CVSRAM": HOLDING_UP})

    async def layers(self, bench):
        """Plays some layers, a few of them at a time."""
        raise NotImplementedError

    async def stimulus(self, bench):
        for _ in range(self.knobs.rounds):
            await cut_short(bench, self.layers)
            await self.env.clocking.reset()
        await self.layers(bench)


class ResetTest(NvdlaBaseTest):
    """A reset cuts off a layer; a clean one follows.

    Attributes:
        pauses: how long the layer runs before the reset.
    """

    pauses = 0

    async def stimulus(self, bench):
        source, destination = two_sides(bench.config)
        shape = CopyShape(source=source, destination=destination, line_atoms=32, lines=8)
        await gather(bench, [allocate_copy(bench, shape)])
        await launch(bench, 1)
        for _ in range(self.pauses):
            await bench.host.pause()
        await self.env.clocking.reset()
        assert not self.env.device.layers_in_flight
        await copy_group(bench, 0, [shape])


@pyuvm.test()
class ResetAtOnceTest(ResetTest):
    """The reset comes while the layer starts."""


@pyuvm.test()
class ResetInFlightTest(ResetTest):
    """The reset comes with reads and writes under way on slow memories."""

    pauses = 20

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": SLOW, "CVSRAM": SLOW})


@pyuvm.test()
class ResetAtTheEndTest(ResetTest):
    """The reset comes when the layer is through and its interrupt is set."""

    pauses = 60
