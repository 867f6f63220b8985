"""A user's own CSB parts in place of ours, through pyuvm's factory."""

from dataclasses import replace

import pyuvm
from pyuvm import ConfigDB, uvm_factory

from tb.register_bus.csb.agent import CsbAgent, CsbSequencer
from tb.register_bus.csb.bus import CsbBus
from tb.register_bus.csb.config import CsbAgentConfig
from tb.register_bus.csb.driver import CsbDriver
from tb.register_bus.csb.monitor import CsbMonitor
from tb.register_bus.observation import RegisterEvent
from tests.sim.register_bus.csb.csb_cases import CsbCase, read, write
from tests.sim.register_bus.csb.csb_parts import SIGNALS

ALL_ONES = 0xFFFF_FFFF


class InvertingCsbDriver(CsbDriver):
    """Writes the complement."""

    async def _offer(self, access):
        access.item.data ^= ALL_ONES if access.item.write else 0
        await super()._offer(access)


class EchoingCsbMonitor(CsbMonitor):
    """Publishes everything again, for another address."""

    def build_phase(self):
        super().build_phase()
        publish = self.ap.write

        def write_twice(observation):
            publish(observation)
            publish(replace(observation, address=observation.address + 0x1000))

        self.ap.write = write_twice


class CountingCsbSequencer(CsbSequencer):
    """Counts items."""

    taken = 0

    async def start_item(self, item):
        self.taken += 1
        await super().start_item(item)


class PassiveCsbAgent(CsbAgent):
    """Only watches, whatever the configuration says."""

    def build_phase(self):
        ConfigDB().set(None, self.get_full_name(), "config", replace(self.cdb_get("config"), active=False))
        super().build_phase()


class CsbOverrideCase(CsbCase):
    """Replaces one class by another before anything is built."""

    replaced, by = None, None

    def build_phase(self):
        uvm_factory().set_type_override_by_type(self.replaced, self.by)
        super().build_phase()


@pyuvm.test()
class CsbDriverIsOverridden(CsbOverrideCase):
    """What the monitor sees on the pins is what the user's driver put there."""

    replaced, by = CsbDriver, InvertingCsbDriver

    async def scenario(self):
        await self.env.play(write(1, 0x1234))
        assert self.env.heard[0].data == 0x1234 ^ ALL_ONES


@pyuvm.test()
class CsbMonitorIsOverridden(CsbOverrideCase):
    """Listeners hear what the user's monitor publishes."""

    replaced, by = CsbMonitor, EchoingCsbMonitor

    async def scenario(self):
        await self.env.play(write(1, 0x1234))
        assert [seen.address for seen in self.env.heard] == [4, 0x1004]


@pyuvm.test()
class CsbSequencerIsOverridden(CsbOverrideCase):
    """Items come through the user's sequencer."""

    replaced, by = CsbSequencer, CountingCsbSequencer

    async def scenario(self):
        await self.env.play(write(1, 0x1234), read(1))
        assert self.env.csb.sequencer.taken == 2
        assert self.env.heard[-1].event is RegisterEvent.READ_DATA


@pyuvm.test()
class CsbAgentIsOverridden(CsbOverrideCase):
    """A passive agent by override: it drives nothing and sees what others drive."""

    replaced, by = CsbAgent, PassiveCsbAgent

    async def scenario(self):
        assert not hasattr(self.env.csb, "driver")
        for pin, value in (("valid", 1), ("addr", 3), ("wdat", 7), ("write", 1), ("nposted", 0)):
            getattr(self.dut, f"csb_{pin}").value = value
        await self.cycles(1)
        self.dut.csb_valid.value = 0
        await self.cycles(2)
        assert [(seen.address, seen.data) for seen in self.env.heard] == [(12, 7)]


@pyuvm.test()
class ConfigurationFromFurtherUpWins(CsbCase):
    """A test replaces what its environment hands to an agent; the agent's parts get it too."""

    def build_phase(self):
        super().build_phase()
        self.own = CsbAgentConfig(bus=CsbBus(self.dut, SIGNALS), reset=self.env.reset, findings=self.env.findings)
        self.cdb_set("config", self.own, "env.csb")

    async def scenario(self):
        assert self.env.csb.config is self.env.csb.monitor.config is self.env.csb.driver.config is self.own
