"""A user's own parts of the memory agent in place of ours, through pyuvm's factory."""

from dataclasses import replace

import pyuvm
from pyuvm import uvm_factory

from tb.memory.agent import MemoryAgent
from tb.memory.hdl.monitor import HdlPortMonitor
from tb.memory.hdl.responder import HdlResponder
from tb.memory.pins.monitor import AxiMonitor
from tb.memory.profile import FAST
from tb.memory.python.responder import MemoryResponder
from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi_test_bench import PORT, WHOLE, MemoryAgentTest

LATE_CYCLES = 200
PERIOD_PS = 10_000


class _Late:
    """Answers late, whatever the configuration says."""

    def build_phase(self):
        profile = replace(FAST, response_latency=(LATE_CYCLES, LATE_CYCLES))
        self.cdb_set("config", replace(self.cdb_get("config"), profile=profile), "")
        super().build_phase()


class LateMemoryResponder(_Late, MemoryResponder):
    """In Python."""


class LateHdlResponder(_Late, HdlResponder):
    """In HDL."""


class CountingAxiMonitor(AxiMonitor):
    """Counts how often it was asked to publish."""

    flushes = 0

    def flush(self):
        self.flushes += 1
        super().flush()


class CountingHdlPortMonitor(HdlPortMonitor):
    """Counts how often it was asked to publish."""

    flushes = 0

    def flush(self):
        self.flushes += 1
        super().flush()


class CountingMemoryAgent(MemoryAgent):
    """Counts how often it looked for what is unfinished."""

    checked = 0

    def check_idle(self):
        self.checked += 1
        super().check_idle()


class MemoryOverrideTest(MemoryAgentTest):
    """Replaces classes before anything is built, then writes and reads."""

    overrides = ()

    def build_phase(self):
        for replaced, by in self.overrides:
            uvm_factory().set_type_override_by_type(replaced, by)
        super().build_phase()

    async def stimulus(self):
        self.master.write(1, 0x1000, [(bytes(range(PORT.data_bytes)), WHOLE)])
        await self.master.push()
        await self.master.wait(1, 0)
        self.master.read(2, 0x1000)
        await self.master.push()
        await self.master.wait(1, 1)

    def latency_cycles(self):
        """From the write's last beat to its response."""
        write, response = (
            self.collector.of_kind(kind)["time_ps"] for kind in (TrafficKind.WRITE, TrafficKind.RESPONSE)
        )
        return (int(response[0]) - int(write[-1])) // PERIOD_PS


@pyuvm.test()
class NothingIsOverridden(MemoryOverrideTest):
    """The fast memory, to compare with."""

    def check_results(self):
        assert self.latency_cycles() < 10


@pyuvm.test()
class ResponderIsOverridden(MemoryOverrideTest):
    """The user's responder answers."""

    overrides = ((MemoryResponder, LateMemoryResponder), (HdlResponder, LateHdlResponder))

    def check_results(self):
        assert self.latency_cycles() >= LATE_CYCLES


@pyuvm.test()
class PortMonitorIsOverridden(MemoryOverrideTest):
    """The user's monitor publishes, in the passive agent too."""

    overrides = ((AxiMonitor, CountingAxiMonitor), (HdlPortMonitor, CountingHdlPortMonitor))

    def check_results(self):
        assert self.agent.monitor.flushes > 0
        assert self.watcher.monitor.flushes > 0
        assert self.watcher.responder is None


@pyuvm.test()
class MemoryAgentIsOverridden(MemoryOverrideTest):
    """The user's agent checks."""

    overrides = ((MemoryAgent, CountingMemoryAgent),)

    def check_results(self):
        assert self.agent.checked == self.watcher.checked == 1
