"""The test master from Python, and the pyuvm test that all tests of the memory agent share."""

from __future__ import annotations

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from pyuvm import uvm_subscriber, uvm_test

from tb.clocking.state import ResetState
from tb.create import create
from tb.findings import Findings
from tb.memory.agent import MemoryAgent
from tb.memory.config import MemoryAgentConfig, PortRules
from tb.memory.hdl.memory import design_memory
from tb.memory.hdl.responder import HdlResponder
from tb.memory.profile import FAST, MemoryProfile
from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi_test_port import PORT
from tests.traffic import rows_of

WHOLE = (1 << PORT.data_bytes) - 1
IDS = frozenset(range(10))
AW, W, AR = 1, 2, 4  # bits of the test master's fault inputs


class AxiTestMaster:
    """Queues bursts in the HDL master, one of each kind a clock."""

    def __init__(self, dut):
        self.dut = dut
        self.core = getattr(dut, "dut", dut)  # inside the top level that has the HDL memory
        self.bursts, self.beats, self.reads = [], [], []
        for pin in ("push_aw", "push_w", "push_ar", "throttle", "break_payload", "break_valid", "unknown_valid"):
            getattr(dut, pin).value = 0
        dut.send.value = AW | W | AR
        dut.accept.value = 3

    def write(self, axi_id, address, beats):
        """Queue a legal write; `beats` are pairs of data and strobe."""
        self.bursts.append(request(axi_id, len(beats), address))
        for index, (data, strobe) in enumerate(beats):
            self.write_beat(data, strobe, last=index == len(beats) - 1)

    def write_beat(self, data, strobe=WHOLE, *, last=True):
        bits = format(int.from_bytes(data, "little"), f"0{8 * PORT.data_bytes}b")
        self.beats.append(f"{int(last)}{strobe:0{PORT.data_bytes}b}{bits}")

    def read(self, axi_id, address, beats=1):
        self.reads.append(request(axi_id, beats, address))

    async def push(self):
        """Hand everything that was queued to the HDL master."""
        queues = {"aw": self.bursts, "w": self.beats, "ar": self.reads}
        payloads = {"aw": "push_aw_request", "w": "push_w_beat", "ar": "push_ar_request"}
        while any(queues.values()):
            for channel, queue in queues.items():
                getattr(self.dut, f"push_{channel}").value = int(bool(queue))
                if queue:
                    getattr(self.dut, payloads[channel]).value = queue.pop(0)
            await RisingEdge(self.dut.clk)
        for channel in queues:
            getattr(self.dut, f"push_{channel}").value = 0

    async def wait(self, responses, read_beats, limit_cycles=40_000):
        """Until the master has got so many write responses and read beats since the reset."""
        for _ in range(limit_cycles // 20):
            await ClockCycles(self.dut.clk, 20)
            got = int(self.dut.responses.value), int(self.dut.read_beats.value)
            if got == (responses, read_beats):
                return
        raise AssertionError(f"responses, read beats: {got}, expected {(responses, read_beats)}")

    def received(self):
        """What the master got on its read channel: id, last, data."""
        rows = []
        for index in range(int(self.dut.read_beats.value)):
            bits = str(self.core.received[index].value)
            data = int(bits[PORT.id_bits + 1 :], 2).to_bytes(PORT.data_bytes, "little")
            rows.append((int(bits[: PORT.id_bits], 2), bits[PORT.id_bits] == "1", data))
        return rows


def request(axi_id, beats, address):
    return f"{axi_id:0{PORT.id_bits}b}{beats - 1:0{PORT.len_bits}b}{address:064b}"


class TrafficCollector(uvm_subscriber):
    """Keeps every batch."""

    def build_phase(self):
        super().build_phase()
        self.batches = []

    def write(self, batch):
        self.batches.append(batch)

    def all(self):
        """Every transfer as a row."""
        return np.concatenate([rows_of(batch) for batch in self.batches])

    def of_kind(self, kind):
        rows = self.all()
        return rows[rows["kind"] == kind]

    def bytes(self):
        return self.all().tobytes() if self.batches else b""

    def count(self, kind):
        return len(self.of_kind(kind)) if self.batches else 0


class MemoryAgentTest(uvm_test):
    """One agent on the test master; subclasses give `stimulus` and what must be found at the end."""

    port, ids, granule_bytes = PORT, IDS, 32
    profile: MemoryProfile = FAST
    findings_expected: frozenset[str] = frozenset()
    zeroed = False

    def build_phase(self):
        self.dut = cocotb.top
        self.memory, self.findings, self.reset = (
            design_memory(self.dut, self.port, zeroed=self.zeroed),
            Findings(),
            ResetState(),
        )
        self.rng = np.random.default_rng(7)
        self.agent = self.make_agent("agent", self.findings, active=True)
        self.collector = TrafficCollector("collector", self)
        # Whoever answers, this one looks at the pins itself, clock by clock.
        self.watched = Findings()
        self.watcher = self.make_agent("watcher", self.watched, active=False)
        self.second = TrafficCollector("second", self)
        self.log_events()

    @property
    def hdl(self):
        """Whether the HDL memory answers."""
        return isinstance(self.agent.responder, HdlResponder)

    def log_events(self):
        self.events = []

        def log(events):
            self.events.append(events)
            return events.address_pending

        async def serve():
            await self.watcher.monitor.watch(log)

        self.watcher._serve = serve

    def make_agent(self, name, findings, *, active):
        config = MemoryAgentConfig(
            port=self.port,
            dut=self.dut,
            clock=self.dut.clk,
            reset=self.reset,
            memory=self.memory,
            findings=findings,
            rng=np.random.default_rng(11),
            active=active,
            profile=self.profile,
            rules=PortRules(read_ids=self.ids, write_ids=self.ids, strobe_granule_bytes=self.granule_bytes),
            orphan_data_limit_cycles=100,
            batch_transfers=100,
        )
        return create(MemoryAgent, name, self, config)

    def connect_phase(self):
        self.agent.ap.connect(self.collector.analysis_export)
        self.watcher.ap.connect(self.second.analysis_export)

    async def run_phase(self):
        self.raise_objection()
        Clock(self.dut.clk, 10, "ns", impl="gpi").start()
        await self.make_master()
        await self.do_reset()
        await self.stimulus()
        await ClockCycles(self.dut.clk, 5)
        self.drop_objection()

    async def make_master(self):
        self.master = AxiTestMaster(self.dut)

    async def do_reset(self):
        self.dut.rst_n.value = 0
        self.reset.change(asserted=True)
        await ClockCycles(self.dut.clk, 3)
        self.dut.rst_n.value = 1
        await ClockCycles(self.dut.clk, 1)
        self.reset.change(asserted=False)

    async def stimulus(self):
        raise NotImplementedError

    def report_phase(self):
        found = {kind for _, kind in self.findings.counts}
        assert found == self.findings_expected, [item.message for item in self.findings.items]
        same = [
            sorted((item.kind, item.message, item.time_ns, item.count) for item in one.items)
            for one in (self.findings, self.watched)
        ]
        assert same[0] == same[1]
        assert self.second.bytes() == self.collector.bytes()
        for item in self.findings.items:
            assert item.message.startswith(f"{self.port.name}: ")
        self.check_results()

    def check_results(self):
        """What else must hold at the end."""

    def kinds(self):
        return {kind: self.collector.count(kind) for kind in TrafficKind}
