"""SDP with its RDMA: layers with operands, one behind the other in both groups; the pytest beside reads the results."""

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, ReadOnly

from models.nvdla.registers import registers
from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.sdp.operand_layers import LUT_COUNTS, operand_cases, operand_expectation, operand_results
from tests.sim.nvdla.units.sdp.operand_registers import rdma_words, sdp_words, table_words, uses_rdma

HW = chosen_hardware()
SDP, RDMA = registers(HW).SDP, registers(HW).SDP_RDMA
CASES = operand_cases(HW)
READ = {
    "NAN_INPUT": RDMA.D_STATUS_NAN_INPUT_NUM,
    "INF_INPUT": RDMA.D_STATUS_INF_INPUT_NUM,
    "UNEQUAL": SDP.D_STATUS,
    "NAN_OUTPUT": SDP.D_STATUS_NAN_OUTPUT_NUM,
    "SATURATED": SDP.D_PERF_OUT_SATURATION,
    **{name: getattr(SDP, f"D_PERF_LUT_{name}") for name in LUT_COUNTS},
}
RDMA_COUNTS = ("NAN_INPUT", "INF_INPUT")


async def access(dut, block, register, data=None):
    """A write, or a read."""
    dut.req_valid.value, dut.req_write.value, dut.to_rdma.value = 1, int(data is not None), int(block is RDMA)
    dut.req_word.value, dut.req_data.value = register.address // 4 & (HW.block_bytes // 4 - 1), data or 0
    await FallingEdge(dut.clk)
    dut.req_valid.value = 0
    return int(dut.rsp_data.value)


def rdma_group(number):
    """SDP_RDMA's group of a layer: it counts those that use it."""
    return sum(map(uses_rdma, CASES[:number])) % 2


async def program(dut, number):
    """Start a layer in its groups."""
    blocks = [(SDP, sdp_words(HW, number), number % 2)]
    if uses_rdma(CASES[number]):
        blocks.append((RDMA, rdma_words(HW, number), rdma_group(number)))
    for block, words, group in blocks:
        await access(dut, block, block.S_POINTER, group)
        for name, word in words.items():
            await access(dut, block, getattr(block, name), word)
    for block, _, _ in blocks:
        await access(dut, block, block.D_OP_ENABLE, 1)


async def give(dut, pauses):
    """Be the convolution of all layers that it feeds."""
    rng = np.random.default_rng(pauses)
    for number, case in enumerate(CASES):
        rows = operand_results(HW, number) if case.source == "fly" else []
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


async def statuses(dut, number, expected):
    """Wait for the end of a layer; what it counted."""
    blocks = [(SDP, number % 2)] + ([(RDMA, rdma_group(number))] if uses_rdma(CASES[number]) else [])
    counts = {}
    for block, group in blocks:
        await access(dut, block, block.S_POINTER, group)
        for _ in range(5000):
            if not await access(dut, block, block.D_OP_ENABLE):
                break
        else:
            raise AssertionError(f"layer {number} does not end")
        for name in expected:
            if (name in RDMA_COUNTS) == (block is RDMA):
                counts[name] = await access(dut, block, READ[name])
    return counts


async def play(dut, *, pauses):
    """All layers, each started as soon as its groups are free."""
    Clock(dut.clk, 10, unit="ns").start()
    dut.reset_n.value, dut.seed.value, dut.pauses.value = 0, pauses, 20 * pauses
    dut.req_valid.value = dut.cacc_sdp_valid.value = dut.to_rdma.value = 0
    await ClockCycles(dut.clk, 2)
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1
    for register, word in table_words(HW):
        await access(dut, SDP, register, word)
    given = cocotb.start_soon(give(dut, pauses))
    expected = operand_expectation(HW).counts
    await program(dut, 0)
    for number in range(len(CASES)):
        if number + 1 < len(CASES):
            await program(dut, number + 1)
        counts = await statuses(dut, number, expected[number])
        right = {name: expected[number][name] for name in counts}
        assert counts == right, f"layer {number}, {CASES[number]}"
    await given
    await ClockCycles(dut.clk, 200)
    answers = int(dut.interrupts.value)
    assert [answers & 0xFFFF_FFFF, answers >> 32] == [-(-len(CASES) // 2), len(CASES) // 2]
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def operands_at_full_speed(dut):
    await play(dut, pauses=1)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def operands_with_pauses(dut):
    await play(dut, pauses=5)
