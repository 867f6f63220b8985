"""A made-up log of a port: legal random traffic, clock edge by clock edge."""

from collections import deque

import numpy as np

from models.memory.signals import CHANNEL_PAYLOADS
from models.memory.sparse import SparseMemory
from tb.findings import Findings
from tb.memory.axi import BurstKind
from tb.memory.config import MemoryAgentConfig, PortRules
from tb.memory.hdl.log.arrays import LogArrays
from tb.memory.hdl.log.files import LogPiece, fault_format, record_formats
from tb.memory.hdl.log.replay import LogReplay
from tb.memory.pins.outstanding import OutstandingTransfers
from tb.memory.pins.protocol import AxiChecks
from tb.memory.pins.recorder import TrafficRecorder
from tb.memory.pins.tracker import TransferTracker
from tests.sim.memory.axi_test_port import PORT
from tests.traffic import rows_of

FORMATS = record_formats(PORT)
HALVES = (0xFFFF_FFFF, 0xFFFF_FFFF << 32, (1 << 64) - 1)


def config(findings=None, port=PORT):
    return MemoryAgentConfig(
        port=port,
        dut=None,
        clock=None,
        reset=None,
        memory=SparseMemory(),
        findings=findings or Findings(),
        rng=None,
        rules=PortRules(
            read_ids=frozenset(range(10)),
            write_ids=frozenset(range(5)),
            strobe_granule_bytes=32 if port is PORT else None,
        ),
    )


class Replayed:
    """The slow way, and what it found."""

    def __init__(self, port=PORT):
        self.findings, self.full = Findings(), []
        checks = AxiChecks(config(self.findings, port), lambda: self.tracker.time_ps / 1000)
        self.tracker = TransferTracker(checks, TrafficRecorder(port.name, port.data_bytes))
        self.replay = LogReplay(port, self.tracker, checks, self.full.append)

    def play(self, piece):
        self.replay.play(piece)
        traffic = self.tracker.recorder.take()
        self.waits = {channel: cycles.tolist() for channel, cycles in traffic.waits.items()}
        return rows_of(traffic)


class Converted:
    """The fast way."""

    def __init__(self, port=PORT):
        self.outstanding, self.arrays = OutstandingTransfers(), LogArrays(config(port=port))

    def play(self, piece):
        traffic = self.arrays.convert(piece, self.outstanding)
        self.waits = {channel: cycles.tolist() for channel, cycles in traffic.waits.items()}
        return rows_of(traffic)


