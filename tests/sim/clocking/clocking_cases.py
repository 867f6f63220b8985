"""Clock and reset agent, interrupt agent, pin checks and a missing bus, against a small design with two clocks."""

import cocotb
import pytest
import pyuvm
from cocotb.simtime import get_sim_time
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, SimTimeoutError, Timer, ValueChange, with_timeout
from pyuvm import uvm_env, uvm_test

from tb.clocking.agent import ClockingAgent
from tb.clocking.config import ClockingConfig, ClockSpec, ResetSpec
from tb.clocking.driver import half_period_steps, toggle
from tb.clocking.state import ResetState, run_between_resets
from tb.create import create
from tb.findings import Findings
from tb.interrupt import InterruptAgent, InterruptConfig, wait_any_high
from tb.main_program import start_clock, stop_clock
from tb.pins import Pin, PinDirection, PinError, PinRole, PinState, check_pins, controls_known
from tb.register_bus.axi_lite.bus import AxiLiteBus
from tb.register_bus.axi_lite.pins import axi_lite_signals
from tests.sim.agent_parts import Listener

IN, OUT = PinDirection.INPUT, PinDirection.OUTPUT
PINS = (
    Pin("clk_a", 1, IN, PinRole.CLOCK),
    Pin("constant", 8, IN, PinRole.STATIC),
    Pin("intr", 1, OUT, PinRole.CONTROL),
    Pin("held", 8, OUT, PinRole.DATA),
)


class TwoClocksEnv(uvm_env):
    """Both agents around the design."""

    def __init__(self, name, parent, clocks):
        super().__init__(name, parent)
        self.clocks = clocks
        self.findings = Findings()

    def build_phase(self):
        dut = cocotb.top
        config = ClockingConfig(
            dut=dut,
            clocks=self.clocks,
            resets=(ResetSpec("rst_n"), ResetSpec("rst_h", active_low=False)),
            tie_offs={"constant": 0xA5, "cause": 0, "unknown_intr": 0},
        )
        self.reset = config.state
        self.clocking = create(ClockingAgent, "clocking", self, config)
        interrupt = InterruptConfig(pin=dut.intr, reset=config.state, findings=self.findings)
        self.interrupt = create(InterruptAgent, "interrupt", self, interrupt)
        quiet = InterruptConfig(pin=dut.unknown_intr, reset=config.state, findings=self.findings)
        self.quiet = create(InterruptAgent, "quiet", self, quiet)
        self.resets = Listener("resets", self)
        self.levels = Listener("levels", self)

    def connect_phase(self):
        self.clocking.monitor.ap.connect(self.resets)
        self.interrupt.monitor.ap.connect(self.levels)


class ClockingCase(uvm_test):
    """Runs `scenario`."""

    clocks: tuple = (ClockSpec("clk_a", 10.0), ClockSpec("clk_b", 10.0))
    expected: tuple = ()

    def build_phase(self):
        self.dut = cocotb.top
        self.env = TwoClocksEnv("env", self, self.clocks)

    async def run_phase(self):
        self.raise_objection()
        await self.scenario()
        self.drop_objection()

    def report_phase(self):
        assert [finding.kind for finding in self.env.findings.items] == list(self.expected), self.env.findings.items


async def edges(clock, number):
    """Times of rising edges."""
    times = []
    for _ in range(number):
        await RisingEdge(clock)
        times.append(round(get_sim_time("ns"), 3))
    return times


async def with_no_edge(pin):
    """Wait for some time, in which a pin must not change."""
    with pytest.raises(SimTimeoutError):
        await with_timeout(ValueChange(pin), 100, "ns")


@pyuvm.test()
class EqualClocksRiseTogether(ClockingCase):
    """Two equal clocks work as one: a register on the one sees a register of the other as it was before the edge."""

    async def scenario(self):
        await self.env.clocking.reset(cycles=4, after_reset_cycles=2)
        assert int(self.dut.gated.value) == 0x5A  # the first reset of all had an edge, on two states too
        await Timer(1, "ns")
        first, second = cocotb.start_soon(edges(self.dut.clk_a, 4)), cocotb.start_soon(edges(self.dut.clk_b, 4))
        assert await first == await second
        for _ in range(20):
            await RisingEdge(self.dut.clk_a)
            assert int(self.dut.behind.value) == int(self.dut.count_a.value) - 1


@pyuvm.test()
class EdgesAreSeenBeforeTheDesignSeesThem(ClockingCase):
    """Who waits for an edge reads what was before it, and what it then writes comes after it."""

    async def scenario(self):
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        for _ in range(4):
            await FallingEdge(self.dut.clk_a)
            before = int(self.dut.count_a.value)
            await RisingEdge(self.dut.clk_a)
            assert int(self.dut.count_a.value) == before
            self.dut.rst_n.value = 0
            await Timer(1, "step")
            assert int(self.dut.count_a.value) == 0
            self.dut.rst_n.value = 1


