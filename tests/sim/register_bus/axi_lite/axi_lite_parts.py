"""What the tests of the AXI4-Lite agent share: a bench around a small register file, and a sequence of items."""

from typing import ClassVar

import cocotb
from cocotb.triggers import ClockCycles
from pyuvm import uvm_env, uvm_test

from tb.clocking.agent import ClockingAgent
from tb.clocking.config import ClockingConfig, ClockSpec, ResetSpec
from tb.clocking.state import ResetState
from tb.create import create
from tb.findings import Findings
from tb.pins import check_pins
from tb.register_bus.axi_lite.agent import AxiLiteAgent
from tb.register_bus.axi_lite.bus import AxiLiteBus
from tb.register_bus.axi_lite.config import AxiLiteAgentConfig
from tb.register_bus.axi_lite.pins import axi_lite_pins, axi_lite_signals
from tb.register_bus.item import RegisterItem
from tests.sim.agent_parts import ItemsSequence, Listener

PERIOD_NS = 10.0
SIGNALS = axi_lite_signals("s_axi_")
FAULTS = ("stall", "stall_data", "mute", "stray", "refuse", "exclusive", "flip", "unknown_valid", "unknown_data")


def write(word, data, **kind):
    return RegisterItem(4 * word, write=True, data=data, **kind)


def read(word):
    return RegisterItem(4 * word, write=False)


class AxiLiteEnv(uvm_env):
    """Clock, reset and AXI4-Lite agent around a slave, whose inputs that make it misbehave are low at first."""

    def __init__(self, name, parent, faults, **knobs):
        super().__init__(name, parent)
        self.dut, self.faults, self.knobs = cocotb.top, faults, knobs
        self.findings, self.reset = Findings(), ResetState()

    def build_phase(self):
        check_pins(self.dut, axi_lite_pins(SIGNALS, address_bits=16))
        clocking = ClockingConfig(
            dut=self.dut,
            clocks=(ClockSpec("clk", PERIOD_NS),),
            resets=(ResetSpec("rst_n"),),
            tie_offs=dict.fromkeys(self.faults, 0),
            state=self.reset,
        )
        self.clocking = create(ClockingAgent, "clocking", self, clocking)
        bus = AxiLiteBus(self.dut, SIGNALS, "clk")
        config = AxiLiteAgentConfig(bus=bus, reset=self.reset, findings=self.findings, **self.knobs)
        self.agent = create(AxiLiteAgent, "agent", self, config)
        self.listener = Listener("listener", self)

    def connect_phase(self):
        self.agent.monitor.ap.connect(self.listener)


class AxiLiteCase(uvm_test):
    """Resets the slave, then runs `scenario`; what it left in `expected` must be all that was found."""

    knobs: ClassVar = {}
    faults: ClassVar = FAULTS
    expected: tuple = ()

    def build_phase(self):
        self.dut = cocotb.top
        self.env = AxiLiteEnv("env", self, self.faults, **self.knobs)

    async def run_phase(self):
        self.raise_objection()
        self.join()
        await self.env.clocking.reset()
        await self.scenario()
        self.drop_objection()

    def report_phase(self):
        kinds = dict.fromkeys(finding.kind for finding in self.env.findings.items)
        assert list(kinds) == list(self.expected), self.env.findings.items

    def join(self):
        """Start what else drives pins, before the reset."""

    @property
    def heard(self):
        return self.env.listener.heard

    def seen(self):
        return [(item.event, item.address, item.data) for item in self.heard]

    def messages(self):
        return [finding.message for finding in self.env.findings.items]

    async def play(self, *items):
        await ItemsSequence(*items).start(self.env.agent.sequencer)
        return items

    async def answers(self, items):
        """With several outstanding, items come back as responses."""
        for item in items:
            assert await self.env.agent.sequencer.get_response(item.get_transaction_id()) is item
        return [item.data for item in items]

    async def cycles(self, number):
        await ClockCycles(self.dut.clk, number)

    async def fault(self, name, cycles=1):
        pin = getattr(self.dut, name)
        pin.value = 1
        await self.cycles(cycles)
        pin.value = 0
