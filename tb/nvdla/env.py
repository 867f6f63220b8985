"""The NVDLA environment: agents on the pins, the reference beside them, the scoreboard between."""

from __future__ import annotations

from collections.abc import Callable

import cocotb
import numpy as np
from cocotb.handle import HierarchyObject
from cocotb.simtime import get_sim_time
from pyuvm import uvm_env

from models.nvdla.device import Device
from tb.borders.watch import BorderWatch, DesignTaps
from tb.clocking.agent import ClockingAgent
from tb.clocking.config import ClockingConfig, ClockSpec, ResetSpec
from tb.clocking.monitor import ResetObservation
from tb.clocking.state import ResetState
from tb.create import create
from tb.ending import EndOfTest
from tb.finding_log import FindingLog
from tb.findings import Findings, Severity
from tb.interrupt import InterruptAgent, InterruptConfig
from tb.memory.agent import MemoryAgent
from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.memory import design_memory
from tb.nvdla.borders.tapped import tapped_units
from tb.nvdla.coverage.groups import make_coverage
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.flush import FlushWatch
from tb.nvdla.pins import CORE_CLOCK, CSB_CLOCK, CSB_SIGNALS, INTERRUPT, RESETS, nvdla_pins
from tb.nvdla.scoreboard import NvdlaScoreboard, ScoreboardConfig, later
from tb.nvdla.waits import QueueWaits
from tb.observations import ObservationTap
from tb.pins import check_pins, controls_known
from tb.ral.mirror import RegisterMirror
from tb.ral.model import RegisterModel
from tb.register_bus.adapter import RegisterAdapter
from tb.register_bus.csb.agent import CsbAgent
from tb.register_bus.csb.bus import CsbBus
from tb.register_bus.csb.config import CsbAgentConfig
from tb.register_bus.predictor import RegisterPredictor, RegisterPredictorConfig
from tb.rtl_assertions import RtlAssertions
from tb.scoreboard.checker import Checker
from tb.scoreboard.final_memory import compare_memory
from tb.scoreboard.limits import CheckerConfig
from tb.scoreboard.outstanding import OutstandingChecker
from tb.seeds import generator

AFTER_RESET_CYCLES = 10
"""From the release of the reset to the first register access: the real part loses those in the first six cycles
(docs/nvdla/pins.md, 'Reset')."""
END_CYCLES = 200
"""From what allows an end of a layer until it has come for certain."""
WINDOW_CYCLES = 64
"""From a change of a status or mask bit to the pin, at most."""
REREADS, SPARE_BEATS = 16, 4096
"""A unit reads a beat again for each atom in it, and for each kernel or line that needs it."""