@pyuvm.test()
class WhatAnswersAChangeComesAtOnce(ClockingCase):
    """What Python writes because a pin of the design has changed takes effect in the same time step."""

    async def scenario(self):
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        for _ in range(3):
            await ValueChange(self.dut.count_a)
            self.dut.constant.value = self.dut.count_a.value
            await ReadOnly()
            assert self.dut.held.value == self.dut.count_a.value


@pyuvm.test()
class AChangeIsSeenAfterManyEdges(ClockingCase):
    """Who waits is told in time, however many edges came before that changed nothing that anybody waits for."""

    async def scenario(self):
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        for level in (1, 0, 1):
            await with_timeout(ValueChange(self.dut.upper_half), 3000, "ns")
            await ReadOnly()
            assert int(self.dut.count_a.value) == 128 * level
        changed_ns = get_sim_time("ns")
        await Timer(503, "ns")
        assert get_sim_time("ns") == changed_ns + 503
        assert int(self.dut.count_a.value) == 128 + 50


@pyuvm.test(skip=cocotb.SIM_NAME != "Verilator")
class VerilatorTogglesItsClocksItself(ClockingCase):
    """Our main program does, without a callback: an edge costs next to nothing."""

    async def scenario(self):
        await RisingEdge(self.dut.clk_a)
        stop_clock("clk_a")
        await with_no_edge(self.dut.clk_a)
        assert start_clock("clk_a", 1000, 5000)
        await RisingEdge(self.dut.clk_a)
        for other in ("absent", "constant", "intr"):
            assert not start_clock(other, 1000, 5000), "neither a pin, nor a bit, nor an input"


@pyuvm.test()
class ACancelledClockStands(ClockingCase):
    """Whoever toggles it."""

    async def scenario(self):
        toggling = cocotb.start_soon(toggle(ClockSpec("cause", 10.0), self.dut.cause))
        await RisingEdge(self.dut.cause)
        toggling.cancel()
        await with_no_edge(self.dut.cause)


@pyuvm.test()
class PeriodsMustBeEven(ClockingCase):
    """Half a period is a whole number of time steps."""

    async def scenario(self):
        await RisingEdge(self.dut.clk_a)
        assert half_period_steps(ClockSpec("clk_a", 0.002)) == 1
        with pytest.raises(ValueError, match="represent"):
            half_period_steps(ClockSpec("clk_a", 0.003))


@pyuvm.test()
class UnrelatedClocksKeepTheirPeriods(ClockingCase):
    """Different periods, one of them late."""

    clocks = (ClockSpec("clk_a", 10.0), ClockSpec("clk_b", 7.3, phase_ns=2.0))

    async def scenario(self):
        start = get_sim_time("ns")
        first, second = cocotb.start_soon(edges(self.dut.clk_a, 3)), cocotb.start_soon(edges(self.dut.clk_b, 3))
        assert await first == pytest.approx([start + time for time in (5.0, 15.0, 25.0)])
        assert await second == pytest.approx([start + 2.0 + time for time in (3.65, 10.95, 18.25)])


@pyuvm.test()
class ResetComesAgain(ClockingCase):
    """Both resets are asserted from the start; a second reset interrupts what runs, and everybody hears of it."""

    async def scenario(self):
        served, dropped = [], []

        async def serve():
            served.append(get_sim_time("ns"))
            await Timer(1, "ms")
            raise AssertionError("a reset should have cancelled this")

        watching = run_between_resets(self.env.reset, serve, lambda: dropped.append(get_sim_time("ns")))
        task = cocotb.start_soon(watching)
        await Timer(12, "ns")
        assert (self.dut.rst_n.value, self.dut.rst_h.value) == (0, 1)
        assert int(self.dut.held.value) == 0xA5
        for number in (1, 2):
            await self.env.clocking.reset(cycles=3, after_reset_cycles=5)
            assert not self.env.reset.asserted
            assert (self.dut.rst_n.value, self.dut.rst_h.value) == (1, 0)
            assert int(self.dut.count_a.value) == int(self.dut.count_b.value) == 4
            assert len(served) == number
        task.cancel()
        observed = [(seen.asserted, seen.time_ns) for seen in self.env.resets.heard]
        assert [asserted for asserted, _ in observed] == [False, True, False]
        assert observed[2][1] - observed[1][1] == pytest.approx(30.0)
        assert served == [observed[0][1], observed[2][1]]
        assert dropped == [observed[1][1]]


