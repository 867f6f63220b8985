"""A small test bench without a simulator: a checker, time, and a device under test made of what layers must do."""

import heapq
import itertools
from dataclasses import fields

import numpy as np

from models.memory.overlap import pieces
from models.memory.sparse import SparseMemory
from tb.findings import Findings, Severity
from tb.memory.traffic import TrafficKind
from tb.scoreboard.checker import Checker
from tb.scoreboard.final_memory import compare_memory
from tb.scoreboard.limits import CheckerConfig, DeviceLimits
from tests.traffic import row_dtype, traffic_of

CLOCK_NS = 2.0
READ_CYCLES = 18
END_CYCLES, WINDOW_CYCLES = 200, 64


class CheckerBench:
    """Drives the checker of any device as monitors would; `batch` is how many transfers they report at a time."""

    def __init__(self, device, batch, beat_bytes, granule_bytes, *, zeroed_memory=False, **config):
        self.device, self.batch, self.findings = device, batch, Findings()
        limits = DeviceLimits(
            granule_bytes=granule_bytes,
            end_cycles=END_CYCLES,
            window_cycles=WINDOW_CYCLES,
            rereads=16,
            spare_beats=4096,
            **{field.name: config.pop(field.name) for field in fields(DeviceLimits) if field.name in config},
        )
        config = CheckerConfig(limits=limits, clock_ns=CLOCK_NS, beat_bytes=beat_bytes, **config)
        self.checker = Checker(device, self.findings, config, self._later)
        self.memories = {port: SparseMemory(zeroed=zeroed_memory) for port in device.memories}
        self.rng = np.random.default_rng(11)
        self.now_ns, self._timers, self._number = 0.0, [], itertools.count()

    @property
    def errors(self):
        return {kind: n for (severity, kind), n in self.findings.counts.items() if severity is Severity.ERROR}

    @property
    def warnings(self):
        return {kind: n for (severity, kind), n in self.findings.counts.items() if severity is Severity.WARNING}

    def message(self, kind):
        return next(item.message for item in self.findings.items if item.kind == kind)

    # time

    def _later(self, delay_ns, action):
        heapq.heappush(self._timers, (self.now_ns + delay_ns, next(self._number), action))

    def wait(self, cycles):
        until = self.now_ns + cycles * CLOCK_NS
        while self._timers and self._timers[0][0] <= until:
            self.now_ns, _, action = heapq.heappop(self._timers)
            action(self.now_ns)
        self.now_ns = until

    # registers, interrupt lines, back door

    def write(self, register, data):
        self.checker.register_write(register.address, data, self.now_ns)
        self.wait(1)

    def read(self, register, word=None):
        """A read that is answered with `word`, or else with what is right."""
        address = register if isinstance(register, int) else register.address
        self.checker.register_request(address)
        self.wait(READ_CYCLES)
        self.checker.register_answer(
            address, self.device.predict(address).example() if word is None else word, self.now_ns
        )

    def pin(self, level, line=None):
        self.checker.pin(level, self.now_ns, line)
        self.wait(1)

    def load(self, port, address, data):
        self.memories[port].write(address, data)
        self.checker.load(port, address, data, self.now_ns)

    # the device under test

    def reads(self, owner):
        """Port and read beats of each stream of a layer or a claim."""
        for read in owner.reads:
            if read.port in self.device.pinless:
                continue
            yield read.port, self._beats(read.port, TrafficKind.READ, read.axi_id, np.unique(self._beat(read)))

    def writes(self, layer):
        """Port and write beats of each stream of a layer that pins show, a chunk each."""
        for stream in layer.writes:
            where = stream.where
            if where.port in self.device.pinless:
                continue
            beats = self._beats(where.port, TrafficKind.WRITE, where.axi_id, self._beat(where))
            inside = (where.addresses - beats["address"]).astype(int)
            for beat, offset, data in zip(beats, inside, stream.data, strict=True):
                beat["strobe"][offset : offset + where.chunk_bytes] = True
                beat["data"][offset : offset + where.chunk_bytes] = data
            yield where.port, beats

    def responses(self, port, writes):
        beats = self._beats(port, TrafficKind.RESPONSE, 0, writes["address"][writes["last"]])
        beats["axi_id"] = writes["axi_id"][writes["last"]]
        return beats

    def send(self, port, beats):
        """Report transfers, a clock cycle each, and do them in memory."""
        beats = beats.copy()
        for start in range(0, len(beats), self.batch):
            some = beats[start : start + self.batch]
            some["time_ps"] = ((self.now_ns + CLOCK_NS * np.arange(len(some))) * 1000).astype(np.uint64)
            self.wait(len(some))
            self._store(port, some)
            self.checker.traffic(traffic_of(port, some))
            self.checker.settle()

    def run(self, layer, fault=None):
        """Do what a layer must; a fault changes the write beats of its first stream."""
        for port, beats in self.reads(layer):
            self.send(port, beats)
        streams = list(self.writes(layer))
        if fault:
            streams[0] = (streams[0][0], fault(streams[0][1].copy()))
        for port, beats in streams:
            self.send(port, beats)
        for port, beats in streams:
            self.send(port, self.responses(port, beats))

    def interrupt(self, line=None):
        """The pin rises some cycles later."""
        self.wait(14)
        self.pin(1, line)

    def finish(self, cycles=1000):
        """Let everything come to its end, then the last look."""
        self.wait(cycles)
        self.checker.finish(self.now_ns)
        seen = {port: memory for port, memory in self.device.memories.items() if port not in self.device.pinless}
        for port, expected in seen.items():
            compare_memory(port, expected, self.memories[port], self.findings, self.now_ns)
        return self

    def _store(self, port, beats):
        for beat in beats[beats["kind"] == TrafficKind.WRITE]:
            old, known = self.memories[port].read_known(int(beat["address"]), len(beat["data"]))
            data = np.where(beat["strobe"], beat["data"], old)
            self.memories[port].write(int(beat["address"]), data, known | beat["strobe"])

    def _beat(self, where):
        size = self.checker.config.beat_bytes[where.port]
        chunks = pieces(where, min(size, where.chunk_bytes))
        return chunks // np.uint64(size) * np.uint64(size)

    def _beats(self, port, kind, axi_id, addresses):
        beats = np.zeros(len(addresses), row_dtype(self.checker.config.beat_bytes[port]))
        beats["kind"], beats["axi_id"], beats["beats"], beats["last"] = kind, axi_id, 1, True
        beats["address"] = addresses
        return beats