class NvdlaEnv(uvm_env):
    """Everything around the NVDLA in the simulation's top level.

    Its configuration, a `NvdlaEnvConfig`, is the entry ``config`` of pyuvm's ConfigDB.

    Attributes:
        dut: the top level with the pins of NV_nvdla.
        config: what the test chose.
        device: the reference.
        memories: what stands behind the design's ports, by port name.
        findings: what checks found wrong.
        ending: ends the test early.
        running: what is written about the test while it runs.
        checker: holds the design against the reference.
        registers: the pyuvm register model, with its front door through the CSB and a mirror of what the bus showed.
        borders: says at which border between units a design with taps parts from the reference; None: it has none.
        coverage: counts what happens; None: nobody asked for it.
    """

    def build_phase(self) -> None:
        """Look at the pins, then build the reference and the agents.

        Raises:
            PinError: the design lacks a pin or has one of another width.
        """
        self.config: NvdlaEnvConfig = self.cdb_get("config")
        top = cocotb.top
        assert isinstance(top, HierarchyObject), f"the top level is no module but {top!r}"
        self.dut = top
        check_pins(self.dut, nvdla_pins(self.config.hw))
        self.ending, self.reset_state = EndOfTest(), ResetState()
        self.findings = Findings(max_errors=self.config.max_errors, end_test=self.ending.end)
        self.device = Device(self.config.hw, zeroed_memory=self.config.zeroed_memory)
        self.memories = {
            port.name: design_memory(self.dut, port, zeroed=self.config.zeroed_memory)
            for port in self.config.hw.ports.values()
        }
        self.checker = self._make_checker()
        self._flush = FlushWatch(self.device, self.config.core_period_ns)
        self.running = FindingLog(self.findings, self.checker, self.logger).running
        self.outstanding = OutstandingChecker(self.device, self.findings)
        self.checker.listeners.append(self.outstanding.notify)
        self.borders: BorderWatch | None = None
        if self.config.taps:
            taps = DesignTaps(self.config.taps, self.config.lacking)
            self.borders = BorderWatch(taps, tapped_units(self.config.hw), self.findings, self.config.slowest_period_ns)
            self.checker.listeners.append(self.borders.notify)
        self.assertions = RtlAssertions(self.dut)
        self.registers = RegisterModel(self.device.registers)
        predictor = RegisterPredictorConfig(mirror=RegisterMirror(self.registers), reset=self.reset_state)
        self.predictor = create(RegisterPredictor, "predictor", self, predictor)
        self._build_agents()
        scoreboard = ScoreboardConfig(checker=self.checker, sync=self.sync, in_reset=self._resets_asserted)
        self.scoreboard = create(NvdlaScoreboard, "scoreboard", self, scoreboard)
        self.coverage = make_coverage(self.config.hw) if self.config.coverage else None

    def _build_agents(self) -> None:
        self.clocking = create(ClockingAgent, "clocking", self, self._clocking_config())
        self.csb = create(CsbAgent, "csb", self, self._csb_config())
        interrupt = InterruptConfig(pin=getattr(self.dut, INTERRUPT), reset=self.reset_state, findings=self.findings)
        self.interrupt = create(InterruptAgent, "interrupt", self, interrupt)
        self.ports = {
            port.name: create(MemoryAgent, port.name.lower(), self, self._memory_config(port.name))
            for port in self.config.hw.ports.values()
        }

    def connect_phase(self) -> None:
        """Connect the monitors with the scoreboard."""
        self.csb.monitor.ap.connect(self.scoreboard.csb)
        self.csb.monitor.ap.connect(self.predictor.analysis_export)
        if self.config.active:
            self.registers.connect(self.csb.sequencer, RegisterAdapter())
        self.interrupt.monitor.ap.connect(self.scoreboard.interrupt)
        for agent in self.ports.values():
            agent.ap.connect(self.scoreboard.traffic)
        self.clocking.monitor.ap.connect(ObservationTap("resets", self, self._reset_seen))
        if self.coverage:
            self.scoreboard.ap.connect(ObservationTap("coverage", self, self.coverage.notify))

    def sync(self) -> None:
        """Bring what the memory ports have seen to the scoreboard."""
        for agent in self.ports.values():
            agent.flush()
        self.checker.settle()

    async def restart(self, purpose: str = "") -> None:
        """Reset the design and begin anew: empty memories, nothing found, nothing counted.

        Args:
            purpose: what is played next; the memories' timing hangs on it and the seed alone, so that it is the same
                whatever was played before.
        """
        for name, agent in self.ports.items():
            agent.reseed(self._memory_rng(f"{name}.{purpose}"))
        self.checker.clear()
        self.ending.begin()
        for memory in (*self.memories.values(), *self.device.memories.values()):
            memory.clear()
        await self.clocking.prepare()
        self.findings.origin_ns = get_sim_time("ns")
        if self.borders:
            self.borders.begin(self.findings.origin_ns)
        self.logger.info("times of findings count from here, from %g ns of the simulation", self.findings.origin_ns)
        await self.clocking.reset()
        self.assertions.forget()
        controls_known(self.dut, nvdla_pins(self.config.hw), self.findings, get_sim_time("ns"))

    @property
    def elapsed_ns(self) -> float:
        """The test's own time: since its reset began."""
        return self.findings.test_ns(get_sim_time("ns"))

    def finish(self) -> None:
        """The end of a test or of a trace: nothing may be left over, memory is as it should be."""
        self.sync()
        now_ns = get_sim_time("ns")
        self.checker.finish(now_ns)
        self.assertions.report(self.findings, now_ns)
        for name, expected in self.device.memories.items():
            self.ports[name].check_idle()
            compared = compare_memory(name, expected, self.memories[name], self.findings, now_ns)
            self.checker.counters["memory bytes compared"] += compared
        if self.borders:
            self.borders.explain()

    def _reset_seen(self, observation: ResetObservation) -> None:
        self._flush.reset(asserted=observation.asserted)
        if observation.asserted:
            self.sync()  # what happened before belongs to before
            self.checker.reset(get_sim_time("ns"))
            self.outstanding.clear()

    def _resets_asserted(self) -> bool:
        """What the pins say, before any monitor has woken up to tell."""
        return any(getattr(self.dut, pin).value != 1 for pin in RESETS)

    def _later(self, delay_ns: float, action: Callable[[float], None]) -> None:
        """What is checked later needs what the ports have seen until then: it may be what explains the pin."""

        def act(time_ns: float) -> None:
            self.sync()
            action(time_ns)

        later(delay_ns, act)

    def _make_checker(self) -> Checker:
        beat_bytes = {port.name: port.data_bytes for port in self.config.hw.ports.values()}
        limits = CheckerConfig(
            clock_ns=self.config.slowest_period_ns,
            beat_bytes=beat_bytes,
            granule_bytes=self.config.hw.atom_bytes,
            end_cycles=END_CYCLES,
            window_cycles=WINDOW_CYCLES,
            rereads=REREADS,
            spare_beats=SPARE_BEATS,
            uninitialised=Severity.WARNING if self.config.zeroed_memory else Severity.ERROR,
            leave_interrupt=self.config.leave_interrupt,
            counter_clock_ns=self.config.core_period_ns,
            announced=self.config.announced,
            waits=QueueWaits(self.config.queues, beat_bytes, self.config.core_period_ns),
        )
        return Checker(self.device, self.findings, limits, self._later)

    def _clocking_config(self) -> ClockingConfig:
        return ClockingConfig(
            dut=self.dut,
            clocks=(ClockSpec(CORE_CLOCK, self.config.core_period_ns), ClockSpec(CSB_CLOCK, self.config.csb_period_ns)),
            resets=tuple(ResetSpec(name) for name in RESETS),
            tie_offs=self.config.tie_offs,
            state=self.reset_state,
            active=self.config.active,
        )

    def _csb_config(self) -> CsbAgentConfig:
        return CsbAgentConfig(
            bus=CsbBus(self.dut, CSB_SIGNALS),
            reset=self.reset_state,
            findings=self.findings,
            active=self.config.active,
            after_reset_cycles=AFTER_RESET_CYCLES,
            max_outstanding=self.config.csb_outstanding,
            name_address=self._name_address,
        )

    def _memory_config(self, name: str) -> MemoryAgentConfig:
        hw = self.config.hw
        return MemoryAgentConfig(
            port=next(port for port in hw.ports.values() if port.name == name),
            dut=self.dut,
            clock=getattr(self.dut, CORE_CLOCK),
            reset=self.reset_state,
            memory=self.memories[name],
            findings=self.findings,
            rng=self._memory_rng(name),
            active=self.config.active,
            profile=self.config.profile(name),
            read_ids=frozenset(hw.read_ids.values()),
            write_ids=frozenset(hw.write_ids.values()),
            strobe_granule_bytes=hw.atom_bytes,
        )

    def _memory_rng(self, purpose: str) -> np.random.Generator:
        return generator(self.config.seed, f"{self.get_full_name()}.{purpose}")

    def _name_address(self, address: int) -> str:
        register = self.device.registers.at(address)
        return register.full_name if register else f"unmapped {address:#07x}"
