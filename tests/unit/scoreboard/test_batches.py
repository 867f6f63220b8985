"""What is found does not depend on how many transfers a port reports at a time."""

import numpy as np

from tb.memory.traffic import TrafficKind
from tb.scoreboard.pending_writes import PendingWrites
from tests.unit.scoreboard.copier_bench import CopierBench

EXTENT = (3, 20, 25)


def faults(beats):
    """A few of every kind, spread over the layer."""
    for at in (5, 700, 1499):
        beats[at]["data"] ^= 1
    beats[31]["strobe"][np.argmax(beats[31]["strobe"])] = False
    stray = beats[:3].copy()
    stray["address"] += 1 << 18
    return np.concatenate([beats[:10], stray[:1], beats[10:900], beats[890:893], stray[1:], beats[900:]])


def found(sizes, batch):
    bench = CopierBench(sizes, batch=batch)
    one = bench.start(bench.copy(extent=EXTENT))
    two = bench.start(bench.copy(extent=(1, 1, 4), at=1 << 19), launch=1)
    bench.run(one, faults)
    bench.run(two, lambda beats: np.concatenate([beats, beats[:1]]))
    bench.interrupt()
    bench.serve(0, 1)
    bench.checker.finish(bench.now_ns)
    return bench


def test_batches_of_one_and_of_thousands_find_the_same(sizes):
    benches = [found(sizes, batch) for batch in (1, 7, 4096)]
    expected = {"wrong-data": 3, "partial-write": 1, "stray-write": 4, "written-twice": 3}
    assert [bench.errors for bench in benches] == [expected] * 3
    messages = [sorted(item.message for item in bench.findings.items) for bench in benches]
    assert messages[0] == messages[1] == messages[2]
    counters = [dict(bench.checker.counters) for bench in benches]
    assert counters[0] == counters[1] == counters[2]


def test_a_batch_may_span_layers(sizes):
    bench = CopierBench(sizes)
    layers = [bench.start(bench.copy(extent=(1, 1, 5), at=launch << 16), launch=launch) for launch in (0, 1)]
    writes = [next(beats for _, beats in bench.writes(layer)) for layer in layers]
    port = layers[0].writes[0].where.port
    answers = [bench.responses(port, beats) for beats in writes]
    bench.send(port, np.concatenate([*writes, *answers]))
    bench.interrupt()
    bench.serve(0, 1)
    assert bench.finish().findings.items == []


def test_an_answer_has_the_time_of_its_response(monkeypatch, sizes):
    """Stall counters are bounded by it: not by the end of the batch that reported it."""
    bench = CopierBench(sizes)
    elapsed = []
    monkeypatch.setattr(bench.device, "timed", lambda _, cycles, *__: elapsed.append(cycles))
    layers = [bench.start(bench.copy(at=launch << 16), launch=launch) for launch in (0, 1)]
    (port, first), (_, second) = (next(bench.writes(layer)) for layer in layers)
    answer = bench.responses(port, first)
    reads = np.concatenate([answer] * 100)
    reads["kind"] = TrafficKind.READ_REQUEST
    bench.send(port, np.concatenate([first, answer, reads, second, answer]))
    assert elapsed[0] < 50
    assert elapsed[1] > 100


def test_a_clean_batch_costs_nothing_that_grows_with_the_layer(monkeypatch, sizes):
    """What is compared at all is looked up only for bytes that differ."""
    looked_up = []
    care = PendingWrites._care

    def counted(self, rows):
        looked_up.append(len(rows))
        return care(self, rows)

    monkeypatch.setattr(PendingWrites, "_care", counted)
    bench = CopierBench(sizes, batch=1)
    bench.run(bench.start(bench.copy(extent=EXTENT), bench.copy(at=1 << 19)))
    assert sum(looked_up) == 0
    bench = CopierBench(sizes, batch=1)
    bench.run(bench.start(bench.copy(extent=EXTENT), bench.copy(at=1 << 19)), faults)
    assert 0 < sum(looked_up) <= 2 * bench.errors["wrong-data"]
