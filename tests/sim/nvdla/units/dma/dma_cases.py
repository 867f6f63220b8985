"""The DMA front ends alone: the pytest beside this file reads what passed them after the simulation."""

from dataclasses import replace

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge

from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.dma.dma_requests import ROUNDS, long_requests, random_requests

SIDES = ("read", "write")
HW = chosen_hardware()
ADDRESS_BITS = next(iter(HW.ports.values())).address_bits


async def start(dut, *, seed, pauses):
    """A clock and a reset."""
    Clock(dut.clk, 10, unit="ns").start()
    dut.reset_n.value, dut.seed.value, dut.pauses.value = 0, seed, pauses
    dut.stray.value, dut.stall_enable.value, dut.stall_clear.value = 0, 1, 0
    for side in SIDES:
        getattr(dut, f"{side}_request_valid").value = 0
    await ClockCycles(dut.clk, 2)
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1


async def give(dut, side, requests):
    """Give a front end requests, each as soon as the one before is taken."""
    valid, ready = getattr(dut, f"{side}_request_valid"), getattr(dut, f"{side}_request_ready")
    for request in requests:
        getattr(dut, f"{side}_request").value = request.packed(ADDRESS_BITS)
        valid.value = 1
        await FallingEdge(dut.clk)
        while ready.value != 1:
            await RisingEdge(ready)
            await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
    valid.value = 0


async def play(dut, requests):
    """Let both front ends work through their requests, and wait until all words and answers are there."""
    given = [cocotb.start_soon(give(dut, side, requests[number])) for number, side in enumerate(SIDES)]
    for task in given:
        await task
    await ClockCycles(dut.clk, 200)
    await FallingEdge(dut.clk)


def by_group(handle):
    """A counter for each group."""
    value = int(handle.value)
    return [value & 0xFFFF_FFFF, value >> 32]


def counts(dut, name):
    """A counter of both front ends."""
    return {side: by_group(getattr(dut, f"{side}_{name}")) for side in SIDES}


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def walks_in_order(dut):
    for seed, pauses in ROUNDS:
        await start(dut, seed=seed, pauses=pauses)
        requests = [random_requests(HW, seed, side) for side in range(len(SIDES))]
        await play(dut, requests)
        notified = [request.group for request in requests[1] if request.notify]
        assert by_group(dut.answers) == [notified.count(0), notified.count(1)]
        assert counts(dut, "stalls") == counts(dut, "waits")
    assert all(min(number) > 0 for number in counts(dut, "stalls").values())
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_line_of_more_than_65536_atoms(dut):
    await start(dut, seed=1, pauses=0)
    await play(dut, [long_requests(HW)] * 2)
    assert by_group(dut.answers) == [2, 0]
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def stall_counters_are_cleared_and_switched(dut):
    await start(dut, seed=5, pauses=100)
    requests = [random_requests(HW, 5, side) for side in range(len(SIDES))]
    await play(dut, requests)
    before = counts(dut, "stalls")
    assert all(min(number) > 0 for number in before.values())
    dut.stall_clear.value = 0b10
    await FallingEdge(dut.clk)
    dut.stall_clear.value, dut.stall_enable.value = 0, 0
    await play(dut, requests)
    assert counts(dut, "stalls") == {side: [number[0], 0] for side, number in before.items()}


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_word_that_nobody_asked_for_is_caught(dut):
    await start(dut, seed=7, pauses=0)
    await play(dut, [random_requests(HW, 7, side) for side in range(len(SIDES))])
    assert int(dut.fired.value) == 0
    dut.stray.value = 1
    await FallingEdge(dut.clk)
    dut.stray.value = 0
    await ClockCycles(dut.clk, 10)
    assert int(dut.fired.value) == 1
    assert int(dut.last_name.value).to_bytes(32, "big").strip(b"\0") == b"unrequested-word"


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_request_of_an_absent_memory_waits_for_ever_and_is_told(dut):
    await start(dut, seed=9, pauses=0)
    asked = random_requests(HW, 9, 0)[0]
    for told, side in enumerate(SIDES, start=1):
        getattr(dut, f"{side}_request").value = replace(asked, ram=len(HW.ports)).packed(ADDRESS_BITS)
        getattr(dut, f"{side}_request_valid").value = 1
        for _ in range(100):
            await FallingEdge(dut.clk)
            assert getattr(dut, f"{side}_request_ready").value == 0
        assert int(dut.fired.value) == told
        assert int(dut.last_name.value).to_bytes(32, "big").strip(b"\0") == b"memory-absent"
    assert int(dut.words_read.value) == 0
    assert by_group(dut.answers) == [0, 0]
    before = int(dut.fired.value)
    await start(dut, seed=9, pauses=0)
    await play(dut, [random_requests(HW, 9, side) for side in range(len(SIDES))])
    assert int(dut.fired.value) == before
