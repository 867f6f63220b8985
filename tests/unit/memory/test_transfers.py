"""Transfers as columns hold what their rows hold, and cut into parts they are still the same."""

import itertools

import numpy as np
import pytest

from tb.memory.traffic import TrafficKind
from tests.traffic import row_dtype, rows_of_kind, transfers_of


def some(rng, data_bytes, count=300, whole=1.0):
    """Random rows; of the beats so many are written whole."""
    rows = np.zeros(count, row_dtype(data_bytes))
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
    columns = transfers_of(rows)
    assert rows_of_kind(TrafficKind.WRITE, columns).tobytes() == rows.tobytes()
    assert (columns.strobes() == rows["strobe"]).all()
    assert columns.whole == rows["strobe"].all()
    assert columns.in_part().tolist() == np.flatnonzero(~rows["strobe"].all(axis=1)).tolist()
    chosen = rows["last"]
    assert rows_of_kind(TrafficKind.WRITE, columns[chosen]).tobytes() == rows[chosen].tobytes()


@pytest.mark.parametrize("data_bytes", [4, 64, 128])
@pytest.mark.parametrize("seed", range(4))
def test_parts_are_all_of_them_in_order(data_bytes, seed):
    rng = np.random.default_rng(seed)
    rows = some(rng, data_bytes, 2000)
    first, other = (int(index) for index in rng.integers(1, 900, 2))
    rows["strobe"][first : first + 3, 1] = False
    rows["strobe"][1000 + other, 0] = False
    parts = list(transfers_of(rows).parts())
    assert [len(part) for part in parts] == [first, 3, 997 + other - first, 1, 999 - other]
    assert b"".join(rows_of_kind(TrafficKind.WRITE, part).tobytes() for part in parts) == rows.tobytes()
    for part in parts:
        assert part.whole or not part.strobes().all(axis=1).any()
    assert all(one.whole != other.whole for one, other in itertools.pairwise(parts))


def test_what_alternates_stays_together():
    rows = some(np.random.default_rng(1), 64)
    rows["strobe"][::2, 5] = False
    (part,) = transfers_of(rows).parts()
    assert len(part) == len(rows)
    assert not part.whole


def test_no_transfers_at_all():
    (part,) = transfers_of(some(np.random.default_rng(1), 64, 0)).parts()
    assert len(part) == 0
