"""Which requests memories answer with an error, and what they are told of it."""

from dataclasses import replace

import numpy as np
import pytest

from models.memory.signals import standard_signals
from models.memory.sparse import SparseMemory
from tb.memory.axi import BurstKind, BurstShape, Response, burst_shape, shape_of
from tb.memory.hdl.commands import error_words
from tb.memory.pins.outstanding import Burst, DataBeat, WriteBeat
from tb.memory.profile import ERROR_RANGES, FAST, PROFILES, ErrorRange, MemoryProfile
from tb.memory.python.dice import MemoryDice
from tb.memory.python.read_server import ReadServer
from tb.memory.python.write_server import WriteServer
from tests.sim.memory.axi4_ports import axi4_port
from tests.sim.memory.axi_test_port import PORT
from tests.unit.memory.port_log import config

BEAT = 8
WHOLE = (1 << BEAT) - 1
FULL = BurstShape(3)


def dice(seed=1):
    return MemoryDice(np.random.default_rng(seed))


def write(server, burst, beats=1):
    for index in range(beats):
        ends = index == beats - 1
        server.take(WriteBeat(burst, index, DataBeat(bytes([9] * BEAT), WHOLE, ends), ends), 0)


def test_no_profile_of_npuvm_has_errors():
    assert not any(profile.errors for profile in PROFILES.values())


@pytest.mark.parametrize(
    ("shape", "response"),
    [
        (FULL, Response.OKAY),
        (BurstShape(0), Response.OKAY),
        (BurstShape(3, BurstKind.FIXED), Response.OKAY),
        (BurstShape(3, exclusive=True), Response.OKAY),
        (BurstShape(3, BurstKind.WRAP), Response.SLVERR),
        (BurstShape(3, BurstKind.RESERVED), Response.SLVERR),
        (BurstShape(4), Response.SLVERR),
    ],
)
def test_what_is_not_served_is_answered_and_does_nothing(shape, response):
    memory = SparseMemory()
    writes, reads = WriteServer(memory, FAST, dice(), BEAT), ReadServer(memory, FAST, dice(), BEAT)
    write(writes, Burst(1, 64, 2, 0, shape), 2)
    assert writes.next_response(0).response is response
    assert bool(memory.page_count) is (response is Response.OKAY)
    reads.add(Burst(1, 64, 2, 0, shape), 0)
    beats = [reads.next_beat(cycle) for cycle in range(2)]
    assert [beat.response for beat in beats] == [response] * 2
    assert [beat.last for beat in beats] == [False, True]
    assert any(beats[0].data) is (response is Response.OKAY)


def test_an_address_has_the_error_of_its_first_range():
    ranges = (ErrorRange(64, 128, Response.SLVERR), ErrorRange(0, 256), ErrorRange(512, 513))
    profile = MemoryProfile(error_ranges=ranges)
    found = [profile.answer_at(address) for address in (0, 63, 64, 127, 128, 255, 256, 511, 512, 513)]
    decode, slave, okay = Response.DECERR, Response.SLVERR, Response.OKAY
    assert found == [decode, decode, slave, slave, decode, decode, okay, okay, decode, okay]


def test_errors_by_chance_are_drawn_for_each_write_and_each_read_beat():
    profile = MemoryProfile(error_rate=0.25)
    writes, reads = (server(SparseMemory(), profile, dice(), BEAT) for server in (WriteServer, ReadServer))
    found = []
    for number in range(2000):
        write(writes, Burst(0, BEAT * number, 2, 0, FULL), 2)
        found.append(writes.next_response(number).response)
    assert found.count(Response.SLVERR) == pytest.approx(500, abs=80)
    reads.add(Burst(0, 0, 256, 0, FULL), 0)
    found = [reads.next_beat(cycle).response for cycle in range(256)]
    assert found.count(Response.SLVERR) == pytest.approx(64, abs=25)


def test_responses_of_one_id_keep_the_order_of_its_writes():
    profile = MemoryProfile(
        response_reorder=1.0, error_ranges=(ErrorRange(0, 64, Response.SLVERR), ErrorRange(64, 128))
    )
    for seed in range(20):
        server = WriteServer(SparseMemory(), profile, dice(seed), BEAT)
        rng, asked, answered = np.random.default_rng(seed), {0: [], 1: []}, {0: [], 1: []}
        for _ in range(30):
            axi_id, place = (int(value) for value in rng.integers((2, 3)))
            write(server, Burst(axi_id, 64 * place, 1, 0, FULL))
            asked[axi_id].append((Response.SLVERR, Response.DECERR, Response.OKAY)[place])
        while answer := server.next_response(0):
            answered[answer.axi_id].append(answer.response)
        assert answered == asked


def test_the_words_for_an_hdl_memory():
    ranges = (ErrorRange(0x1_0000_0004, 0x1_0000_0008, Response.SLVERR), ErrorRange(0, 1 << 64))
    words = list(error_words(MemoryProfile(error_rate=0.5, error_ranges=ranges)))
    assert words == [1 << 31, 2, 1, 4, 1, 7, 2, 0, 0, 0xFFFF_FFFF, 0xFFFF_FFFF, 3]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ErrorRange(8, 8), "error range from 0x8 to 0x8: expected 0 <= first < limit"),
        (lambda: ErrorRange(-1, 8), "expected 0 <= first < limit"),
        (lambda: ErrorRange(0, 8, Response.EXOKAY), "expected Response.SLVERR or Response.DECERR"),
        (lambda: MemoryProfile(error_rate=2), "error_rate is 2, expected 0 to 1"),
        (lambda: MemoryProfile(error_ranges=((0, 8),)), r"error_ranges .*ErrorRange\(first, limit, response\)"),
        (lambda: MemoryProfile(error_ranges=(ErrorRange(0, 8),) * (ERROR_RANGES + 1)), "has 9, expected at most 8"),
        (
            lambda: replace(config(), profile=MemoryProfile(error_rate=0.1)),
            "port MEM has no bresp: its memory's profile can have no errors",
        ),
        (lambda: replace(config(), port=replace(PORT, id_bits=0)), "port MEM: id_bits is 0, and awid is there"),
        (
            lambda: replace(
                config(), port=replace(axi4_port(8), signals=standard_signals("", without=("arlen", "rlast")))
            ),
            "port AXI: len_bits is 8, and arlen is not",
        ),
        (lambda: replace(config(), port=replace(PORT, data_bytes=48)), "data_bytes is 48, expected one of"),
        (lambda: replace(config(), port=replace(PORT, id_bits=17)), "id_bits is 17, expected at most 16"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(make, text):
    with pytest.raises(ValueError, match=text):
        make()


def test_a_shape_and_its_code():
    shapes = [
        BurstShape(size, kind, exclusive)
        for size in (None, *range(8))
        for kind in BurstKind
        for exclusive in (False, True)
    ]
    assert len({shape.code for shape in shapes}) == len(shapes)
    for shape in shapes:
        assert shape_of(shape.code) == shape
    assert burst_shape(2, 1, 0) is burst_shape(2, 1, 0)
