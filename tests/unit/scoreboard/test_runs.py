"""A run of right writes is taken at once: what is found is the same as one by one, and a fault in it is found."""

import numpy as np
import pytest

from models.layer import Claim, Layer
from models.memory.footprint import ExpectedWrites, Footprint
from tb.scoreboard.chunks import cut
from tb.scoreboard.pending_writes import PendingWrites
from tb.scoreboard.reads import OwnedBeats
from tb.scoreboard.rows import run_of
from tests.copier.copies import Launch
from tests.traffic import row_dtype, transfers_of
from tests.unit.scoreboard.test_batches import found

CHUNK_BYTES = 32
CHUNKS = 40


class Anywhere:
    """A layout without coordinates."""

    def coordinates(self, address):
        return f"[{address:#x}]"


def a_layer():
    return Layer("COPY", Launch((), CHUNK_BYTES), (Claim("COPY", "launch 0", {}),))


def pending(seed, order=None):
    """A layer's writes, with gaps between its lines."""
    rng = np.random.default_rng(seed)
    addresses = np.cumsum(rng.choice([32, 32, 32, 96], CHUNKS)).astype(np.uint64)
    addresses = addresses if order is None else addresses[order]
    where = Footprint("RAM", 0, addresses, CHUNK_BYTES, "destination", Anywhere())
    data = rng.integers(0, 256, (CHUNKS, CHUNK_BYTES), np.uint8)
    expected = ExpectedWrites(where, data, np.ones(data.shape, np.bool_))
    return PendingWrites(a_layer(), [expected], CHUNK_BYTES), addresses, data


def chunks_of(addresses, data, written=None):
    count = len(addresses)
    rows = np.zeros(count, row_dtype(CHUNK_BYTES))
    rows["time_ps"], rows["address"], rows["data"] = np.arange(count), addresses, data
    rows["strobe"] = True if written is None else written
    return cut(transfers_of(rows), np.arange(count), CHUNK_BYTES)


def state(writes):
    return writes.left, writes.missing(), writes._due.tolist()


@pytest.mark.parametrize("seed", range(8))
def test_a_run_is_taken_as_one_by_one(seed):
    rng = np.random.default_rng(seed)
    start, stop = sorted(rng.choice(CHUNKS + 1, 2, replace=False).tolist())
    (at_once, addresses, data), (one_by_one, _, _) = pending(seed), pending(seed)
    some = chunks_of(
        addresses[start:stop], data[start:stop], [None, np.ones((stop - start, CHUNK_BYTES), bool)][seed % 2]
    )
    assert at_once.take_run(some)
    assert one_by_one.hits(some.addresses).all()
    again, wrong = one_by_one.take(some)
    assert not again.any()
    assert not wrong
    assert state(at_once) == state(one_by_one)
    assert at_once.left == CHUNKS - (stop - start)


def wrong_byte(_addresses, data, _written):
    data[7, 5] ^= 1


def not_written(_addresses, _data, written):
    written[7, 31] = False


def missing_chunk(addresses, _data, _written):
    addresses[7:] += 32


def written_twice(addresses, data, _written):
    addresses[7], data[7] = addresses[6], data[6]


def other_order(addresses, data, _written):
    addresses[[7, 8]], data[[7, 8]] = addresses[[8, 7]], data[[8, 7]]


def beyond_the_end(addresses, _data, _written):
    addresses += 1 << 20


@pytest.mark.parametrize("change", [wrong_byte, not_written, missing_chunk, written_twice, other_order, beyond_the_end])
def test_what_is_not_a_right_run_is_left_alone(change):
    writes, addresses, data = pending(3)
    addresses, data, written = addresses[10:30].copy(), data[10:30].copy(), np.ones((20, CHUNK_BYTES), bool)
    change(addresses, data, written)
    before = state(writes)
    assert not writes.take_run(chunks_of(addresses, data, written))
    assert state(writes) == before


def test_a_layer_may_hold_its_bytes_in_any_order():
    """Some results are views of transposed arrays."""
    addresses = np.arange(0, 4 * CHUNK_BYTES, CHUNK_BYTES, dtype=np.uint64)
    data = np.random.default_rng(6).integers(0, 256, (CHUNK_BYTES, 4), np.uint8).T
    where = Footprint("RAM", 0, addresses, CHUNK_BYTES, "output", Anywhere())
    writes = PendingWrites(a_layer(), [ExpectedWrites(where, data, np.ones(data.shape, np.bool_))], CHUNK_BYTES)
    assert writes.take_run(chunks_of(addresses, data.copy("C")))
    assert writes.left == 0


def test_a_run_that_came_already_is_left_alone():
    writes, addresses, data = pending(4)
    assert writes.take_run(chunks_of(addresses[:9], data[:9]))
    assert not writes.take_run(chunks_of(addresses[8:20], data[8:20]))
    assert writes.left == CHUNKS - 9


def test_streams_of_any_order_have_runs_of_addresses():
    """What was expected for an address is found wherever the layer has it."""
    order = np.random.default_rng(5).permutation(CHUNKS)
    writes, addresses, data = pending(5, order)
    order_of = np.argsort(addresses)
    assert writes.take_run(chunks_of(addresses[order_of], data[order_of]))
    assert writes.left == 0
    writes, addresses, data = pending(5, order)
    data[order[3]] ^= 1
    again, wrong = writes.take(chunks_of(addresses, data))
    assert not again.any()
    assert [mismatch.coordinates for mismatch in wrong.values()] == [f"destination [{int(addresses[order[3]]):#x}]"]


def test_a_judge_finds_the_same_without_runs(sizes, monkeypatch):
    with_runs = found(sizes, 64)
    monkeypatch.setattr(PendingWrites, "take_run", lambda *_: False)
    without = found(sizes, 64)
    assert [str(item) for item in with_runs.findings.items] == [str(item) for item in without.findings.items]
    assert with_runs.errors == without.errors
    assert with_runs.checker.counters == without.checker.counters


@pytest.mark.parametrize("seed", range(8))
def test_a_run_stands_where_it_is(seed):
    rng = np.random.default_rng(seed)
    ascending = np.unique(rng.integers(0, 200, 60)).astype(np.uint64)
    for _ in range(100):
        start, count = int(rng.integers(len(ascending))), int(rng.integers(1, 5))
        addresses = ascending[start : start + count].copy()
        if rng.random() < 0.5:
            addresses[int(rng.integers(len(addresses)))] = rng.integers(0, 210)
        matches = [
            at for at in range(len(ascending)) if ascending[at : at + len(addresses)].tolist() == addresses.tolist()
        ]
        run = run_of(addresses, ascending)
        assert (run is None) == (not matches)
        assert run is None or run.start == matches[0]
        owns = OwnedBeats(Claim("COPY", "launch 0", {}), ascending, frozenset(("input",))).owns(addresses, addresses)
        assert owns.tolist() == [address in ascending for address in addresses]
        again = np.repeat(addresses, rng.integers(1, 3, len(addresses)))
        owned = OwnedBeats(
            Claim("COPY", "launch 0", {}), ascending, frozenset(("input",)), np.ones(len(ascending), np.bool_)
        )
        assert owned.owns(again, again).tolist() == [address in ascending for address in again]
        assert owned.unseen.tolist() == [address not in again for address in ascending]
