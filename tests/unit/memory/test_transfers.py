"""Transfers as columns hold what their rows hold, and cut into parts they are still the same."""

import itertools

import numpy as np
import pytest

from tb.memory.transfers import TrafficKind, Transfers, traffic_dtype


def some(rng, data_bytes, count=300, whole=1.0):
    """Random rows; of the beats so many are written whole."""
    rows = np.zeros(count, traffic_dtype(data_bytes))
    for name in ("time_ps", "axi_id", "beats", "address"):
        rows[name] = rng.integers(0, 1 << 16, count)
    rows["kind"], rows["last"] = TrafficKind.WRITE, rng.random(count) < 0.5
    rows["data"] = rng.integers(0, 256, (count, data_bytes))
    rows["strobe"] = (rng.random(count) < whole)[:, None] | (rng.random((count, data_bytes)) < 0.5)
    return rows


@pytest.mark.parametrize("data_bytes", [4, 64, 128])
@pytest.mark.parametrize("whole", [0.0, 0.99, 1.0])
def test_columns_and_rows_are_the_same(data_bytes, whole):
    rows = some(np.random.default_rng(data_bytes), data_bytes, whole=whole)
    columns = Transfers.of_rows(rows)
    assert columns.rows(TrafficKind.WRITE).tobytes() == rows.tobytes()
    assert (columns.strobes() == rows["strobe"]).all()
    assert columns.whole == rows["strobe"].all()
    chosen = rows["last"]
    assert columns[chosen].rows(TrafficKind.WRITE).tobytes() == rows[chosen].tobytes()


@pytest.mark.parametrize("data_bytes", [4, 64, 128])
@pytest.mark.parametrize("seed", range(4))
def test_parts_are_all_of_them_in_order(data_bytes, seed):
    rng = np.random.default_rng(seed)
    rows = some(rng, data_bytes, 2000)
    first, other = (int(place) for place in rng.integers(1, 900, 2))
    rows["strobe"][first : first + 3, 1] = False
    rows["strobe"][1000 + other, 0] = False
    parts = list(Transfers.of_rows(rows).parts())
    assert [len(part) for part in parts] == [first, 3, 997 + other - first, 1, 999 - other]
    assert b"".join(part.rows(TrafficKind.WRITE).tobytes() for part in parts) == rows.tobytes()
    for part in parts:
        assert part.whole or not part.strobes().all(axis=1).any()
    assert all(one.whole != other.whole for one, other in itertools.pairwise(parts))


def test_what_alternates_stays_together():
    rows = some(np.random.default_rng(1), 64)
    rows["strobe"][::2, 5] = False
    (part,) = Transfers.of_rows(rows).parts()
    assert len(part) == len(rows)
    assert not part.whole


def test_no_transfers_at_all():
    (part,) = Transfers.of_rows(some(np.random.default_rng(1), 64, 0)).parts()
    assert len(part) == 0
