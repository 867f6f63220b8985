"""Software races: each kind is found, named in both layers and not compared; neighbours race with nobody."""

from dataclasses import replace

import numpy as np
import pytest

from models.memory.footprint import Fetched, Footprint
from models.memory.overlap import overlap
from tests.copier.copies import SIZES, WIDE
from tests.copier.device import CopierDevice
from tests.copier.software import SPACE, copy_of, start

LINE = (1, 1, 4)  # four atoms


@pytest.fixture(params=SIZES, ids=lambda sizes: sizes.name)
def part(request):
    """A device whose memories are known all over where the examples read."""
    return known_part(request.param)


def known_part(sizes):
    device, rng = CopierDevice(sizes), np.random.default_rng(7)
    for memory, base in sizes.memories.items():
        device.load(memory, base, rng.integers(0, 256, 2 * SPACE + 8192, np.uint8))
    return device


def copy(part, *shape, **changes):
    return copy_of(part.copy.sizes, *shape, **changes)


def launched(part, *copies):
    return [start(part, one, launch=number) for number, one in enumerate(copies)]


def care(layer):
    return layer.writes[0].care.all(axis=1).tolist()


def assert_named(what, *layers):
    for layer in layers:
        assert layer.races, f"{layer} does not know of its race"
        assert what in layer.races[0]
        assert all(str(party) in layer.races[0] for party in layers)


def atoms(part, count):
    return count * part.copy.sizes.atom_bytes


def test_read_after_write(part):
    first = copy(part, ("RAM", "SRAM"), LINE)
    second = copy(part, ("SRAM", "RAM"), LINE, at=8192, source_address=first.destination.address)
    one, two = launched(part, first, second)
    assert_named("the former reads what the other writes", two, one)
    assert care(one) == [True] * 4
    assert care(two) == [False] * 4
    assert two.unknown_reads == 0, "a race is not an uninitialised read"


def test_read_after_write_of_a_part(part):
    first = copy(part, ("RAM", "SRAM"), (1, 1, 2))
    second = copy(part, ("SRAM", "RAM"), LINE, at=8192, source_address=first.destination.address)
    _, two = launched(part, first, second)
    assert care(two) == [False, False, True, True]
    region = f"{first.destination.address:#x} to {first.destination.address + atoms(part, 2) - 1:#x}"
    assert f"{first.destination.memory} {region}, copy 0 source [surface 0, line 0, atom 0]" in two.races[0]


def test_write_after_read(part):
    first = copy(part, ("RAM", "SRAM"), LINE)
    second = copy(part, ("SRAM", "RAM"), LINE, at=8192, destination_address=first.source.address)
    one, two = launched(part, first, second)
    assert_named("the former writes what the other reads", two, one)
    assert care(one) == [False] * 4, "what it read is unknown"
    assert care(two) == [True] * 4


def test_write_after_write(part):
    first = copy(part, ("RAM", "SRAM"), (1, 1, 2))
    second = copy(part, ("RAM", "SRAM"), LINE, at=8192, destination_address=first.destination.address)
    one, two = launched(part, first, second)
    assert_named("the former writes what the other writes", two, one)
    assert care(one) == [False, False]
    assert care(two) == [False, False, True, True]


def test_raced_bytes_are_unknown_in_the_end(part):
    first = copy(part, ("RAM", "SRAM"), (1, 1, 2))
    second = copy(part, ("RAM", "SRAM"), LINE, at=8192, destination_address=first.destination.address)
    launched(part, first, second)
    while part.advance():
        pass
    known = part.memories[first.destination.memory].known(first.destination.address, atoms(part, 4))
    assert known.tolist() == [False] * atoms(part, 2) + [True] * atoms(part, 2)


@pytest.mark.parametrize(
    ("what", "changes", "cared"),
    [
        ("writes the same bytes twice", {"destination_line_stride": 0}, [False] * 8),
        ("reads", {"destination_address": "source"}, [False] * 8),
    ],
)
def test_inside_one_operation(part, what, changes, cared):
    places = {name: part.copy.sizes.memories["RAM"] if value == "source" else value for name, value in changes.items()}
    (layer,) = launched(part, copy(part, ("RAM", "RAM"), (1, 2, 4), **places))
    assert_named(what, layer)
    assert care(layer) == cared


def test_between_the_copies_of_a_launch(part):
    first = copy(part, ("RAM", "SRAM"), LINE)
    chained = copy(part, ("SRAM", "RAM"), LINE, at=8192, source_address=first.destination.address)
    same = copy(part, ("RAM", "SRAM"), (1, 1, 1), at=8192, destination_address=first.destination.address)
    layer = start(part, first, same)
    assert_named("writes what copy 0 destination writes", layer)
    assert [stream.care.all(axis=1).tolist() for stream in layer.writes] == [[False, True, True, True], [False]]
    part.advance()
    layer = start(part, first, chained)
    assert_named("writes what copy 1 source reads", layer)
    assert not any(stream.care.any() for stream in layer.writes)


def test_a_load_over_what_is_written_or_read(part):
    transfer = copy(part, ("RAM", "SRAM"), LINE)
    (layer,) = launched(part, transfer)
    part.load(transfer.destination.memory, transfer.destination.address + atoms(part, 1) - 1, np.zeros(2, np.uint8))
    assert "is loaded through the back door while it is written" in layer.races[0]
    assert care(layer) == [False, False, True, True]
    part.load("RAM", transfer.source.address + atoms(part, 4) - 1, np.zeros(1, np.uint8))
    assert "is loaded while it is read" in layer.races[1]
    assert not any(care(layer))


