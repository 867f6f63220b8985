"""The checker: drives the reference with what the monitors saw, in order, and holds the two against each other.

It knows no simulator: time comes with every observation, and what has to happen later is handed to a scheduler.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from models.events import DeviceEvent, InterruptEdge, RegisterAccess, Reset, events_of
from models.layer import Cause, Claim, End, Layer
from models.memory.footprint import Footprint
from models.memory.sparse import Bytes
from models.reference import Happened, ReferenceDevice
from tb.findings import Findings, Severity
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.apart import taken_apart
from tb.scoreboard.beats import BeatWatch
from tb.scoreboard.compared import Compared
from tb.scoreboard.failed import failed_answers
from tb.scoreboard.interrupts import InterruptChecker
from tb.scoreboard.limits import CheckerConfig
from tb.scoreboard.pinless import PinlessChecker
from tb.scoreboard.program import ProgramChecker
from tb.scoreboard.reads import ReadChecker
from tb.scoreboard.registers import RegisterChecker
from tb.scoreboard.timestamps import Timestamps
from tb.scoreboard.unfinished import Unfinished
from tb.scoreboard.writes import Answered, WriteChecker

Later = Callable[[float, Callable[[float], None]], None]
Listener = Callable[[DeviceEvent | Traffic], None]


class Checker:
    """Holds the device under test against the reference, observation by observation.

    Args:
        device: the reference.
        findings: where what is wrong goes.
        config: limits and strictness.
        later: calls an action after a delay in nanoseconds, with the time then.

    Attributes:
        counters: what was done and checked.
        written: where the layers since the last reset write.
        listeners: called with everything that happens: `models.events`, and traffic.
    """

    def __init__(self, device: ReferenceDevice, findings: Findings, config: CheckerConfig, later: Later) -> None:
        self.device, self.findings, self.config, self._later = device, findings, config, later
        self.counters: Counter[str] = Counter()
        self.listeners: list[Listener] = []
        self._program = ProgramChecker(findings, config)
        self._compared = Compared(findings, self.counters, device.pinless)
        self._writes = WriteChecker(findings, self._compared, config.limits.granule_bytes, device.pinless)
        self._pinless = PinlessChecker(findings, self._compared, device.pinless, config.limits.peek)
        self._reads = ReadChecker(findings, self.counters, config, device.pinless)
        self._registers = RegisterChecker(device, findings, self.counters, config.errata)
        self._unfinished = Unfinished(device, self._reads, self._writes)
        window_ns = config.limits.window_cycles * config.clock_ns
        self._interrupts = InterruptChecker(device, findings, self.counters, window_ns, self._why_no_interrupt)
        self._timestamps = Timestamps(config.counter_clock_ns or config.clock_ns, window_ns)
        self._beats = BeatWatch(config.limits.waits)
        self._resets = 0
        self._steps = 0
        self._reported: list[Traffic] = []  # not checked yet
        self._answered: set[Layer] = set()  # all their writes are, and their stage has not told of it
        self._accesses: set[tuple[int, int]] = set()
        self.written: list[Footprint] = []

    @property
    def owed(self) -> bool:
        """Whether any layer still has writes that the memory has not answered."""
        return self._writes.owed

    @property
    def progress(self) -> int:
        """Grows with what layers get done: claims, starts, ends, bytes that are needed. A hanging device stops it."""
        return self._steps + self._reads.progress + self._writes.progress

    @property
    def novelty(self) -> int:
        """Grows with register accesses such as were never seen before; who polls in vain sees none."""
        return len(self._accesses)

    def reset(self, time_ns: float = 0.0) -> None:
        """The device under test was reset: whatever was in flight is gone."""
        self._publish(Reset(time_ns))
        self._compared.cut(self.device.layers_in_flight)
        self.device.reset()
        for checker in (self._writes, self._pinless, self._reads, self._registers, self._interrupts, self._beats):
            checker.clear()
        self._resets += 1
        self._timestamps.clear()
        self._answered.clear()
        self.written.clear()

    def last_look(self) -> None:
        """The bench itself looks at what is left: its reads are checked, but make no test that compares something."""
        self._registers.counting = False

    def clear(self) -> None:
        """Begin anew: nothing counted, nothing found."""
        self.findings.clear()
        self.counters.clear()
        self._accesses.clear()
        self._registers.counting = True
        self._compared.clear()

    def register_write(self, address: int, data: int, time_ns: float) -> None:
        """A register write was taken."""
        self.counters["register writes"] += 1
        self._accesses.add((address, data))
        before = self._races()
        happened = self.device.write(address, data)
        begun: list[Layer | Claim] = [*happened.claimed, *happened.started]  # they tell of their own
        self._report_new_races(before, time_ns, but=[race for party in begun for race in party.races])
        self._timestamps.written(time_ns)
        self._publish(RegisterAccess(address, data, write=True, time_ns=time_ns))
        self._take(happened, time_ns)
        if self._interrupts.update(time_ns):
            self._check_pin_later("a register write")

    def register_request(self, address: int) -> None:
        """A register read was taken."""
        self._registers.requested(address)

    def register_refused(self, address: int) -> None:
        """A register read was answered with an error; whether it had to be, the agent of the bus says."""
        self._registers.refused(address)

    def register_answer(self, address: int, word: int, time_ns: float) -> None:
        """A register read was answered."""
        self._accesses.add((~address, word))
        happened = self._registers.answered(address, word, time_ns)
        self._publish(RegisterAccess(address, word, write=False, time_ns=time_ns))
        self._take(happened, time_ns)
        self._interrupts.update(time_ns)

    def pin(self, level: int, time_ns: float, line: str | None = None) -> None:
        """An interrupt line changed.

        Args:
            level: what it is now.
            time_ns: when.
            line: its name; None: the only one.
        """
        line = self._interrupts.only_line if line is None else line
        self._interrupts.pin(line, level, time_ns)
        self._publish(InterruptEdge(level, time_ns, line))
        if level:
            self._take(self.device.interrupt_rose(line), time_ns)
            self._interrupts.update(time_ns)

    def traffic(self, traffic: Traffic) -> None:
        """Something happened on a memory port; it is checked once all ports have told what they saw until then."""
        self._reported.append(traffic)

    def settle(self) -> None:
        """All ports have told what they have seen until now."""
        if not self._reported:
            return
        batches, self._reported = self._reported, []
        for traffic in batches:
            for listener in self.listeners:
                listener(traffic)
            self._beats.observe(traffic)
        for part in taken_apart(batches) if self.config.limits.chained else (batches,):
            self._check_traffic(part)

    def _check_traffic(self, batches: Sequence[Traffic]) -> None:
        self._fail(batches, TrafficKind.READ)
        for claim, time_ns in self._reads.observe(batches):
            self._fetched(claim.layer.claims if claim.layer else (claim,), time_ns)
        self._fail(batches, TrafficKind.RESPONSE)
        for traffic in batches:
            for answered in self._writes.observe(traffic):
                self._stream_done(answered)

    def _fail(self, batches: Sequence[Traffic], kind: TrafficKind) -> None:
        """Tell the reference what memory answered with an error, before anything comes of the answer."""
        for traffic in batches:
            for answer in failed_answers(traffic, kind):
                self._take(self.device.failed(answer), float(traffic.kinds[kind].times_ps[-1]) / 1000)

    def load(self, port: str, address: int, data: Bytes, time_ns: float) -> None:
        """A back-door load of the device's memory."""
        before = self._races()
        self.device.load(port, address, data)
        self._report_new_races(before, time_ns)

    def finish(self, time_ns: float) -> None:
        """The test is over: nothing may be left."""
        self._take(self.device.over(), time_ns)
        self._unfinished.report(self.findings, time_ns)
        self._interrupts.check(time_ns, "the last change")
        if self._interrupts.unserved and not self.config.leave_interrupt:
            self.findings.error(
                "unserved-interrupt", "the test ends with an interrupt set that nobody cleared", time_ns
            )
        self._compared.finish(time_ns)

    def waiting_for(self) -> str:
        """What is in flight, for the message of a watchdog."""
        return self._unfinished.in_flight

    def _why_no_interrupt(self) -> str:
        return self._unfinished.no_interrupt_yet

    def _publish(self, event: DeviceEvent) -> None:
        for listener in self.listeners:
            listener(event)

    def _take(self, happened: Happened, time_ns: float) -> None:
        """Go on with what happened in the reference."""
        if not happened:
            return
        self._steps += 1
        self._program.check(happened, time_ns)
        for claim in happened.claimed:
            self._claimed(claim, time_ns)
        for layer in happened.started:
            self._started(layer, time_ns)
        for claim in happened.failed:
            self._reads.renew(claim)
            if claim.layer is not None:
                self._writes.renew(claim.layer)
        for layer in happened.finished:
            self._reads.done(layer.claims, time_ns)
            self._pinless.finished(layer, time_ns)
        if self.listeners:
            for event in events_of(happened, time_ns):
                self._publish(event)

    def _claimed(self, claim: Claim, time_ns: float) -> None:
        self._timestamps.claimed(claim, time_ns)
        self._beats.claimed(claim, self._reads.expect(claim))
        if claim.layer is None:
            self._report_races(claim.races, time_ns)
        if claim.unknown_reads:
            kind = self.findings.error if self.config.uninitialised is Severity.ERROR else self.findings.warn
            explanation = claim.layer.explanation if claim.layer else ()
            kind("uninitialised-read", claim.unknown_reads_text, time_ns, explanation)

    def _started(self, layer: Layer, time_ns: float) -> None:
        self.counters["layers"] += 1
        self.written += [writes.where for writes in layer.writes]
        self._writes.expect(layer)
        self._pinless.started(layer)
        self._report_races(layer.races, time_ns)
        # All reads may have been seen before, and what reads nothing waits no more.
        self._fetched(layer.claims, time_ns)
        if layer.feeder is not None:  # what that one and those behind it hand on has moved up
            others = [other for other in self.device.layers_in_flight if other.stage == layer.feeder.stage]
            self._fetched((claim for other in others for claim in other.claims), time_ns)

    def _fetched(self, claims: Iterable[Claim], time_ns: float) -> None:
        """Some reads of claims are all seen."""
        for claim in claims:
            for end in claim.ends:
                waits = end.cause is Cause.FETCHED and not end.allowed and not end.held
                if waits and self._reads.all_seen(end):
                    self._cause_seen(end, time_ns)

    def _stream_done(self, answered: Answered) -> None:
        """The memory answered all writes of a layer on one stream."""
        layer, time_ns = answered.layer, answered.time_ns
        if not self._writes.owes(layer):  # before anything claims that may because of that
            self._compared.check(layer, time_ns)
            self._take(self.device.complete(layer), time_ns)
            if not layer.reads_on:
                self._reads.done(layer.claims, time_ns)
        assert layer.last_write is not None
        if answered.stream == layer.writes[layer.last_write].where.stream:
            self._tell_times(layer, time_ns)
            self._answered.add(layer)
            self._tell_of_answered(layer.stage, time_ns)

    def _tell_of_answered(self, stage: str, time_ns: float) -> None:
        """A stage tells of its layers in their order, whichever memory answers first."""
        for layer in self.device.layers_in_flight:
            waiting = [end for end in layer.ends if end.cause is Cause.ANSWERED and not end.allowed]
            if layer.stage != stage or not waiting:
                continue
            if layer not in self._answered:
                return
            self._answered.remove(layer)
            for end in waiting:
                self._cause_seen(end, time_ns)

    def _tell_times(self, layer: Layer, time_ns: float) -> None:
        """A layer's last write is answered: how long it took, and the layer whose flow it took."""
        cycles = self._timestamps.elapsed_cycles
        self.device.timed(layer, cycles(layer, time_ns), self._beats.waited(layer))
        if layer.feeder is not None:
            self.device.timed(layer.feeder, cycles(layer.feeder, time_ns), self._beats.waited(layer.feeder))

    def _cause_seen(self, end: End, time_ns: float) -> None:
        """What an end waits for has happened: it may come now, and has come after some time."""
        self._take(self.device.allow(end, self._timestamps.recent_writes(time_ns)), time_ns)
        self._interrupts.update(time_ns)
        if not end.prompt:
            return
        delay_ns, resets = self.config.limits.end_cycles * self.config.clock_ns, self._resets
        self._later(delay_ns, lambda now: self._has_ended(end, now) if resets == self._resets else None)

    def _has_ended(self, end: End, time_ns: float) -> None:
        """The end must have come by now."""
        self._take(self.device.confirm(end), time_ns)
        self._interrupts.update(time_ns)
        self._check_pin_later(f"the end of {end.claim.owner}")

    def _check_pin_later(self, cause: str) -> None:
        """Lines must have moved once the longest way to them, and a cycle more, has passed."""
        delay_ns = self._interrupts.window_ns + self.config.clock_ns
        self._later(delay_ns, lambda now: self._interrupts.check(now, cause))

    def _races(self) -> dict[Layer | Claim, int]:
        """How many races each layer in flight and each claim that waits is known to take part in."""
        parties: list[Layer | Claim] = [*self.device.layers_in_flight, *self.device.claims_waiting]
        return {party: len(party.races) for party in parties}

    def _report_new_races(self, before: dict[Layer | Claim, int], time_ns: float, but: Collection[str] = ()) -> None:
        for party, known in before.items():
            self._report_races([race for race in party.races[known:] if race not in but], time_ns)

    def _report_races(self, races: list[str], time_ns: float) -> None:
        for race in races:
            self.findings.warn("software-race", f"{race}; these bytes are not compared", time_ns)
