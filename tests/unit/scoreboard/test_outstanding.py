"""No more beats are outstanding on a port than software allowed."""

import numpy as np
import pytest

from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.outstanding import OutstandingChecker
from tests.traffic import row_dtype, traffic_of
from tests.unit.scoreboard.bench import Bench

READS = TrafficKind.READ_REQUEST, TrafficKind.READ
WRITES = TrafficKind.WRITE, TrafficKind.RESPONSE


class LimitBench(Bench):
    """A bench whose judge the checker listens to."""

    def __init__(self, config, **settings):
        super().__init__(config, **settings)
        self.checker = OutstandingChecker(self.device, self.findings)
        self.judge.listeners.append(self._hear)

    def _hear(self, event):
        """Traffic comes from `see` alone."""
        if not isinstance(event, Traffic):
            self.checker.hear(event)

    def allow(self, reads, writes):
        register = self.device.registers.MCIF.CFG_OUTSTANDING_CNT
        self.write(register, register.encode(RD_OS_CNT=reads - 1, WR_OS_CNT=writes - 1))

    def see(self, *kinds, times=None, beats=1):
        """Transfers of these kinds, in this order; the judge's own checks of them do not matter here."""
        rows = np.zeros(len(kinds), row_dtype(self.hw.ports["DBB"].data_bytes))
        rows["kind"], rows["beats"], rows["last"] = kinds, beats, True
        rows["time_ps"] = range(len(kinds)) if times is None else times
        self.checker.hear(traffic_of("DBB", rows))

    @property
    def limits(self):
        return [item.message for item in self.findings.items if item.kind == "outstanding-limit"]


@pytest.mark.parametrize(("asked", "answered"), [READS, WRITES])
@pytest.mark.parametrize("batch", [1, 100])
def test_as_many_as_allowed_and_no_more(config, asked, answered, batch):
    bench = LimitBench(config)
    bench.allow(4, 4)
    events = [*[asked] * 4, *[answered, asked] * 5]
    for start in range(0, len(events), batch):
        bench.see(*events[start : start + batch])
    assert bench.limits == []
    bench.see(asked)
    what = "read" if asked is TrafficKind.READ_REQUEST else "write"
    assert bench.limits == [f"DBB: 5 {what} beats are outstanding, software allowed 4"]


def test_of_one_time_answers_come_first(config):
    bench = LimitBench(config)
    bench.allow(1, 1)
    bench.see(*READS[:1])
    bench.see(*READS, times=[7, 7])
    assert bench.limits == []


def test_bursts_count_by_beats(config):
    bench = LimitBench(config)
    bench.allow(6, 6)
    bench.see(TrafficKind.READ_REQUEST, beats=4)
    assert bench.limits == []
    bench.see(TrafficKind.READ_REQUEST, beats=4)
    assert bench.limits == ["DBB: 8 read beats are outstanding, software allowed 6"]


def test_a_response_answers_all_beats_of_its_burst(config):
    bench = LimitBench(config)
    bench.allow(4, 4)
    for _ in range(3):
        bench.see(*[TrafficKind.WRITE] * 4, beats=4)
        bench.see(TrafficKind.RESPONSE, beats=4)
    assert bench.limits == []


def test_a_lower_limit_counts_from_rest_on(config):
    """What was granted before may be on its way."""
    bench = LimitBench(config)
    layer = bench.start(bench.copy(extent=(1, 1, 4)))
    bench.allow(2, 2)
    bench.see(*[TrafficKind.READ_REQUEST] * 4, *[TrafficKind.READ] * 4)
    assert bench.limits == []
    bench.run(layer)
    bench.interrupt()
    bench.serve(0)
    bench.finish()
    bench.write(bench.device.registers.GLB.S_INTR_MASK, 0)
    bench.see(*[TrafficKind.READ_REQUEST] * 4)
    assert bench.limits == ["DBB: 4 read beats are outstanding, software allowed 2"]


def test_after_a_reset_the_limit_is_that_of_the_reset(config):
    bench = LimitBench(config)
    bench.allow(1, 1)
    bench.see(TrafficKind.READ_REQUEST)
    bench.judge.reset()
    bench.checker.clear()
    bench.see(*[TrafficKind.READ_REQUEST] * 256)
    assert bench.limits == []
    bench.see(TrafficKind.READ_REQUEST)
    assert len(bench.limits) == 1
