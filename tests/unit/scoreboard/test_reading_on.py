"""Claims that have a stream with nothing to read, that read on behind their last write, or that come to read others."""

from collections import Counter

import numpy as np
import pytest

from models.layer import Cause, Claim, End, EndKind
from models.memory.footprint import Fetched, Footprint
from tb.findings import Findings
from tb.memory.traffic import TrafficKind
from tb.scoreboard.limits import CheckerConfig, DeviceLimits
from tb.scoreboard.reads import ReadChecker
from tests.traffic import row_dtype, traffic_of
from tests.unit.scoreboard.copier_bench import CopierBench

BEAT_BYTES = 8
LIMITS = DeviceLimits(granule_bytes=1, end_cycles=9, window_cycles=9, rereads=1, spare_beats=0, chained=True)


class NoPlaces:
    """Names nothing."""

    def coordinates(self, _address):
        return ""


class Bench:
    """Checks what a claim reads."""

    def __init__(self, *addresses):
        self.claim = Claim("BLOCK", "word 1", None)
        self.claim.fetched = (_fetched(addresses),)
        self.findings = Findings()
        config = CheckerConfig(limits=LIMITS, clock_ns=2.0, beat_bytes={"RAM": BEAT_BYTES})
        self.reads = ReadChecker(self.findings, Counter(), config, ())
        self.count = self.reads.expect(self.claim)

    def read(self, address, time_ns):
        rows = np.zeros(1, row_dtype(BEAT_BYTES))
        rows["kind"], rows["axi_id"], rows["address"] = TrafficKind.READ, 1, address
        rows["time_ps"] = time_ns * 1000
        list(self.reads.observe([traffic_of("RAM", rows)]))

    def change(self, *addresses):
        """An error makes the claim read others."""
        self.claim.fetched = (_fetched(addresses),)
        self.reads.renew(self.claim)

    @property
    def complete(self):
        return self.reads.all_seen(End(EndKind.FREE, self.claim, Cause.FETCHED))

    @property
    def strays(self):
        return [item.kind for item in self.findings.errors]


def _fetched(addresses):
    where = Footprint("RAM", 1, np.array(addresses, np.uint64), 1, "mask", NoPlaces())
    shape = (len(addresses), 1)
    return Fetched(where, np.zeros(shape, np.uint8), np.ones(shape, np.bool_))


def test_a_stream_without_reads_owns_nothing():
    bench = Bench()
    assert bench.count == 0
    assert bench.complete
    bench.read(64, 5)
    assert bench.strays == ["stray-read"]


@pytest.mark.parametrize("reads_on", [False, True])
def test_a_layer_reads_again_behind_its_last_write_only_if_it_says_so(sizes, reads_on):
    bench = CopierBench(sizes)
    layer = bench.start(bench.copy(extent=(1, 1, 4)))
    layer.reads_on = reads_on
    bench.run(layer)
    for port, beats in bench.reads(layer):
        bench.send(port, beats)
    assert bench.errors == ({} if reads_on else {"stray-read": len(beats)})


def test_a_layer_that_reads_on_does_so_until_its_end(sizes):
    bench = CopierBench(sizes)
    layer = bench.start(bench.copy(extent=(1, 1, 4)))
    layer.reads_on = True
    bench.run(layer)
    bench.interrupt()
    bench.serve(0)
    for port, beats in bench.reads(layer):
        bench.send(port, beats)
    assert bench.errors == {"stray-read": len(beats)}


def test_nothing_is_read_once_all_is_over():
    bench = Bench(0, 8)
    bench.read(0, 5)
    bench.reads.done([bench.claim], 6)
    bench.read(8, 7)
    assert bench.strays == ["stray-read"]


def test_a_claim_that_reads_others_owns_these_and_no_others():
    bench = Bench(0, 8)
    bench.read(0, 5)
    bench.change(0, 16)
    bench.read(8, 6)
    assert bench.strays == ["stray-read"]
    assert not bench.complete
    bench.read(16, 7)
    assert bench.complete
    assert bench.strays == ["stray-read"]


def test_what_was_read_stays_read_when_others_are_left_out():
    bench = Bench(0, 8)
    bench.read(0, 5)
    bench.change(0)
    assert bench.complete


def test_a_claim_that_reads_nothing_any_more_owns_nothing():
    bench = Bench(0, 8)
    bench.change()
    bench.read(0, 5)
    assert bench.strays == ["stray-read"]
