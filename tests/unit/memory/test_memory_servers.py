"""The order in which a memory answers, without a simulator."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from models.memory.sparse import SparseMemory
from tb.memory.pins.outstanding import Burst, DataBeat, WriteBeat
from tb.memory.profile import FAST, HARSH, MemoryProfile
from tb.memory.python.dice import MemoryDice
from tb.memory.python.read_server import ReadServer
from tb.memory.python.write_server import WriteServer

BEAT = 64
WHOLE = (1 << BEAT) - 1


def dice(seed=1):
    return MemoryDice(np.random.default_rng(seed))


def numbered_memory():
    """Every beat of the first 64 KiB holds its own number."""
    memory = SparseMemory()
    memory.write(0, np.arange(1024, dtype="<u8").repeat(BEAT // 8).view(np.uint8))
    return memory


def serve(profile, bursts, cycles, seed=1):
    """(cycle, id, beat number, last) of everything given; all requests come in cycle 0."""
    server = ReadServer(numbered_memory(), profile, dice(seed), BEAT)
    for burst in bursts:
        server.add(burst, 0)
    given = []
    for cycle in range(cycles):
        beat = server.next_beat(cycle)
        if beat is not None:
            given.append((cycle, beat.axi_id, int.from_bytes(beat.data[:8], "little"), beat.last))
    assert not server.pending
    return given


def random_bursts(seed, count=100):
    rng = np.random.default_rng(seed)
    return [Burst(int(rng.integers(4)), 256 * number, int(rng.integers(1, 5))) for number in range(count)]


def test_fast_gives_a_beat_a_cycle_in_request_order():
    bursts = random_bursts(0)
    given = serve(FAST, bursts, 500)
    expected = [(b.axi_id, b.address // BEAT + i, i == b.beats - 1) for b in bursts for i in range(b.beats)]
    assert [item[1:] for item in given] == expected
    assert [cycle for cycle, *_ in given] == list(range(len(given)))


def test_late_ids_are_overtaken():
    profile = MemoryProfile(read_latency=(2, 2), late_ids=frozenset((1,)), late_cycles=40, read_reorder=1.0)
    given = serve(profile, [Burst(1, 0, 1), Burst(2, 256, 2), Burst(1, 512, 1)], 100)
    assert [(cycle, axi_id) for cycle, axi_id, *_ in given] == [(2, 2), (3, 2), (42, 1), (43, 1)]


def test_late_responses_are_overtaken():
    profile = MemoryProfile(late_ids=frozenset((1,)), late_cycles=40, response_reorder=1.0)
    server = WriteServer(SparseMemory(), profile, dice(), BEAT)
    for axi_id in (1, 2, 2):
        server.take(WriteBeat(Burst(axi_id, 0, 1), 0, DataBeat(bytes(BEAT), WHOLE, True), True), 0)
    given = [(cycle, answer.axi_id) for cycle in range(60) if (answer := server.next_response(cycle)) is not None]
    assert given == [(0, 2), (1, 2), (40, 1)]


def test_harsh_keeps_the_order_of_each_id_only():
    bursts = random_bursts(1)
    given = serve(HARSH, bursts, 2000)
    expected, got = {}, {}
    for burst in bursts:
        for index in range(burst.beats):
            beat = (burst.address // BEAT + index, index == burst.beats - 1)
            expected.setdefault(burst.axi_id, []).append(beat)
    for _, axi_id, number, last in given:
        got.setdefault(axi_id, []).append((number, last))
    assert got == expected
    ends = [number for _, _, number, last in given if last]
    assert ends != sorted(ends)
    splits = [not one[3] and one[1] != two[1] for one, two in pairwise(given)]
    assert sum(splits) > 20


def test_reordering_without_interleaving_keeps_bursts_whole():
    given = serve(MemoryProfile(read_reorder=1.0), random_bursts(2), 1000)
    assert all(one[3] or one[1] == two[1] for one, two in pairwise(given))
    ends = [number for _, _, number, last in given if last]
    assert ends != sorted(ends)


def test_same_seed_same_order():
    one, two, other = (serve(HARSH, random_bursts(3), 2000, seed) for seed in (5, 5, 6))
    assert one == two != other


def test_read_latency_is_kept():
    first = [serve(MemoryProfile(read_latency=(10, 12)), [Burst(0, 0, 1)], 20, seed)[0][0] for seed in range(40)]
    assert set(first) == {10, 11, 12}


def test_data_are_what_memory_holds_when_the_beat_is_given():
    memory = numbered_memory()
    server = ReadServer(memory, FAST, dice(), BEAT)
    server.add(Burst(0, 0, 2), 0)
    server.next_beat(0)
    memory.write(BEAT, b"\xee" * BEAT)
    assert server.next_beat(1).data == b"\xee" * BEAT


def test_unaligned_read_begins_at_its_beat():
    server = ReadServer(numbered_memory(), FAST, dice(), BEAT)
    server.add(Burst(0, 5 * BEAT + 32, 2), 0)
    assert [int.from_bytes(server.next_beat(cycle).data[:8], "little") for cycle in range(2)] == [5, 6]


def written(axi_id, address=0, data=bytes(BEAT), strobe=WHOLE, ends=True):
    return WriteBeat(Burst(axi_id, address, 1), 0, DataBeat(data, strobe, ends), ends)


def answer(profile, ids, seed=1):
    server = WriteServer(SparseMemory(), profile, dice(seed), BEAT)
    for axi_id in ids:
        server.take(written(axi_id), 0)
    answers = [server.next_response(cycle) for cycle in range(500)]
    assert not server.pending
    return [answer.axi_id for answer in answers if answer is not None]


def test_responses_come_in_order_or_not_as_the_knob_says():
    ids = list(range(50))
    assert answer(MemoryProfile(response_latency=(0, 40)), ids) == ids
    shuffled = answer(HARSH, ids)
    assert shuffled != ids
    assert sorted(shuffled) == ids


def test_only_the_last_beat_is_answered():
    server = WriteServer(SparseMemory(), FAST, dice(), BEAT)
    server.take(written(1, ends=False), 0)
    assert not server.pending
    server.take(written(1), 0)
    assert server.next_response(0).axi_id == 1


def test_held_responses_wait():
    server = WriteServer(SparseMemory(), FAST, dice(), BEAT)
    server.take(written(3), 0)
    server.holding = True
    assert all(server.next_response(cycle) is None for cycle in range(100))
    server.holding = False
    assert server.next_response(100).axi_id == 3


def test_strobes_choose_the_bytes():
    rng = np.random.default_rng(0)
    memory, model = SparseMemory(), {}
    server = WriteServer(memory, FAST, dice(), BEAT)
    strobes = [0, 1, WHOLE, WHOLE << 32 & WHOLE, 1 << 63, 0xAAAA_AAAA_AAAA_AAAA]
    strobes += [int.from_bytes(rng.bytes(8), "little") for _ in range(50)]
    for strobe in strobes:
        address, data = 32 * int(rng.integers(16)), rng.bytes(BEAT)
        server.take(written(0, address, data, strobe), 0)
        base = address - address % BEAT
        model.update({base + index: data[index] for index in range(BEAT) if strobe >> index & 1})
        assert {int(i): int(memory.read(int(i), 1)[0]) for i in np.flatnonzero(memory.known(0, 1024))} == model
