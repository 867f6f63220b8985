"""SDP alone: its layers one behind the other in both groups; the pytest beside this file reads what went to memory."""

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, ReadOnly

from models.nvdla.registers import registers
from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.sdp.sdp_layers import cases, expectation, register_words, results_of

HW = chosen_hardware()
SDP = registers(HW).SDP
CASES = cases(HW)
WORD_MASK = 2**10 - 1


async def access(dut, register, data=None):
    """A write, or a read."""
    dut.req_valid.value, dut.req_write.value = 1, int(data is not None)
    dut.req_word.value, dut.req_data.value = register.address // 4 & (HW.block_bytes // 4 - 1), data or 0
    await FallingEdge(dut.clk)
    dut.req_valid.value = 0
    return int(dut.rsp_data.value)


async def program(dut, number):
    """Start a layer in its group."""
    await access(dut, SDP.S_POINTER, number % 2)
    for name, word in register_words(HW, number).items():
        await access(dut, getattr(SDP, name), word)
    await access(dut, SDP.D_OP_ENABLE, 1)


async def give(dut, pauses):
    """Be the convolution of all layers, with random pauses."""
    rng = np.random.default_rng(pauses)
    for number in range(len(CASES)):
        rows = results_of(HW, number)
        for index, row in enumerate(rows):
            for _ in range(rng.integers(pauses)):
                await FallingEdge(dut.clk)
            dut.results.value = sum(word % 2**32 << 32 * lane for lane, word in enumerate(row))
            dut.layer_end.value, dut.cacc_sdp_valid.value = int(index == len(rows) - 1), 1
            await ReadOnly()
            while dut.cacc_sdp_ready.value != 1:
                await FallingEdge(dut.clk)
                await ReadOnly()
            await FallingEdge(dut.clk)
            dut.cacc_sdp_valid.value = 0


async def statuses(dut, number):
    """Wait for the end of a layer; its counts of NaN and saturated elements, and its stalls."""
    await access(dut, SDP.S_POINTER, number % 2)
    for _ in range(5000):
        if not await access(dut, SDP.D_OP_ENABLE):
            break
    read = (SDP.D_STATUS_NAN_OUTPUT_NUM, SDP.D_PERF_OUT_SATURATION, SDP.D_PERF_WDMA_WRITE_STALL)
    return [await access(dut, register) for register in read]


async def play(dut, *, pauses):
    """All layers, each started as soon as its group is free."""
    Clock(dut.clk, 10, unit="ns").start()
    dut.reset_n.value, dut.seed.value, dut.pauses.value = 0, pauses, 20 * pauses
    dut.req_valid.value = dut.cacc_sdp_valid.value = dut.to_rdma.value = 0
    await ClockCycles(dut.clk, 2)
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1
    given = cocotb.start_soon(give(dut, pauses))
    counted, stalls = [], 0
    await program(dut, 0)
    for number in range(len(CASES)):
        if number + 1 < len(CASES):
            await program(dut, number + 1)
        *counts, stalled = await statuses(dut, number)
        counted.append(tuple(counts))
        stalls += stalled
    await given
    await ClockCycles(dut.clk, 200)
    assert counted == expectation(HW).counts
    assert stalls > 0
    answers = int(dut.interrupts.value)
    assert [answers & 0xFFFF_FFFF, answers >> 32] == [len(CASES) // 2] * 2
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def layers_at_full_speed(dut):
    await play(dut, pauses=1)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def layers_with_pauses(dut):
    await play(dut, pauses=5)
