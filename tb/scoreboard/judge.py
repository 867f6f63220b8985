"""The referee: drives the reference with what the monitors saw, in order, and holds the two against each other.

It knows no simulator: time comes with every observation, and what has to happen later is handed to a scheduler.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from models.layer import Footprint, Layer
from models.memory import Bytes
from models.reference import ReferenceDevice
from tb.findings import Findings, Severity
from tb.memory.traffic import Traffic
from tb.scoreboard.interrupts import InterruptChecker
from tb.scoreboard.reads import ReadChecker
from tb.scoreboard.registers import RegisterChecker
from tb.scoreboard.writes import Answered, WriteChecker

Later = Callable[[float, Callable[[float], None]], None]

RECENT_WRITES = 256  # more than fit into the longest way from the pins to a unit


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeConfig:
    """How patient and how strict the referee is.

    Attributes:
        clock_ns: period of the slowest clock on the way from a layer's end to the interrupt pin.
        settle_cycles: cycles from a layer's last write response until its interrupt has come for certain.
        window_cycles: longest way from a change of a status or mask bit to the pin.
        beat_bytes: beat size of each port.
        uninitialised: what a read of bytes that nothing ever wrote is.
        leave_interrupt: a test may end with an interrupt that is set and not cleared.
        counter_clock_ns: period of the clock that the device's own counters count; None: `clock_ns`.
    """

    clock_ns: float
    beat_bytes: Mapping[str, int]
    settle_cycles: int = 200
    window_cycles: int = 64
    uninitialised: Severity = Severity.ERROR
    leave_interrupt: bool = False
    counter_clock_ns: float | None = None


class Judge:
    """Holds the device under test against the reference, observation by observation.

    Args:
        device: the reference.
        findings: where what is wrong goes.
        config: patience and strictness.
        later: calls an action after a delay in nanoseconds, with the time then.

    Attributes:
        counters: what was done and checked.
        progress: grows with everything that happens on the memory ports; a hanging device stops it.
        written: where the layers since the last reset write.
    """

    def __init__(self, device: ReferenceDevice, findings: Findings, config: JudgeConfig, later: Later) -> None:
        self.device, self.findings, self.config, self._later = device, findings, config, later
        self.counters: Counter[str] = Counter()
        self._writes = WriteChecker(findings, self.counters)
        self._reads = ReadChecker(findings, self.counters)
        self._registers = RegisterChecker(device, findings, self.counters)
        window_ns = config.window_cycles * config.clock_ns
        self._interrupts = InterruptChecker(device, findings, self.counters, window_ns)
        self._started_ns: dict[Layer, float] = {}
        self._written_ns: deque[float] = deque(maxlen=RECENT_WRITES)
        self.progress = 0
        self.written: list[Footprint] = []

    @property
    def owed(self) -> bool:
        """Whether any layer still has writes that the memory has not answered."""
        return self._writes.owed

    def reset(self) -> None:
        """The device under test was reset: whatever was in flight is gone."""
        self.device.reset()
        for checker in (self._writes, self._reads, self._registers, self._interrupts):
            checker.clear()
        self._started_ns.clear()
        self._written_ns.clear()
        self.written.clear()

    def register_write(self, address: int, data: int, time_ns: float) -> None:
        """A register write was taken."""
        self.counters["register writes"] += 1
        self.device.write(address, data)
        self._written_ns.append(time_ns)
        self._take_news(time_ns)
        if self._interrupts.update(time_ns):
            self._check_pin_later("a register write")

    def register_request(self, address: int) -> None:
        """A register read was taken."""
        self._registers.requested(address)

    def register_answer(self, address: int, word: int, time_ns: float) -> None:
        """A register read was answered."""
        self._registers.answered(address, word, time_ns)
        self._interrupts.update(time_ns)

    def pin(self, level: int, time_ns: float) -> None:
        """The interrupt pin changed."""
        self._interrupts.pin(level, time_ns)

    def traffic(self, traffic: Traffic) -> None:
        """Something happened on a memory port."""
        self.progress += len(traffic)
        self._reads.observe(traffic)
        for answered in self._writes.observe(traffic):
            self._stream_done(answered)

    def load(self, port: str, address: int, data: Bytes, time_ns: float) -> None:
        """A back-door load of the device's memory."""
        before = {layer: len(layer.races) for layer in self.device.layers_in_flight}
        self.device.load(port, address, data)
        for layer, known in before.items():
            self._report_races(layer.races[known:], time_ns)

    def finish(self, time_ns: float) -> None:
        """The test is over: nothing may be left."""
        for layer in self.device.layers_in_flight:
            missing = tuple(self._writes.missing(layer)) or ("all its writes were seen",)
            text = f"{layer} did not end, {layer.interrupt} was waited for"
            self.findings.error("unfinished-layer", text, time_ns, missing + layer.explanation)
        self._interrupts.check(time_ns, "the last change")
        if self._interrupts.level in self.device.levels - {0} and not self.config.leave_interrupt:
            self.findings.error(
                "unserved-interrupt", "the test ends with an interrupt set that nobody cleared", time_ns
            )
        if not self.counters["bytes checked"] and not self.counters["register reads"]:
            self.findings.error("nothing-compared", "the test compared nothing: no write and no register read", time_ns)

    def waiting_for(self) -> str:
        """What is in flight, for the message of a watchdog."""
        layers = [f"{layer} with {layer.interrupt}" for layer in self.device.layers_in_flight]
        return ", ".join(layers) or "nothing: no layer is in flight"

    def _take_news(self, time_ns: float) -> None:
        news = self.device.take_news()
        for warning in news.warnings:
            self.findings.warn("illegal-program", warning, time_ns)
        for text in news.refused:
            self.findings.error("not-modelled", f"{text}: nothing of it is checked", time_ns)
        for layer in news.started:
            self._start(layer, time_ns)

    def _start(self, layer: Layer, time_ns: float) -> None:
        self.counters["layers"] += 1
        self._started_ns[layer] = time_ns
        self.written += [writes.where for writes in layer.writes]
        self._writes.expect(layer)
        self._reads.expect(layer, self.config.beat_bytes)
        self._report_races(layer.races, time_ns)
        if layer.unknown_reads:
            text = f"{layer} reads {layer.unknown_reads} byte(s) that nothing ever wrote"
            kind = self.findings.error if self.config.uninitialised is Severity.ERROR else self.findings.warn
            kind("uninitialised-read", text, time_ns, layer.explanation)

    def _stream_done(self, answered: Answered) -> None:
        """The memory answered all writes of a layer on one stream."""
        layer, time_ns = answered.layer, answered.time_ns
        assert layer.last_write is not None
        last = layer.writes[layer.last_write].where
        if answered.stream == (last.port, last.axi_id):
            self.device.answered(layer, self._elapsed_cycles(layer, time_ns), self._recent_writes(time_ns))
            self._interrupts.update(time_ns)
            delay_ns = self.config.settle_cycles * self.config.clock_ns
            self._later(delay_ns, lambda now: self._settle(layer, now))
        if not self._writes.owes(layer):
            self.device.complete(layer)
            self._reads.done(layer, time_ns)

    def _elapsed_cycles(self, layer: Layer, time_ns: float) -> int:
        """Cycles from a layer's start until now, at most, as its counters count them."""
        clock_ns = self.config.counter_clock_ns or self.config.clock_ns
        return int((time_ns - self._started_ns[layer]) / clock_ns) + 1

    def _recent_writes(self, time_ns: float) -> int:
        """Register writes that may not have reached the device's units yet."""
        return sum(written_ns > time_ns - self._interrupts.window_ns for written_ns in self._written_ns)

    def _settle(self, layer: Layer, time_ns: float) -> None:
        """The layer's interrupt must have come by now."""
        if self._started_ns.pop(layer, None) is None:
            return  # a reset took the layer away
        self.device.settle(layer)
        self._interrupts.update(time_ns)
        self._check_pin_later(f"the end of {layer}")

    def _check_pin_later(self, cause: str) -> None:
        """The pin must have moved once the longest way to it, and a cycle more, has passed."""
        delay_ns = self._interrupts.window_ns + self.config.clock_ns
        self._later(delay_ns, lambda now: self._interrupts.check(now, cause))

    def _report_races(self, races: list[str], time_ns: float) -> None:
        for race in races:
            self.findings.warn("software-race", f"{race}; these bytes are not compared", time_ns)
