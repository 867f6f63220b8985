"""Python's side of an HDL memory: commands, the copy of its bytes, and the top level that has it."""

from types import SimpleNamespace

import numpy as np
import pytest

from models.memory.sparse import PAGE_BYTES, SparseMemory
from tb.memory.hdl.commands import Command, HdlCommands
from tb.memory.hdl.memory import HdlMemory, HdlMemoryFullError
from tb.runner.memory_top import HdlMemories, top_level
from tests.sim.memory.axi_test_port import PORT, test_master_pins
from tests.traffic import row_dtype, transfers_of


class FakeSignal:
    def __init__(self, value):
        self.value = value


class Resolvable(int):
    is_resolvable = True


@pytest.fixture
def pins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return SimpleNamespace(name="mem", commands=FakeSignal(0), done=FakeSignal(Resolvable(0)), pages=FakeSignal(4))


class HdlStandIn:
    """Does what the commands in the file say, as the SystemVerilog does."""

    def __init__(self, pins):
        self.pins, self.memory, self.zeroed = pins, SparseMemory(), None

    def carry_out(self):
        words = np.fromfile("mem_commands.bin", ">u4").tolist()
        raw = np.fromfile("mem_commands.bin", np.uint8)
        at, size = 0, PORT.data_bytes
        while words[at] != Command.END:
            command, at = words[at], at + 1
            if command == Command.CLEAR:
                self.memory.clear()
                self.zeroed, at = words[at], at + 1
                continue
            address, at = words[at] << 32 | words[at + 1], at + 2
            assert address % size == 0
            if command == Command.LOAD:
                beats, at = words[at], at + 1
                assert address // PAGE_BYTES == (address + beats * size - 1) // PAGE_BYTES
                self.memory.write(address, raw[4 * at :][: beats * size].reshape(-1, size)[:, ::-1].reshape(-1))
                at += beats * size // 4
            else:
                strobe, at = words[at] | words[at + 1] << 32, at + 2
                beat = raw[4 * at :][:size][::-1]
                for byte in range(size):
                    if strobe >> byte & 1:
                        self.memory.write(address + byte, beat[byte : byte + 1])
                at += size // 4
        self.pins.done.value = Resolvable(self.pins.commands.value)


@pytest.mark.parametrize("address", [0, 64, 32, 4095, 0x1_0000_0FC1])
@pytest.mark.parametrize("size", [1, 31, 64, 200, 4096, 9000])
def test_a_load_stores_every_byte_and_no_other(pins, address, size):
    data = np.random.default_rng(1).integers(0, 256, size, np.uint8)
    commands, hdl = HdlCommands(pins, PORT), HdlStandIn(pins)
    commands.load(address, data)
    hdl.carry_out()
    around, known = hdl.memory.read_known(max(0, address - 64), size + 128)
    start = address - max(0, address - 64)
    assert np.array_equal(around[start : start + size], data)
    assert known.sum() == size


def test_commands_of_one_time_step_are_all_carried_out_and_none_twice(pins):
    commands, hdl = HdlCommands(pins, PORT), HdlStandIn(pins)
    commands.load(0, np.full(8, 1, np.uint8))
    commands.clear()
    commands.load(8, np.full(8, 2, np.uint8))
    hdl.carry_out()
    assert hdl.memory.known(0, 16).tolist() == [False] * 8 + [True] * 8
    commands.load(16, np.full(8, 3, np.uint8))
    hdl.memory.clear()
    hdl.carry_out()
    assert hdl.memory.known(0, 24).tolist() == [False] * 16 + [True] * 8


def writes(*rows):
    """Write beats, each of address, value, first and last-but-one byte that the strobe selects."""
    beats = np.zeros(len(rows), row_dtype(PORT.data_bytes))
    for beat, (address, value, start, stop) in zip(beats, rows, strict=True):
        beat["address"], beat["data"] = address, value
        beat["strobe"][start:stop] = True
    return transfers_of(beats)


@pytest.mark.parametrize("cut", [64, 32, 1])
def test_the_copy_takes_strobed_bytes_in_order(cut):
    memory = HdlMemory()
    memory.observe(writes((0, 1, 0, 64), (64, 2, 0, cut), (0, 3, 64 - cut, 64)))
    data, known = memory.read_known(0, 128)
    expected = [1] * (64 - cut) + [3] * cut + [2] * cut
    assert data[known].tolist() == expected
    assert known.sum() == len(expected)


