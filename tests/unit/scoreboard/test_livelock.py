"""Traffic without end is no progress: it is found, and the test ends."""

import pytest

from tb.findings import Finding, Findings
from tests.copier.copies import READ_ID
from tests.unit.scoreboard.copier_bench import CopierBench

EXTENT = (1, 4, 4)


@pytest.fixture(params=[7, 4096], ids=lambda size: f"batch{size}")
def bench(request, sizes):
    bench = CopierBench(sizes, batch=request.param)
    bench.ended = []
    bench.findings.end_test = lambda: bench.ended.append(bench.now_ns)
    return bench


def read_again(bench, layer, times):
    port, beats = next(bench.reads(layer))
    for _ in range(times):
        bench.send(port, beats)


def test_what_is_read_again_and_again_is_no_progress(bench):
    layer = bench.start(bench.copy(extent=EXTENT))
    before = bench.checker.progress
    read_again(bench, layer, 1)
    once = bench.checker.progress
    assert once > before
    read_again(bench, layer, 5)
    stands = bench.checker.progress
    read_again(bench, layer, 5)
    assert bench.checker.progress == stands, "it has read as much as it needs"
    assert bench.findings.items == []


def test_a_layer_that_reads_without_end(bench):
    layer = bench.start(bench.copy(extent=EXTENT))
    _, beats = next(bench.reads(layer))
    read_again(bench, layer, 5000 // len(beats))
    assert bench.errors["livelock"] >= 1
    assert set(bench.errors) == {"livelock"}
    assert bench.ended
    message = bench.message("livelock")
    assert message.startswith(f"RAM id {READ_ID}: COPY launch 0 (layer 0) has read ")
    assert message.endswith(f"though its input is {len(beats)}: it reads without end")


def test_a_large_layer_may_read_each_of_its_beats_a_few_times(bench):
    layer = bench.start(bench.copy(extent=(4, 20, 20)))
    read_again(bench, layer, 8)
    bench.run(layer)
    bench.interrupt()
    bench.serve(0)
    assert bench.finish().findings.items == []
    assert not bench.ended


def test_what_is_written_again_and_again_ends_the_test_by_its_errors(bench):
    bench.findings.max_errors = 100
    layer = bench.start(bench.copy(extent=EXTENT))
    port, beats = next(bench.writes(layer))
    bench.send(port, beats[:-1])
    stands = bench.checker.progress
    for _ in range(10):
        bench.send(port, beats[:-1])
        bench.send(port, beats[:-1])
    assert bench.checker.progress == stands
    assert set(bench.errors) == {"written-twice"}
    assert len(bench.ended) == 1


def test_answers_are_progress_as_long_as_something_waits_for_them(bench):
    layer = bench.start(bench.copy(extent=EXTENT))
    port, beats = next(bench.writes(layer))
    bench.send(port, beats)
    written = bench.checker.progress
    bench.send(port, bench.responses(port, beats[:3]))
    assert bench.checker.progress == written + 3


def test_polls_are_nothing_new(bench):
    status = bench.device.registers.INTERRUPTS.STATUS
    bench.read(status)
    seen, progress = bench.checker.novelty, bench.checker.progress
    for _ in range(9):
        bench.read(status)
    assert (bench.checker.novelty, bench.checker.progress) == (seen, progress)
    bench.write(bench.device.registers.INTERRUPTS.MASK, 1)
    assert bench.checker.novelty > seen


class TestRepeats:
    def test_ten_thousand_repeats_are_one_line(self):
        findings, heard = Findings(origin_ns=1000.0), []
        findings.listeners.append(heard.append)
        for number in range(10_000):
            findings.error("stray-write", f"RAM id 3: stray write to {number * 64:#x}", 1500.0 + number)
        findings.error("stray-write", "SRAM id 3: stray write to 0x40", 1500.0)
        first, other = findings.items
        assert first.headline == "RAM id 3: stray write to 0x0  (stray-write, x 10,000, from 500 to 10,499 ns)"
        assert other.headline == "SRAM id 3: stray write to 0x40  (stray-write, at 500 ns)"
        assert len(heard) == 2
        assert dict(findings.counts) == {("error", "stray-write"): 10_001}

    def test_registers_and_bits_of_other_numbers_are_no_repeats(self):
        findings = Findings()
        for name in ("STATUS_GRP0_READ_STALL", "STATUS_GRP1_READ_STALL"):
            findings.error("wrong-status", f"{name} read 0x5")
        assert len(findings.items) == 2

    def test_times_are_the_tests_own(self):
        findings = Findings(origin_ns=100_000.003)
        findings.add(Finding("hang", "x", 100_512.003))
        assert findings.items[0].time_ns == 512.0

    def test_what_turns_out_later_is_added(self):
        findings = Findings()
        findings.error("hang", "nothing moves", 5.0)
        findings.error("hang", "nothing moves", 7.0)
        findings.amend("hang", "no bit is set")
        assert findings.items[0].headline == "nothing moves; no bit is set  (hang, x 2, from 5 to 7 ns)"

    def test_the_test_ends_with_its_last_error(self):
        ended = []
        findings = Findings(max_errors=3, end_test=lambda: ended.append(1))
        for _ in range(2):
            findings.error("a", "b")
            findings.warn("a", "b")
        assert not ended
        findings.error("c", "d")
        findings.error("c", "d")
        assert ended == [1]
