"""Interrupts that are set and cleared close together, in the very same cycle too."""

import pyuvm
from cocotb.simtime import get_sim_time

from sequences.nvdla.interrupts import short_layers, two_ends, walk
from tb.memory.profile import FAST
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.observations import ObservationTap

NEEDS = ("BDMA", "RBK")

CLEAR, SET = "S_INTR_STATUS", "S_INTR_SET"


@pyuvm.test()
class SetAndClearInARowTest(NvdlaBaseTest):
    """Software's set and clear without a gap."""

    async def stimulus(self, bench):
        await walk.set_and_clear_in_a_row(bench)


@pyuvm.test()
class SecondEndTest(NvdlaBaseTest):
    """The other group's interrupt comes while the first one's is served, and then nobody looks for a while."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})

    async def stimulus(self, bench):
        await two_ends.second_end_meanwhile(bench)


class EndWalkTest(NvdlaBaseTest):
    """Software's clear and set walk over a layer's own set.

    A layer must take the same time whenever it is played: on memories that never wait, with both clocks alike.

    Attributes:
        layer: makes the layer; one of `short_layers`.
    """

    layer = None

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})

    def connect_phase(self):
        self.edges_ns = []
        self.env.interrupt.monitor.ap.connect(
            ObservationTap("edges", self, lambda edge: self.edges_ns.append(edge.time_ns))
        )

    async def stimulus(self, bench):
        layer = self.layer(bench)
        end_cycles = await walk.cycles_to_interrupt(bench, layer)
        self.edges_ns.clear()
        meetings = await walk.walk_over_end(bench, layer, end_cycles, [CLEAR])
        if missed := walk.why_missed(meetings, self.pulses_cycles()):
            self.env.findings.error("end-walk", missed, get_sim_time("ns"))
        for registers in ([SET], [SET, CLEAR], [CLEAR, SET]):
            await walk.walk_over_end(bench, layer, end_cycles, registers)

    def pulses_cycles(self):
        """How long the pin was high, each time that it has been."""
        rises, falls = self.edges_ns[::2], self.edges_ns[1::2]
        return [round((fall - rise) / self.env.config.core_period_ns) for rise, fall in zip(rises, falls, strict=False)]


@pyuvm.test()
class BdmaEndWalkTest(EndWalkTest):
    """Over the end of a copy."""

    layer = staticmethod(short_layers.bdma_layer)


@pyuvm.test()
class RubikEndWalkTest(EndWalkTest):
    """Over the end of a Rubik layer."""

    layer = staticmethod(short_layers.rubik_layer)
