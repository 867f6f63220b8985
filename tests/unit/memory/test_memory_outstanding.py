"""Pairing and recording, without a simulator."""

from __future__ import annotations

import numpy as np

from tb.memory.pins.outstanding import Burst, DataBeat, OutstandingTransfers
from tb.memory.pins.recorder import TrafficRecorder
from tb.memory.traffic import TrafficKind
from tests.traffic import rows_of


def beat(value, *, last):
    return DataBeat(bytes([value] * 64), (1 << 64) - 1, last)


def test_data_may_come_before_their_request():
    outstanding = OutstandingTransfers()
    outstanding.early_data.extend((beat(1, last=False), beat(2, last=True), beat(3, last=True)))
    assert outstanding.pair_writes() == []
    first, second = Burst(4, 0x20, 2), Burst(5, 0x100, 1)
    outstanding.addresses.append(first)
    paired = outstanding.pair_writes()
    assert [(item.burst is first, item.index, item.beat.data[0], item.ends) for item in paired] == [
        (True, 0, 1, False),
        (True, 1, 2, True),
    ]
    assert [first.beat_address(item.index, 64) for item in paired] == [0, 0x40]
    outstanding.addresses.append(second)
    assert [item.burst is second for item in outstanding.pair_writes()] == [True]
    assert outstanding.respond(5) is second
    assert outstanding.respond(5) is None
    assert outstanding.respond(4) is first
    assert outstanding.describe() == []


def test_a_burst_ends_at_its_mark_or_its_count():
    outstanding = OutstandingTransfers()
    outstanding.addresses.extend((Burst(0, 0, 3), Burst(1, 0x100, 1), Burst(2, 0x200, 1)))
    outstanding.early_data.extend((beat(0, last=True), beat(1, last=False), beat(2, last=True)))
    assert [(item.burst.axi_id, item.ends) for item in outstanding.pair_writes()] == [(0, True), (1, True), (2, True)]


def test_read_data_belong_to_the_oldest_read_of_their_id():
    outstanding = OutstandingTransfers()
    old, young, other = Burst(1, 0, 2), Burst(1, 0x100, 1), Burst(2, 0x200, 1)
    for burst in (old, young, other):
        outstanding.add_read(burst)
    assert [outstanding.read_beat(axi_id) for axi_id in (1, 2, 1, 1, 1, 7)] == [old, other, old, young, None, None]
    assert old.done == 2


def test_everything_unfinished_is_named():
    outstanding = OutstandingTransfers()
    outstanding.addresses.append(Burst(0, 0x40, 2))
    outstanding.early_data.append(beat(0, last=False))
    outstanding.pair_writes()
    outstanding.add_read(Burst(1, 0x80, 4))
    assert outstanding.describe() == [
        "write id 0 at 0x40: 1 of 2 data beats came",
        "read id 1 at 0x80: 0 of 4 data beats came",
    ]
    outstanding.early_data.append(beat(0, last=True))
    outstanding.pair_writes()
    outstanding.early_data.append(beat(0, last=True))
    assert outstanding.describe() == [
        "1 write data beats without a request",
        "write id 0 at 0x40 has no response",
        "read id 1 at 0x80: 0 of 4 data beats came",
    ]


def test_narrow_buses_are_recorded_too():
    recorder = TrafficRecorder("narrow", 4)
    outstanding = OutstandingTransfers()
    outstanding.addresses.append(Burst(0, 0x106, 2))
    outstanding.early_data.extend((DataBeat(b"abcd", 0b1100, False), DataBeat(b"efgh", 0b1111, True)))
    for written in outstanding.pair_writes():
        recorder.write(0, written)
    rows = rows_of(recorder.take())
    assert rows["address"].tolist() == [0x104, 0x108]
    assert rows["strobe"].tolist() == [[False, False, True, True], [True] * 4]
    assert rows["data"].tobytes() == b"abcdefgh"


def test_batches_hold_what_was_recorded():
    recorder = TrafficRecorder("DBB", 64)
    outstanding = OutstandingTransfers()
    burst = Burst(3, (1 << 64) - 0x60, 2)
    outstanding.addresses.append(burst)
    outstanding.early_data.append(DataBeat(bytes(range(64)), 0xFF << 56 | 1, False))
    recorder.write(1 << 40, outstanding.pair_writes()[0])
    recorder.control(1 << 41, TrafficKind.RESPONSE, burst)
    read = Burst(200, 0x80, 1, done=1)
    recorder.read(1 << 42, read, bytes([7] * 64))
    assert len(recorder) == 3
    batch = recorder.take()
    rows = rows_of(batch)
    assert batch.port == "DBB"
    assert len(batch) == 3
    assert rows["time_ps"].tolist() == [1 << 40, 1 << 41, 1 << 42]
    assert rows["kind"].tolist() == [TrafficKind.WRITE, TrafficKind.RESPONSE, TrafficKind.READ]
    assert rows["axi_id"].tolist() == [3, 3, 200]
    assert rows["beats"].tolist() == [2, 2, 1]
    assert rows["last"].tolist() == [False, True, True]
    assert rows["address"].tolist() == [(1 << 64) - 0x80, (1 << 64) - 0x60, 0x80]
    assert [np.flatnonzero(row).tolist() for row in rows["strobe"][:2]] == [[0, *range(56, 64)], []]
    assert rows["strobe"][2].all()
    assert rows["data"].tolist() == [list(range(64)), [0] * 64, [7] * 64]
    assert batch.kinds[TrafficKind.READ].axi_ids.tolist() == [200]
    assert len(recorder) == len(recorder.take()) == 0