class RandomLog:
    """Accepts on each channel what is legal, now and then."""

    def __init__(self, seed, most_beats=4, port=PORT):
        self.rng, self.most_beats, self.port = np.random.default_rng(seed), most_beats, port
        self.formats = record_formats(port)
        self.rows = {channel: [] for channel in CHANNEL_PAYLOADS}
        self.time_ps = 1000
        self.promised, self.due, self.addresses, self.data = deque(), deque(), deque(), deque()
        self.complete, self.reads = [], {}

    def edge(self):
        """One clock edge: answers only to what is older."""
        self.time_ps += 2000
        happens = self.rng.random(5) < 0.6
        if happens[0] and self.complete:
            axi_id = self.complete.pop(int(self.rng.integers(len(self.complete))))
            self.put("b", axi_id=axi_id)
        if happens[1] and self.reads:
            self.read_beat(int(self.rng.choice(list(self.reads))))
        if happens[2] and (self.promised or self.rng.random() < 0.5):
            self.write_request()
        if happens[3]:
            self.write_beat()
        while self.addresses and self.data:
            axi_id, beats = self.addresses.popleft()
            self.data.popleft()
            if beats > 1:
                self.addresses.appendleft((axi_id, beats - 1))
            else:
                self.complete.append(axi_id)
        if happens[4]:
            axi_id, beats = int(self.rng.integers(10)), self.length()
            self.read_request(axi_id, beats)
            self.reads.setdefault(axi_id, deque()).append(beats)

    def length(self):
        return int(self.rng.integers(1, self.most_beats + 1))

    def address(self, beats):
        return 0x8000_0000 + 256 * int(self.rng.integers(64)) + 64 * int(self.rng.integers(5 - beats))

    def read_request(self, axi_id, beats):
        self.put("ar", axi_id=axi_id, length=beats - 1, address=self.address(beats))

    def write_request(self):
        beats = self.promised.popleft() if self.promised and self.promised[0] > 0 else self.begin()
        axi_id = int(self.rng.integers(5))
        self.put("aw", axi_id=axi_id, length=beats - 1, address=self.address(beats) + 32 * int(self.rng.integers(2)))
        self.addresses.append((axi_id, beats))

    def strobe(self):
        return HALVES[int(self.rng.integers(3))]

    def begin(self):
        """A burst whose request comes before its data."""
        beats = self.length()
        self.due.append(beats)
        return beats

    def write_beat(self):
        if not self.due:
            self.due.append(self.length())
            self.promised.append(self.due[0])
        self.due[0] -= 1
        last = self.due[0] == 0
        if last:
            self.due.popleft()
        self.put(
            "w", last=int(last), strobe=self.strobe(), data=self.rng.integers(0, 256, self.port.data_bytes, np.uint8)
        )
        self.data.append(last)

    def read_beat(self, axi_id):
        queue = self.reads[axi_id]
        queue[0] -= 1
        last = queue[0] == 0
        data = self.rng.integers(0, 256, self.port.data_bytes, np.uint8)
        self.put("r", axi_id=axi_id, last=int(last), data=data)
        if last:
            queue.popleft()
            if not queue:
                del self.reads[axi_id]

    def put(self, channel, **fields):
        record = np.zeros(1, self.formats[channel])
        record["time_ps"], record["waited"] = self.time_ps, self.rng.integers(9)
        for name, value in fields.items():
            record[name] = value
        self.rows[channel].append(record)

    def take(self):
        """What was logged since the last call."""
        pieces = {name: np.concatenate([np.zeros(0, self.formats[name]), *rows]) for name, rows in self.rows.items()}
        for rows in self.rows.values():
            rows.clear()
        return LogPiece(pieces, np.zeros(0, fault_format(self.port)))


class ShapedLog(RandomLog):
    """Of a standard port: all sizes, FIXED and INCR, unaligned, answers of all kinds.

    Data may come before their request, so their strobes say nothing: no byte is outside the lanes of any beat.

    Attributes:
        plain: only aligned INCR bursts of the bus's whole width.
    """

    plain = False

    def shape(self, beats):
        """What else a request says, and its address."""
        data_bytes, size = self.port.data_bytes, int(self.rng.integers(self.port.data_bytes.bit_length()))
        if self.plain:
            size = data_bytes.bit_length() - 1
        kind = BurstKind.INCR if self.plain or beats > 16 or self.rng.random() < 0.7 else BurstKind.FIXED
        page = 0x8000_0000 + 4096 * int(self.rng.integers(8))
        address = page + (int(self.rng.integers(4096 - (beats << size) + 1)) >> size << size)
        if not self.plain and self.rng.random() < 0.5:
            address += int(self.rng.integers(1 << size))
        return {"length": beats - 1, "size": size, "burst": kind, "address": address}

    def read_request(self, axi_id, beats):
        self.put("ar", axi_id=axi_id, **self.shape(beats))

    def write_request(self):
        beats = self.promised.popleft() if self.promised and self.promised[0] > 0 else self.begin()
        axi_id, outcome = int(self.rng.integers(5)), int(self.rng.choice([0, 0, 0, 2, 3]))
        self.put("aw", axi_id=axi_id, outcome=outcome, **self.shape(beats))
        self.addresses.append((axi_id, beats))

    def strobe(self):
        return 0

    def put(self, channel, **fields):
        if channel in "br":
            fields["resp"] = int(self.rng.choice([0, 0, 2, 3]))
        super().put(channel, **fields)
