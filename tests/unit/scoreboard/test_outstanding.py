"""No more beats are outstanding on a port than software allowed."""

import numpy as np
import pytest

from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.outstanding import Outstanding, OutstandingChecker
from tests.traffic import row_dtype, traffic_of, transfers_of
from tests.unit.scoreboard.copier_bench import CopierBench

READS = TrafficKind.READ_REQUEST, TrafficKind.READ
WRITES = TrafficKind.WRITE, TrafficKind.RESPONSE
ASKED, ANSWERED = READS
MOST = 8


class LimitBench(CopierBench):
    """A bench whose checker publishes to the one of outstanding beats."""

    def __init__(self, sizes, **settings):
        super().__init__(sizes, **settings)
        self.outstanding = OutstandingChecker(self.device, self.findings)
        self.checker.listeners.append(self._hear)

    def _hear(self, event):
        """Traffic comes from `see` alone."""
        if not isinstance(event, Traffic):
            self.outstanding.notify(event)

    def allow(self, reads, writes):
        register = self.device.registers.COPY.OUTSTANDING
        self.write(register, register.encode(READS=reads - 1, WRITES=writes - 1))

    def see(self, *kinds, times=None, beats=1):
        """Transfers of these kinds, in this order; the other checks of them do not matter here."""
        rows = np.zeros(len(kinds), row_dtype(self.sizes.beat_bytes))
        rows["kind"], rows["beats"], rows["last"] = kinds, beats, True
        rows["time_ps"] = range(len(kinds)) if times is None else times
        self.outstanding.notify(traffic_of("RAM", rows))

    @property
    def limits(self):
        return [item.message for item in self.findings.items if item.kind == "outstanding-limit"]


@pytest.mark.parametrize(("asked", "answered"), [READS, WRITES])
@pytest.mark.parametrize("batch", [1, 100])
def test_as_many_as_allowed_and_no_more(sizes, asked, answered, batch):
    bench = LimitBench(sizes)
    bench.allow(4, 4)
    events = [*[asked] * 4, *[answered, asked] * 5]
    for start in range(0, len(events), batch):
        bench.see(*events[start : start + batch])
    assert bench.limits == []
    bench.see(asked)
    what = "read" if asked is TrafficKind.READ_REQUEST else "write"
    assert bench.limits == [f"RAM: 5 {what} beats are outstanding, software allowed 4"]


def test_of_one_time_answers_come_first(sizes):
    bench = LimitBench(sizes)
    bench.allow(1, 1)
    bench.see(*READS[:1])
    bench.see(*READS, times=[7, 7])
    assert bench.limits == []


def test_bursts_count_by_beats(sizes):
    bench = LimitBench(sizes)
    bench.allow(6, 6)
    bench.see(TrafficKind.READ_REQUEST, beats=4)
    assert bench.limits == []
    bench.see(TrafficKind.READ_REQUEST, beats=4)
    assert bench.limits == ["RAM: 8 read beats are outstanding, software allowed 6"]


def test_a_response_answers_all_beats_of_its_burst(sizes):
    bench = LimitBench(sizes)
    bench.allow(4, 4)
    for _ in range(3):
        bench.see(*[TrafficKind.WRITE] * 4, beats=4)
        bench.see(TrafficKind.RESPONSE, beats=4)
    assert bench.limits == []


def test_a_lower_limit_counts_from_rest_on(sizes):
    """What was granted before may be on its way."""
    bench = LimitBench(sizes)
    layer = bench.start(bench.copy(extent=(1, 1, 4)))
    bench.allow(2, 2)
    bench.see(*[TrafficKind.READ_REQUEST] * 4, *[TrafficKind.READ] * 4)
    assert bench.limits == []
    bench.run(layer)
    bench.interrupt()
    bench.serve(0)
    bench.finish()
    bench.write(bench.device.registers.INTERRUPTS.MASK, 0)
    bench.see(*[TrafficKind.READ_REQUEST] * 4)
    assert bench.limits == ["RAM: 4 read beats are outstanding, software allowed 2"]


def test_after_a_reset_the_limit_is_that_of_the_reset(sizes):
    bench = LimitBench(sizes)
    bench.allow(1, 1)
    bench.see(TrafficKind.READ_REQUEST)
    bench.checker.reset()
    bench.outstanding.clear()
    bench.see(*[TrafficKind.READ_REQUEST] * 256)
    assert bench.limits == []
    bench.see(TrafficKind.READ_REQUEST)
    assert len(bench.limits) == 1


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("bursts", [(), (ASKED,), (ANSWERED,)])
def test_the_count_is_that_of_looking_at_each_transfer(seed, bursts, monkeypatch):
    """Most batches are not sorted; nothing that is told may depend on it."""
    told = {}
    for name in ("as it is", "sorted"):
        if name == "sorted":
            monkeypatch.setattr(Outstanding, "_seen_before", lambda *_: False)
        rng, use, told[name], level, highest = np.random.default_rng(seed), Outstanding("read", MOST), [], 0, 0
        for _ in range(60):
            asked, answered, level, peak = random_batch(rng, level, bursts)
            found, when = use.follow(asked, answered)
            assert use.now == level
            if peak > max(highest, use.most):
                assert found == peak
            if found > max(highest, use.most):
                told[name].append((found, when))
            highest = max(highest, peak)
    assert told["as it is"] == told["sorted"]
    assert told["sorted"], "nothing was tried"


def random_batch(rng, level, bursts):
    """What is asked and answered in a batch, and the count behind it and at its highest, transfer by transfer."""
    transfers, now, peak = [], 0, 0
    for _ in range(int(rng.integers(1, 30))):
        kind = ANSWERED if level > rng.integers(MOST + 4) else ASKED
        # Of one time, answers come first.
        now += int(rng.integers(0 if kind is ASKED else 1, 3))
        beats = int(rng.integers(1, 4)) if kind in bursts else 1
        beats = min(beats, level) if kind is ANSWERED else beats
        level += beats if kind is ASKED else -beats
        peak = max(peak, level)
        transfers.append((now, kind, beats))
    rows = np.zeros(len(transfers), row_dtype(8))
    rows["time_ps"], rows["kind"], rows["beats"] = zip(*transfers, strict=True)
    asked, answered = (transfers_of(rows[rows["kind"] == kind]) for kind in (ASKED, ANSWERED))
    return (asked, int(asked.beats.sum())), (answered, int(answered.beats.sum())), level, peak
