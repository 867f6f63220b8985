"""Long lines through a memory interface, whose port is served at random, against a copy of the memory in Python."""

import os
from collections import deque

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from tests.sim.nvdla.debug.burst_port import LONGEST_VARIABLE, lines, with_bursts

CONFIG = with_bursts(int(os.environ[LONGEST_VARIABLE]))
PORT = CONFIG.ports["DBB"]
INPUTS = (
    *(f"{side}_line_{name}" for side in ("read", "write") for name in ("valid", "address", "size")),
    *("read_word_ready", "write_word_valid", "write_word"),
    *("awready", "wready", "bvalid", "bid", "arready", "rvalid", "rid", "rdata"),
)
READY, VALID = 0.8, 0.9
"""How often the port and the unit are."""


class Memory:
    """What serves the port: bursts one after the other."""

    def __init__(self, dut, rng):
        self.dut, self.rng = dut, rng
        size = max(address + size for address, size in lines(CONFIG)) + PORT.data_bytes
        self.content = np.frombuffer(rng.bytes(-(-size // PORT.data_bytes) * PORT.data_bytes), np.uint8).copy()
        self.lengths = {"ar": [], "aw": []}
        self._beats, self._bursts, self._responses = deque(), deque(), deque()

    def request(self, channel):
        """A burst's first beat and its length, which must keep the port's rules."""
        address = int(getattr(self.dut, f"{channel}addr").value)
        beats = int(getattr(self.dut, f"{channel}len").value) + 1
        first, boundary = address // PORT.data_bytes, PORT.burst_boundary_bytes // PORT.data_bytes
        assert beats <= PORT.max_burst_beats
        assert first // boundary == (first + beats - 1) // boundary
        self.lengths[channel].append(beats)
        return first, beats

    def sample(self):
        """What passes with this edge."""
        if self.passes("ar"):
            first, beats = self.request("ar")
            self._beats.extend((int(self.dut.arid.value), beat) for beat in range(first, first + beats))
        if self.passes("r"):
            self._beats.popleft()
        if self.passes("aw"):
            self._bursts.append((int(self.dut.awid.value), *self.request("aw")))
        if self.passes("w"):
            self.write()
        if self.passes("b"):
            self._responses.popleft()

    def write(self):
        """A beat of the oldest burst; it is only taken when there is one."""
        axi_id, beat, left = self._bursts.popleft()
        assert int(self.dut.wlast.value) == (left == 1)
        data, strobes = int(self.dut.wdata.value), int(self.dut.wstrb.value)
        for index in range(PORT.data_bytes):
            if strobes >> index & 1:
                self.content[beat * PORT.data_bytes + index] = data >> 8 * index & 0xFF
        if left > 1:
            self._bursts.appendleft((axi_id, beat + 1, left - 1))
        else:
            self._responses.append(axi_id)

    def passes(self, channel):
        valid, ready = (getattr(self.dut, f"{channel}{name}").value for name in ("valid", "ready"))
        return valid == 1 and ready == 1

    def drive(self):
        """What the port shows in the next cycle."""
        dut = self.dut
        for name in ("arready", "awready"):
            getattr(dut, name).value = int(self.rng.random() < READY)
        dut.wready.value = int(bool(self._bursts) and self.rng.random() < READY)
        dut.rvalid.value = int(bool(self._beats) and self.rng.random() < VALID)
        dut.bvalid.value = int(bool(self._responses) and self.rng.random() < VALID)
        if self._beats:
            axi_id, beat = self._beats[0]
            place = beat * PORT.data_bytes
            dut.rid.value = axi_id
            dut.rdata.value = int.from_bytes(self.content[place : place + PORT.data_bytes].tobytes(), "little")
        if self._responses:
            dut.bid.value = self._responses[0]

    @property
    def idle(self):
        return not (self._beats or self._bursts or self._responses)

    async def serve(self):
        while True:
            await RisingEdge(self.dut.clk)
            self.sample()
            await FallingEdge(self.dut.clk)
            self.drive()


async def start(dut):
    """A clock, a reset, and the memory behind the port."""
    Clock(dut.clk, 10, unit="ns").start()
    for name in INPUTS:
        getattr(dut, name).value = 0
    for level in (0, 1):
        dut.reset_n.value = level
        for _ in range(2):
            await FallingEdge(dut.clk)
    memory = Memory(dut, np.random.default_rng(CONFIG.ports["DBB"].max_burst_beats))
    cocotb.start_soon(memory.serve())
    return memory


async def offer(dut, stream, **payload):
    """One transfer of a stream to the memory interface."""
    for name, value in payload.items():
        getattr(dut, name).value = value
    getattr(dut, f"{stream}_valid").value = 1
    await RisingEdge(dut.clk)
    while getattr(dut, f"{stream}_ready").value != 1:
        await RisingEdge(dut.clk)
    await FallingEdge(dut.clk)
    getattr(dut, f"{stream}_valid").value = 0


async def ask(dut, side):
    """Ask for all lines."""
    for address, size in lines(CONFIG):
        atoms = size // CONFIG.atom_bytes
        stream = f"{side}_line"
        await offer(dut, stream, **{f"{stream}_address": address, f"{stream}_size": atoms - 1})


def words(size):
    return -(-size // PORT.data_bytes)


async def take(dut, rng, count):
    """So many words that were read."""
    found = bytearray()
    while count:
        dut.read_word_ready.value = int(rng.random() < READY)
        await RisingEdge(dut.clk)
        if dut.read_word_valid.value == 1 and dut.read_word_ready.value == 1:
            found += int(dut.read_word.value).to_bytes(PORT.data_bytes, "little")
            count -= 1
        await FallingEdge(dut.clk)
    dut.read_word_ready.value = 0
    return found


def end(dut, memory, channel):
    assert max(memory.lengths[channel]) == PORT.max_burst_beats
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=200, timeout_unit="us")
async def long_bursts_are_read(dut):
    memory = await start(dut)
    asked = cocotb.start_soon(ask(dut, "read"))
    for address, size in lines(CONFIG):
        found = await take(dut, memory.rng, words(size))
        np.testing.assert_array_equal(np.frombuffer(found[:size], np.uint8), memory.content[address : address + size])
    await asked
    end(dut, memory, "ar")


@cocotb.test(timeout_time=200, timeout_unit="us")
async def long_bursts_are_written(dut):
    memory = await start(dut)
    expected = memory.content.copy()
    asked = cocotb.start_soon(ask(dut, "write"))
    for address, size in lines(CONFIG):
        data = memory.rng.bytes(words(size) * PORT.data_bytes)
        expected[address : address + size] = np.frombuffer(data[:size], np.uint8)
        for first in range(0, len(data), PORT.data_bytes):
            word = int.from_bytes(data[first : first + PORT.data_bytes], "little")
            await offer(dut, "write_word", write_word=word)
    await asked
    for _ in range(4 * PORT.max_burst_beats):
        await FallingEdge(dut.clk)
    assert memory.idle
    np.testing.assert_array_equal(memory.content, expected)
    end(dut, memory, "aw")
