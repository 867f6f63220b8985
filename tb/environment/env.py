"""The environment of any family: agents on the pins, the reference beside them, the scoreboard between."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

import cocotb
import numpy as np
from cocotb.handle import HierarchyObject
from cocotb.simtime import get_sim_time
from pyuvm import uvm_env

from models.memory.ports import MemoryPort
from tb.borders.watch import BorderWatch, DesignTaps
from tb.clocking.agent import ClockingAgent
from tb.clocking.config import ClockingConfig
from tb.clocking.monitor import ResetObservation
from tb.clocking.state import ResetState
from tb.create import create
from tb.ending import EndOfTest
from tb.environment.config import EnvConfig
from tb.environment.env_family import ClockPlan, EnvFamily, Surroundings, check_names, family_of
from tb.environment.scoreboard import DeviceScoreboard, ScoreboardConfig, later
from tb.finding_log import FindingLog
from tb.findings import Findings, Severity
from tb.interrupt import InterruptAgent, InterruptConfig
from tb.memory.agent import MemoryAgent
from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.memory import design_memory
from tb.observations import ObservationTap
from tb.pins import check_pins, controls_known
from tb.ral.mirror import RegisterMirror
from tb.ral.model import RegisterModel
from tb.register_bus.adapter import RegisterAdapter
from tb.register_bus.agent import RegisterBusAgent
from tb.register_bus.predictor import RegisterPredictor, RegisterPredictorConfig
from tb.rtl_assertions import RtlAssertions
from tb.scoreboard.checker import Checker
from tb.scoreboard.final_memory import compare_memory
from tb.scoreboard.limits import CheckerConfig
from tb.scoreboard.outstanding import OutstandingChecker
from tb.seeds import generator


class DeviceEnv(uvm_env):
    """Everything around the design in the simulation's top level. A family's environment derives from it.

    Its configuration, an `EnvConfig`, is the entry ``config`` of pyuvm's ConfigDB.

    Attributes:
        family: the class of the family's strategies.
        dut: the top level with the design's pins.
        config: what the test chose.
        device: the reference.
        memories: what stands behind the design's ports, by port name.
        findings: what checks found wrong.
        ending: ends the test early.
        running: what is written about the test while it runs.
        checker: holds the design against the reference.
        register_bus: the agent of the register bus.
        interrupts: the agents of the interrupt lines, by the line's name.
        ports: the agents of the memory ports, by port name.
        registers: the pyuvm register model, with its front door through the bus and a mirror of what the bus showed.
        borders: says at which border between units a design with taps parts from the reference; None: it has none.
        coverage: counts what happens; None: nobody asked for it.
    """

    family: ClassVar[type[EnvFamily]]  # type: ignore[type-arg] # a family's own configuration and bench

    def build_phase(self) -> None:
        """Look at the pins, then build the reference and the agents.

        Raises:
            PinError: the design lacks a pin or has one of another width.
            TypeError: the family lacks a part.
        """
        self.parts = family_of(type(self))
        self.config: EnvConfig = self.cdb_get("config")
        top = cocotb.top
        assert isinstance(top, HierarchyObject), f"the top level is no module but {top!r}"
        self.dut = top
        check_pins(self.dut, self.parts.pins(self.config))
        self.ending, self.reset_state = EndOfTest(), ResetState()
        self.findings = Findings(max_errors=self.config.max_errors, end_test=self.ending.end)
        self.device = self.parts.device(self.config)
        check_names(self.parts, self.config, self.device)
        self.memories = {
            port.name: design_memory(self.dut, port, zeroed=self.config.zeroed_memory)
            for port in self.parts.ports(self.config)
        }
        self.checker = self._make_checker()
        self._tell_reset = self.parts.reset_listener(self.config, self.device)
        self.running = FindingLog(self.findings, self.checker, self.logger).running
        self.outstanding = OutstandingChecker(self.device, self.findings)
        self.checker.listeners.append(self.outstanding.notify)
        self.borders = self._make_borders()
        self.assertions = RtlAssertions(self.dut)
        self.registers = RegisterModel(self.device.registers)
        predictor = RegisterPredictorConfig(mirror=RegisterMirror(self.registers), reset=self.reset_state)
        self.predictor = create(RegisterPredictor, "predictor", self, predictor)
        self._build_agents()
        scoreboard = ScoreboardConfig(
            checker=self.checker,
            sync=self.sync,
            in_reset=self._resets_asserted,
            lines=tuple(self.interrupts),
            whole_word=partial(self.parts.whole_word, self.device),
        )
        self.scoreboard = create(DeviceScoreboard, "scoreboard", self, scoreboard)
        self.coverage = self.parts.coverage(self.config) if self.config.coverage or self.config.hits else None

    def _build_agents(self) -> None:
        self._clocks = self.parts.clocks(self.config)
        self.clocking = create(ClockingAgent, "clocking", self, self._clocking_config(self._clocks))
        around = Surroundings(
            dut=self.dut, reset=self.reset_state, findings=self.findings, name_address=self._name_address
        )
        bus = self.parts.register_bus(self.config, around)
        self.register_bus: RegisterBusAgent = create(bus.agent, bus.name, self, bus.config)
        self.interrupts = {
            pin: create(InterruptAgent, name, self, self._interrupt_config(pin))
            for name, pin in self.parts.interrupts(self.config).items()
        }
        self.ports = {
            port.name: create(MemoryAgent, port.name.lower(), self, self._memory_config(port))
            for port in self.parts.ports(self.config)
        }

    def connect_phase(self) -> None:
        """Connect the monitors with the scoreboard."""
        self.register_bus.monitor.ap.connect(self.scoreboard.registers)
        self.register_bus.monitor.ap.connect(self.predictor.analysis_export)
        if self.config.active:
            self.registers.connect(self.register_bus.sequencer, RegisterAdapter())
        for line, agent in self.interrupts.items():
            agent.monitor.ap.connect(self.scoreboard.interrupts[line])
        for port in self.ports.values():
            port.ap.connect(self.scoreboard.traffic)
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
        controls_known(self.dut, self.parts.pins(self.config), self.findings, get_sim_time("ns"))

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
        for name, agent in self.ports.items():
            agent.check_idle()
            compared = compare_memory(name, self.device.memories[name], self.memories[name], self.findings, now_ns)
            self.checker.counters["memory bytes compared"] += compared
        if self.borders:
            self.borders.explain()

    def _reset_seen(self, observation: ResetObservation) -> None:
        if self._tell_reset:
            self._tell_reset(observation.asserted)
        if observation.asserted:
            self.sync()  # what happened before belongs to before
            self.checker.reset(get_sim_time("ns"))
            self.outstanding.clear()

    def _resets_asserted(self) -> bool:
        """What the pins say, before any monitor has woken up to tell."""
        return any(getattr(self.dut, reset.pin).value != 1 - reset.active_level for reset in self._clocks.resets)

    def _later(self, delay_ns: float, action: Callable[[float], None]) -> None:
        """What is checked later needs what the ports have seen until then: it may be what explains the pin."""

        def act(time_ns: float) -> None:
            self.sync()
            action(time_ns)

        later(delay_ns, act)

    def _make_checker(self) -> Checker:
        config = CheckerConfig(
            limits=self.parts.limits(self.config),
            clock_ns=self.config.slowest_period_ns,
            beat_bytes={port.name: port.data_bytes for port in self.parts.ports(self.config)},
            uninitialised=Severity.WARNING if self.config.zeroed_memory else Severity.ERROR,
            leave_interrupt=self.config.leave_interrupt,
            counter_clock_ns=self.config.core_period_ns,
            announced=self.config.announced,
            errata=self.parts.errata(self.config),
        )
        return Checker(self.device, self.findings, config, self._later)

    def _make_borders(self) -> BorderWatch | None:
        units = self.parts.borders(self.config) if self.config.taps else None
        if units is None or self.config.taps is None:
            return None
        taps = DesignTaps(self.config.taps, self.config.lacking)
        borders = BorderWatch(taps, units, self.findings, self.config.slowest_period_ns)
        self.checker.listeners.append(borders.notify)
        return borders

    def _clocking_config(self, plan: ClockPlan) -> ClockingConfig:
        return ClockingConfig(
            dut=self.dut,
            clocks=plan.clocks,
            resets=plan.resets,
            tie_offs=self.config.tie_offs,
            state=self.reset_state,
            active=self.config.active,
        )

    def _interrupt_config(self, pin: str) -> InterruptConfig:
        return InterruptConfig(pin=getattr(self.dut, pin), reset=self.reset_state, findings=self.findings)

    def _memory_config(self, port: MemoryPort) -> MemoryAgentConfig:
        return MemoryAgentConfig(
            port=port,
            dut=self.dut,
            clock=getattr(self.dut, self._clocks.memory),
            reset=self.reset_state,
            memory=self.memories[port.name],
            findings=self.findings,
            rng=self._memory_rng(port.name),
            active=self.config.active,
            profile=self.config.profile(port.name),
            rules=self.parts.port_rules(self.config, port),
        )

    def _memory_rng(self, purpose: str) -> np.random.Generator:
        return generator(self.config.seed, f"{self.get_full_name()}.{purpose}")

    def _name_address(self, address: int) -> str:
        register = self.device.registers.at(address)
        return register.full_name if register else f"unmapped {address:#07x}"
