"""A user's own clocking and interrupt parts in place of ours, through pyuvm's factory."""

import pyuvm
from cocotb.triggers import Timer
from pyuvm import uvm_factory

from tb.clocking.agent import ClockingAgent
from tb.clocking.config import ClockingConfig, ResetSpec
from tb.clocking.driver import ClockingDriver
from tb.clocking.monitor import ResetMonitor
from tb.clocking.state import ResetState
from tb.create import create
from tb.interrupt import InterruptAgent, InterruptMonitor
from tests.sim.clocking.clocking_cases import ClockingCase


class LongResetDriver(ClockingDriver):
    """Resets for three times as long."""

    async def reset(self, cycles, after_reset_cycles):
        await super().reset(3 * cycles, after_reset_cycles)


class CountingResetMonitor(ResetMonitor):
    """Counts what it publishes."""

    def build_phase(self):
        super().build_phase()
        self.published = 0
        publish = self.ap.write

        def write(observation):
            self.published += 1
            publish(observation)

        self.ap.write = write


class CountingClockingAgent(ClockingAgent):
    """Counts the resets that were asked for."""

    asked = 0

    async def reset(self, cycles=10, after_reset_cycles=16):
        self.asked += 1
        await super().reset(cycles, after_reset_cycles)


class InvertedInterruptMonitor(InterruptMonitor):
    """Takes the pin for one that is active low."""

    def _take(self, level):
        super()._take(not level)


class NotedInterruptAgent(InterruptAgent):
    """Notes that it was built."""

    def build_phase(self):
        super().build_phase()
        self.built = True


class OverrideCase(ClockingCase):
    """Replaces one class by another before anything is built."""

    replaced, by = None, None

    def build_phase(self):
        uvm_factory().set_type_override_by_type(self.replaced, self.by)
        super().build_phase()


@pyuvm.test()
class ClockingDriverIsOverridden(OverrideCase):
    """The reset takes as long as the user's driver says."""

    replaced, by = ClockingDriver, LongResetDriver

    async def scenario(self):
        for _ in range(2):
            await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        times = [seen.time_ns for seen in self.env.resets.heard]
        assert times[2] - times[1] == 60.0


@pyuvm.test()
class ResetMonitorIsOverridden(OverrideCase):
    """The user's monitor publishes; in a passive agent too."""

    replaced, by = ResetMonitor, CountingResetMonitor

    def build_phase(self):
        super().build_phase()
        config = ClockingConfig(
            dut=self.dut, clocks=self.clocks, resets=(ResetSpec("rst_n"),), state=ResetState(), active=False
        )
        self.passive = create(ClockingAgent, "passive", self, config)

    async def scenario(self):
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        assert not hasattr(self.passive, "driver")
        assert self.env.clocking.monitor.published == len(self.env.resets.heard) == 1
        assert self.passive.monitor.published >= 1


@pyuvm.test()
class ClockingAgentIsOverridden(OverrideCase):
    """The user's agent resets."""

    replaced, by = ClockingAgent, CountingClockingAgent

    async def scenario(self):
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        assert self.env.clocking.asked == 1


@pyuvm.test()
class InterruptMonitorIsOverridden(OverrideCase):
    """The user's monitor takes a low pin for a raised one."""

    replaced, by = InterruptMonitor, InvertedInterruptMonitor

    async def scenario(self):
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        await Timer(1, "ns")
        assert int(self.dut.intr.value) == 0
        assert self.env.interrupt.monitor.level


@pyuvm.test()
class InterruptAgentIsOverridden(OverrideCase):
    """By its name too, and its parts are built as ever."""

    def build_phase(self):
        uvm_factory().set_type_override_by_name("InterruptAgent", "NotedInterruptAgent")
        ClockingCase.build_phase(self)

    async def scenario(self):
        assert isinstance(self.env.interrupt, NotedInterruptAgent)
        assert self.env.interrupt.built
        assert self.env.interrupt.monitor.config is self.env.interrupt.config