@pytest.mark.parametrize("seed", range(4))
def test_the_copy_takes_long_batches_like_single_beats(seed):
    """Lines of whole beats, with a beat in part at their ends now and then, and addresses that come again."""
    rng, at_once, one_by_one = np.random.default_rng(seed), HdlMemory(), SparseMemory()
    rows = []
    for _ in range(5):
        first, beats = 64 * int(rng.integers(200)), int(rng.integers(200, 300))
        rows += [(first + 64 * beat, int(rng.integers(256)), 0, 64) for beat in range(beats)]
        if rng.random() < 0.7:
            rows[-1] = (*rows[-1][:3], 32)
    at_once.observe(writes(*rows))
    for address, value, start, stop in rows:
        one_by_one.write(address + start, bytes([value]) * (stop - start))
    got, expected = (
        [(at, data.tobytes(), known.tobytes()) for at, data, known in memory.pages()]
        for memory in (at_once, one_by_one)
    )
    assert got == expected


def test_loads_reach_both_and_a_full_memory_says_what_to_do(pins):
    commands, hdl, memory = HdlCommands(pins, PORT), HdlStandIn(pins), HdlMemory()
    memory.write(100, bytes([5]))
    caught_up = []
    memory.connect("MEM", commands, pins, lambda: caught_up.append(1))
    memory.write(PAGE_BYTES, bytes([6]))
    memory.write(2 * PAGE_BYTES, bytes([7]))
    hdl.carry_out()
    assert [hdl.memory.read(address, 1)[0] for address in (100, PAGE_BYTES, 2 * PAGE_BYTES)] == [5, 6, 7]
    assert caught_up
    assert hdl.zeroed == 0
    with pytest.raises(HdlMemoryFullError, match=r"MEM: no room for 1 bytes at 0x3000: .* MEMORY_MB, or use MEMORY=py"):
        memory.write(3 * PAGE_BYTES, bytes([8]))


def test_a_zeroed_memory_says_so_whenever_it_is_cleared(pins):
    hdl, memory = HdlStandIn(pins), HdlMemory(zeroed=True)
    memory.connect("MEM", HdlCommands(pins, PORT), pins, lambda: None)
    hdl.carry_out()
    assert hdl.zeroed == 1
    hdl.zeroed = None
    memory.clear()
    hdl.carry_out()
    assert hdl.zeroed == 1


def test_the_top_level_keeps_every_pin_name():
    memories = HdlMemories(ports=(PORT,), clock="clk", resets=("rst_n", "other_n"), size_bytes=1 << 20)
    text = top_level("outer", "inner", test_master_pins(), memories, {})
    header, body = text.split(");", 1)
    for pin in test_master_pins():
        inside = pin.name.startswith("mem_")
        assert (f" {pin.name}" in header) is not inside
        assert f".{pin.name}({pin.name})" in body
    assert ".reset_n(rst_n & other_n)" in body
    assert ".PAGES(256)" in body
    assert ".wdata(mem_w_wdata)" in body


def test_zeros_that_a_zeroed_memory_holds_anyway_take_no_room(pins):
    commands, hdl, memory = HdlCommands(pins, PORT), HdlStandIn(pins), HdlMemory(zeroed=True)
    memory.write(0, bytes(2 * PAGE_BYTES))
    memory.connect("MEM", commands, pins, lambda: None)
    memory.write(2 * PAGE_BYTES, bytes(100 * PAGE_BYTES))
    memory.write(PAGE_BYTES, bytes([5, 0]))
    memory.write(PAGE_BYTES, bytes([0, 6]))
    memory.observe(writes((4 * PAGE_BYTES, 7, 0, 64)))
    memory.write(4 * PAGE_BYTES, bytes(2))
    hdl.carry_out()
    assert sorted(address for address, _, _ in hdl.memory.pages()) == [PAGE_BYTES, 4 * PAGE_BYTES]
    assert [hdl.memory.read(address, 2).tolist() for address in (PAGE_BYTES, 4 * PAGE_BYTES)] == [[0, 6], [0, 0]]
    memory.write(8 * PAGE_BYTES, bytes([1]))
    with pytest.raises(HdlMemoryFullError, match="no room for 1 bytes at 0x9000"):
        memory.write(9 * PAGE_BYTES, bytes([1]))


def test_of_a_memory_that_is_not_zeroed_all_zeros_are_loaded(pins):
    commands, hdl, memory = HdlCommands(pins, PORT), HdlStandIn(pins), HdlMemory()
    memory.connect("MEM", commands, pins, lambda: None)
    memory.write(0, bytes(3))
    hdl.carry_out()
    assert hdl.memory.known(0, 4).tolist() == [True] * 3 + [False]