def test_neighbours_do_not_race(part):
    first = copy(part, ("RAM", "SRAM"), LINE)
    size = atoms(part, 4)
    behind = copy(
        part,
        ("SRAM", "RAM"),
        LINE,
        source_address=first.destination.address + size,
        destination_address=first.source.address + size,
    )
    shared = copy(part, ("RAM", "RAM"), LINE, at=16384, source_address=first.source.address)
    layers = launched(part, first, behind) + launched(part, shared)  # two may read the same
    part.load(first.destination.memory, first.destination.address - 1, np.zeros(1, np.uint8))
    part.load(first.destination.memory, first.destination.address + 2 * size, np.zeros(1, np.uint8))
    assert all(layer.races == [] for layer in layers)
    assert all(stream.care.all() for layer in layers for stream in layer.writes)


def test_the_same_addresses_of_another_memory_are_free():
    part = known_part(WIDE)
    first = copy(part, ("RAM", "SRAM"), LINE)
    other_port = copy(part, ("RAM", "RAM"), LINE, at=8192, destination_address=first.destination.address)
    assert all(layer.races == [] for layer in launched(part, first, other_port))


def test_what_lies_between_the_lines_is_free(part):
    lines = copy(part, ("RAM", "SRAM"), (1, 3, 1), gap_atoms=1)
    between = copy(
        part,
        ("RAM", "SRAM"),
        (1, 2, 1),
        gap_atoms=1,
        destination_address=lines.destination.address + lines.destination.line_stride // 2,
    )
    assert all(layer.races == [] for layer in launched(part, lines, between))


def test_an_ended_layer_races_with_nobody(part):
    first = copy(part, ("RAM", "SRAM"), LINE)
    launched(part, first)
    part.advance()
    second = copy(part, ("SRAM", "RAM"), LINE, at=8192, source_address=first.destination.address)
    (layer,) = launched(part, second)
    part.load(first.destination.memory, first.destination.address + SPACE, np.zeros(1, np.uint8))
    assert layer.races == []


def test_only_owned_bytes_count_as_uninitialised(part):
    one = copy(part, ("RAM", "SRAM"), (1, 2, 3), gap_atoms=1)
    beside = one.source.address + 3 * part.copy.sizes.atom_bytes
    part.memories["RAM"].write(beside, bytes(5), np.zeros(5, np.bool_))
    assert start(part, one).unknown_reads == 0, "what lies beside an atom in its beat does not matter"
    hole = copy(part, ("RAM", "SRAM"), (1, 2, 3), at=8192)
    part.memories["RAM"].write(hole.source.address, bytes(5), np.zeros(5, np.bool_))
    layer = start(part, hole)
    assert layer.unknown_reads == 5
    assert np.count_nonzero(~layer.writes[0].care) == 5


def test_what_is_fetched_beside_owned_bytes_need_not_be_known():
    owned = np.array([[True, True, False, False]])
    fetched = Fetched(chunks([0], 4, owned), np.zeros((1, 4), np.uint8), np.ones((1, 4), np.bool_))
    fetched.forget(~owned)
    assert fetched.settled
    fetched.forget(owned)
    assert not fetched.settled
    assert not replace(fetched, where=chunks([0], 4)).settled


class Anywhere:
    """A layout without coordinates."""

    def coordinates(self, address):
        return f"[{address:#x}]"


def chunks(starts, chunk_bytes, owned=None):
    return Footprint("RAM", 0, np.array(starts, np.uint64), chunk_bytes, "some", Anywhere(), owned)


def bytes_met(one, other):
    flags = overlap(one, other)
    if flags is None:
        return set()
    return {int(one.addresses[chunk]) + int(offset) for chunk, offset in zip(*np.nonzero(flags), strict=True)}


def owned_bytes(where):
    flags = np.ones((len(where.addresses), where.chunk_bytes), bool) if where.owned is None else where.owned
    return {
        int(start) + offset
        for start, mine in zip(where.addresses, flags, strict=True)
        for offset in range(where.chunk_bytes)
        if mine[offset]
    }


def test_chunks_of_other_sizes_meet():
    large, small = chunks([0], 128), chunks([0x40], 32)
    assert bytes_met(large, small) == set(range(0x40, 0x60)) == bytes_met(small, large)
    assert overlap(large, chunks([0x80], 32)) is None


@pytest.mark.parametrize("seed", range(20))
def test_bytes_meet_as_sets_say(seed):
    rng = np.random.default_rng(seed)

    def drawn():
        size = int(rng.choice([8, 32, 128]))
        starts = rng.choice(40, int(rng.integers(1, 12)), replace=bool(rng.integers(2))) * size
        owned = rng.random((len(starts), size)) < 0.5 if rng.integers(2) else None
        return chunks(starts, size, owned)

    one, other = drawn(), drawn()
    assert bytes_met(one, other) == owned_bytes(one) & owned_bytes(other)


def test_nothing_meets_on_another_port_or_where_there_is_nothing():
    there = chunks([0], 32)
    assert overlap(there, replace(there, port="SRAM")) is None
    assert overlap(there, chunks([], 32)) is None
    assert overlap(chunks([], 32), there) is None
