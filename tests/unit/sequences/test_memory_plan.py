"""The memory plan: surfaces anywhere in the address space, apart from each other, or where somebody says."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from sequences.memory_plan import RED_ZONE_BYTES, MemoryPlan
from sequences.traces.txn.space import TraceSpace
from tests.made_devices import made_map
from tests.sim.memory.axi_test_port import PORT


def port(name, base, size_bytes, address_bits):
    return replace(PORT, name=name, base=base, limit=base + size_bytes, address_bits=address_bits)


LARGE = {"RAM": port("RAM", 0x8000_0000, 1 << 30, 64), "SRAM": port("SRAM", 0x5000_0000, 1 << 20, 64)}
SMALL = {"RAM": port("RAM", 0x8000_0000, 1 << 30, 32)}


@pytest.fixture(params=[LARGE, SMALL], ids=["large", "small"])
def ports(request):
    return request.param


class SilentHost:
    """Takes loads."""

    def __init__(self):
        self.loads = []

    def load(self, port, address, data):
        self.loads.append((port, address, data))


def plan_of(ports=LARGE, seed=1, conventional=False):
    return MemoryPlan(ports, np.random.default_rng(seed), conventional=conventional)


def ends_of(port, conventional):
    return (port.base, port.limit) if conventional else (0, 1 << port.address_bits)


@pytest.mark.parametrize("conventional", [False, True])
def test_surfaces_are_apart_and_aligned_and_all_around_is_filled(ports, conventional):
    plan, host = plan_of(ports, conventional=conventional), SilentHost()
    placed = []
    for size in (1, 32, 500, 4096) * 50:
        for port in ports:
            surface = plan.allocate(port, size, 64)
            plan.fill(host, surface)
            placed.append(surface)
            assert surface.address % 64 == 0
            low, high = ends_of(ports[port], conventional)
            start, end = max(low, surface.address - RED_ZONE_BYTES), min(high, surface.end + RED_ZONE_BYTES)
            assert host.loads[-1][:2] == (port, start)
            assert len(host.loads[-1][2]) == end - start
    for port in ports:
        mine = sorted((item for item in placed if item.port == port), key=lambda item: item.address)
        assert all(other.address - one.end >= RED_ZONE_BYTES for one, other in pairwise(mine))


def test_addresses_use_all_bits_and_both_ends(ports):
    plan, bits = plan_of(ports), ports["RAM"].address_bits
    addresses = [plan.allocate("RAM", 64, 32).address for _ in range(3000)]
    assert {address.bit_length() for address in addresses} >= set(range(16, bits + 1))
    assert 0 in addresses
    assert (1 << bits) - 64 in addresses
    assert all(any(address >> bit & 1 for address in addresses) for bit in range(5, bits))


def test_surfaces_lie_across_the_borders_of_the_upper_word(ports):
    plan = plan_of(ports)
    surfaces = [plan.allocate("RAM", 4096, 32) for _ in range(3000)]
    across = {item.end >> 32 for item in surfaces if item.address >> 32 != (item.end - 1) >> 32}
    assert across >= {1 << bit for bit in range(ports["RAM"].address_bits - 32)}


def test_of_a_surface_with_wide_gaps_only_the_pieces_are_filled():
    plan, host = plan_of(), SilentHost()
    surface = plan.allocate("RAM", 1 << 34, 32, at=1 << 32)
    plan.fill(host, surface, [(0, 64), (512, 64), (1 << 33, 96)])
    first = surface.address - RED_ZONE_BYTES
    places = [(first, 512 + 64 + 2 * RED_ZONE_BYTES), (first + (1 << 33), 96 + 2 * RED_ZONE_BYTES)]
    assert [(address, len(data)) for _, address, data in host.loads] == places


def test_neighbours_are_drawn_too(ports):
    plan, port = plan_of(ports), list(ports)[-1]
    ends = sorted((item.address, item.end) for item in (plan.allocate(port, 4096, 32) for _ in range(300)))
    gaps = [after[0] - before[1] for before, after in pairwise(ends)]
    assert sum(gap < 1 << 14 for gap in gaps) > 30


def test_conventional_addresses_tell_their_memory(ports):
    plan = plan_of(ports, conventional=True)
    space = TraceSpace(registers=made_map("toy"), ports=ports, word_bits=10)
    for port in ports:
        for _ in range(300):
            assert space.port_at(plan.allocate(port, 64, 32).address).name == port


def test_a_given_address_is_taken_or_refused_with_the_reason():
    plan = plan_of()
    assert plan.allocate("RAM", 512, 32, at=0x1_0000).address == 0x1_0000
    for at, why in (
        (0x1_0010, "no multiple of 32"),
        (0x1_0100, "closer than 256 bytes"),
        (-32, "at is -32: write a whole number from 0 to "),
    ):
        with pytest.raises(ValueError, match=why):
            plan.allocate("RAM", 512, 32, at=at)
    with pytest.raises(ValueError, match="no memory is called 'MC'; there are RAM, SRAM"):
        plan.allocate("MC", 512, 32)


def test_what_is_freed_is_given_again():
    plan = plan_of()
    surface = plan.allocate("RAM", 512, 32, at=0x1_0000)
    plan.free(surface)
    assert plan.allocate("RAM", 1024, 32, at=0x1_0000).size_bytes == 1024


def test_a_surface_without_room_is_an_error_that_says_what_to_do():
    plan = plan_of(conventional=True)
    with pytest.raises(MemoryError, match="SRAM: no room for 1073741824 more bytes; free surfaces"):
        plan.allocate("SRAM", 1 << 30, 32)
