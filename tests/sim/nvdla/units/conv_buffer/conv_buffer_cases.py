"""CDMA and the convolution buffer alone: the pytest beside this file reads what passed after the simulation."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge

from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.conv_buffer.buffer_fetch import word_of
from tests.sim.nvdla.units.conv_buffer.buffer_layers import LARGE, ROUNDS, random_layers

HW = chosen_hardware()
CHECKED_EVERY = 20
"""Cycles between two looks at what is done."""
FILL_CYCLES_PER_ENTRY = 12
LET_GO_CYCLES = 200


async def reset(dut, *, seed, pauses, link_pauses=0):
    """A reset."""
    dut.reset_n.value, dut.seed.value, dut.pauses.value, dut.link_pauses.value = 0, seed, pauses, link_pauses
    dut.hold.value, dut.started.value, dut.read.value, dut.req_valid.value = 0, 0, 0, 0
    await ClockCycles(dut.clk, 2)
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1


async def start(dut, *, seed, pauses):
    """A reset, and the clearing of the buffer."""
    await reset(dut, seed=seed, pauses=pauses)
    entries = HW.cbuf_banks * HW.cbuf_bank_entries
    await ClockCycles(dut.clk, entries - 4)
    assert await access(dut, "S_CBUF_FLUSH_STATUS") == 0
    await ClockCycles(dut.clk, 8)
    assert await access(dut, "S_CBUF_FLUSH_STATUS") == 1
    await FallingEdge(dut.clk)
    dut.started.value = 1


async def access(dut, register, value=None):
    """Write or read a register of CDMA."""
    word = register if isinstance(register, int) else word_of(HW, register)
    await FallingEdge(dut.clk)
    dut.req_valid.value, dut.req_word.value = 1, word
    dut.req_write.value, dut.req_data.value = int(value is not None), value or 0
    await FallingEdge(dut.clk)
    dut.req_valid.value = 0
    return int(dut.rsp_data.value)


async def enable(dut, number, layer):
    """Program a layer."""
    await access(dut, "S_POINTER", number % 2)
    for word, value in layer.words().items():
        await access(dut, word, value)
    await access(dut, "D_OP_ENABLE", 1)


async def ended(dut, layers):
    """Wait until so many layers are done."""
    while min(int(dut.data_dones.value), int(dut.weights_dones.value)) < layers:
        await ClockCycles(dut.clk, CHECKED_EVERY)
    await ClockCycles(dut.clk, 4)


async def check_counters(dut, layers, number):
    """The counters that a layer left in its group."""
    layer, before = layers[number], layers[number - 1] if number else None
    await access(dut, "S_POINTER", number % 2)
    for name, count in layer.counters(before).items():
        assert await access(dut, name) == count, (number, name)
    for register, side in (("DAT", "data"), ("WT", "weights")):
        latency = await access(dut, f"D_PERF_{register}_READ_LATENCY")
        assert latency == 0 if layer.skips(side, before) else 0 < latency < 100_000
        assert await access(dut, f"D_PERF_{register}_READ_STALL") < 100_000


async def play(dut, layers):
    """Keep both groups busy; then let the large layers fill their banks, one at a time."""
    for number in range(len(layers) - LARGE):
        await ended(dut, number - 1)
        if number > 1:
            await check_counters(dut, layers, number - 2)
        await enable(dut, number, layers[number])
    for number in range(len(layers) - LARGE, len(layers)):
        await ended(dut, number)
        await ClockCycles(dut.clk, LET_GO_CYCLES)
        await check_counters(dut, layers, number - 2)
        dut.hold.value = 1
        await enable(dut, number, layers[number])
        await ClockCycles(dut.clk, FILL_CYCLES_PER_ENTRY * HW.cbuf_bank_entries)
        dut.hold.value = 0
    await ended(dut, len(layers))
    for number in (-2, -1):
        await check_counters(dut, layers, len(layers) + number)


async def read_all(dut):
    """Let both readers read the buffer."""
    dut.read.value = 1
    await RisingEdge(dut.all_read)
    await ClockCycles(dut.clk, 2)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def layers_are_fetched(dut):
    """Two rounds; what is in the buffer at the end of each is read through both readers."""
    Clock(dut.clk, 10, unit="ns").start()
    for seed, pauses in ROUNDS:
        await start(dut, seed=seed, pauses=pauses)
        await play(dut, random_layers(HW, seed))
        await read_all(dut)
        assert dut.data_seen.value == 1
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_layer_before_the_buffer_is_cleared_is_lost(dut):
    """It ends as any other."""
    Clock(dut.clk, 10, unit="ns").start()
    await reset(dut, seed=1, pauses=0)
    await enable(dut, 0, min(random_layers(HW, 1), key=lambda layer: layer.height * layer.slice_entries))
    await ended(dut, 1)
    assert await access(dut, "S_CBUF_FLUSH_STATUS") == 0
    await ClockCycles(dut.clk, HW.cbuf_banks * HW.cbuf_bank_entries)
    assert await access(dut, "S_CBUF_FLUSH_STATUS") == 1
    await read_all(dut)
    assert dut.data_seen.value == 0