@pyuvm.test()
class PassiveAgentFollowsForeignResets(ClockingCase):
    """The resets are somebody else's; one of two is enough to reset the design."""

    def build_phase(self):
        super().build_phase()
        resets = (ResetSpec("rst_n"), ResetSpec("rst_h", active_low=False))
        self.state = ResetState()
        config = ClockingConfig(dut=self.dut, clocks=self.clocks, resets=resets, state=self.state, active=False)
        self.passive = create(ClockingAgent, "passive", self, config)

    async def scenario(self):
        assert not hasattr(self.passive, "driver")
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        for pin, active in ((self.dut.rst_n, 0), (self.dut.rst_h, 1)):
            pin.value = active
            await Timer(1, "ns")
            assert self.state.asserted
            pin.value = 1 - active
            await Timer(1, "ns")
            assert not self.state.asserted


@pyuvm.test()
class InterruptChangesArePublished(ClockingCase):
    """Every change once, with its time; waiting for the level ends at once, later or with an error."""

    async def scenario(self):
        monitor = self.env.interrupt.monitor
        self.dut.cause.value = 1
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        await monitor.wait_high(timeout_ns=1)
        start = get_sim_time("ns")
        await Timer(5, "ns")
        self.dut.cause.value = 0
        await Timer(5, "ns")
        assert not monitor.level
        with pytest.raises(TimeoutError, match=r"intr did not rise within 50 ns"):
            await monitor.wait_high(timeout_ns=50)
        waiting = cocotb.start_soon(monitor.wait_high(timeout_ns=100))
        await Timer(30, "ns")
        self.dut.cause.value = 1
        await waiting
        assert get_sim_time("ns") == pytest.approx(start + 90)
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        levels = [(seen.level, round(seen.time_ns - start, 3)) for seen in self.env.levels.heard]
        assert [level for level, _ in levels] == [True, False, True, False, True]
        assert [time for _, time in levels[1:3]] == [5.0, 90.0]


@pyuvm.test()
class OneOfTwoLinesIsHigh(ClockingCase):
    """Waiting for any of two lines ends with the first that is high, at once if one is, and with an error in vain."""

    async def scenario(self):
        lines = [self.env.quiet.monitor, self.env.interrupt.monitor]
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        with pytest.raises(TimeoutError, match=r"did not rise within 50 ns"):
            await wait_any_high(lines, timeout_ns=50)
        waiting = cocotb.start_soon(wait_any_high(lines, timeout_ns=100))
        await Timer(30, "ns")
        self.dut.cause.value = 1
        await waiting
        start = get_sim_time("ns")
        await wait_any_high(lines, timeout_ns=1)
        assert get_sim_time("ns") == start


@pyuvm.test(skip=cocotb.SIM_NAME == "Verilator")
class UnknownInterruptIsFound(ClockingCase):
    """X on the pin (four-state simulators only); in reset it is not checked."""

    expected = ("interrupt-unknown", "control-unknown")

    async def scenario(self):
        await Timer(1, "ns")
        self.dut.unknown_intr.value = 1
        await Timer(1, "ns")
        self.dut.unknown_intr.value = 0
        await self.env.clocking.reset(cycles=2, after_reset_cycles=1)
        assert controls_known(self.dut, PINS, self.env.findings, 0.0)
        self.dut.unknown_intr.value = 1
        await Timer(1, "ns")
        assert not controls_known(self.dut, PINS, self.env.findings, 0.0)
        assert "intr is X" in self.env.findings.items[1].message
        assert self.env.levels.heard == []


@pyuvm.test()
class PinsAreChecked(ClockingCase):
    """Right pins pass; a missing one and one of another width are told together, in a table."""

    async def scenario(self):
        assert {status.state for status in check_pins(self.dut, PINS)} == {PinState.OK}
        wrong = (*PINS, Pin("held", 9, OUT, PinRole.DATA), Pin("absent", 3, IN, PinRole.DATA))
        with pytest.raises(PinError) as error:
            check_pins(self.dut, wrong)
        lines = str(error.value).splitlines()
        assert "2 of 6 required pins" in lines[0]
        assert [line.split() for line in lines[2:4]] == [
            ["width", "held", "output", "9", "8"],
            ["missing", "absent", "input", "3", "-"],
        ]


@pyuvm.test()
class MissingBusSignalIsAnError(ClockingCase):
    """A register bus on a design that has none: an error that names a pin, not a bundle with holes."""

    async def scenario(self):
        with pytest.raises(AttributeError, match="s_axi_awvalid"):
            AxiLiteBus(self.dut, axi_lite_signals("s_axi_"), "clk_a")
