"""What the tests of the CSB agent share: a bench around a small slave."""

from pyuvm import uvm_env

from tb.clocking.agent import ClockingAgent
from tb.clocking.config import ClockingConfig, ClockSpec, ResetSpec
from tb.clocking.state import ResetState
from tb.create import create
from tb.findings import Findings
from tb.register_bus.csb.agent import CsbAgent
from tb.register_bus.csb.bus import CsbBus
from tb.register_bus.csb.config import CsbAgentConfig
from tests.sim.agent_parts import ItemsSequence, Listener

PERIOD_NS = 10.0
SIGNALS = {
    "clock": "clk",
    "valid": "csb_valid",
    "ready": "csb_ready",
    "address": "csb_addr",
    "write_data": "csb_wdat",
    "write": "csb_write",
    "nposted": "csb_nposted",
    "read_valid": "csb_rvalid",
    "read_data": "csb_rdata",
    "write_complete": "csb_wr_complete",
}
"""The pins of the slave, by what each does."""
AFTER_RESET = {"after_reset_cycles": 10}
FAULTS = ("stall", "mute", "stray_read", "stray_complete", "unknown_valid", "unknown_data")


class SlaveEnv(uvm_env):
    """Clock, reset and CSB agent around a small slave, whose inputs that make it misbehave are low at first."""

    def __init__(self, name, parent, dut, faults=FAULTS, **knobs):
        super().__init__(name, parent)
        self.dut, self.faults, self.knobs = dut, faults, AFTER_RESET | knobs
        self.findings, self.reset = Findings(), ResetState()

    def build_phase(self):
        clocking = ClockingConfig(
            dut=self.dut,
            clocks=(ClockSpec(SIGNALS["clock"], PERIOD_NS),),
            resets=(ResetSpec("rst_n"),),
            tie_offs=dict.fromkeys(self.faults, 0),
            state=self.reset,
        )
        self.clocking = create(ClockingAgent, "clocking", self, clocking)
        config = CsbAgentConfig(bus=CsbBus(self.dut, SIGNALS), reset=self.reset, findings=self.findings, **self.knobs)
        self.csb = create(CsbAgent, "csb", self, config)
        self.listener = Listener("listener", self)

    def connect_phase(self):
        self.csb.monitor.ap.connect(self.listener)

    @property
    def heard(self):
        return self.listener.heard

    async def play(self, *items):
        await ItemsSequence(*items).start(self.csb.sequencer)
        return items

    def kinds(self):
        """Kinds of findings so far, in order, each once."""
        return list(dict.fromkeys(finding.kind for finding in self.findings.items))
