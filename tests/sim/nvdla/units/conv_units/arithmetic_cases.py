"""The cells and the accumulator's step give what the public part's gave."""

import cocotb
import numpy as np
from cocotb.triggers import Timer

from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.conv_units.recorded import adapted, signed, steps, stripes, sum_bits, tile_sums

HW = chosen_hardware()
TERM_BITS = (22, 38, 44)
SUM_BITS = (34, 48, 48)


def packed(codes):
    """Codes of 16 bits as one number, the first lowest."""
    return int.from_bytes(codes.astype("<u2").tobytes(), "little")


async def edge(dut):
    dut.clk.value = 1
    await Timer(1, "ns")
    dut.clk.value = 0
    await Timer(1, "ns")


async def compare(dut, precision, outputs, *, winograd=False):
    """Play all recorded stripes; returns how many cells were compared."""
    compared = 0
    dut.clk.value, dut.load.value, dut.operate.value = 0, 0, 0
    dut.is_int8.value, dut.is_winograd.value = int(precision == "int8"), int(winograd)
    dut.cells.value = (1 << HW.mac_cells // 2) - 1
    await Timer(1, "ns")
    for weights, data, sums in stripes(HW, precision, "winograd_cells" if winograd else "mac_cells"):
        dut.kernels.value, dut.load.value, dut.operate.value = packed(weights), 1, 0
        await edge(dut)
        dut.load.value, dut.operate.value = 0, 1
        for operation, expected in zip(data, sums, strict=True):
            dut.data.value = packed(operation)
            await edge(dut)
            wanted = [cell_of(precision, values) for values in expected]
            for output in outputs:
                value, bits = int(output.value), tile_sums(HW) * sum_bits(HW)
                seen = [value >> bits * cell & (1 << bits) - 1 for cell in range(len(wanted))]
                assert seen == wanted, f"{precision} {output._name}: {seen} instead of {wanted}"
                compared += len(wanted)
    return compared


def cell_of(precision, values):
    """A cell's only sum, or those of its tile, the first lowest."""
    parts = np.atleast_1d(values).tolist()
    return sum(adapted(HW, precision, part) << place * sum_bits(HW) for place, part in enumerate(parts))


@cocotb.test()
async def integer_cells_give_what_the_part_gives(dut):
    for precision in ("int8", "int16"):
        assert await compare(dut, precision, [dut.integers]) >= 3 * 8


@cocotb.test()
async def float_cells_give_what_the_part_gives(dut):
    assert await compare(dut, "fp16", [dut.floats, dut.other_floats]) >= 2 * 5 * 4 * 8


@cocotb.test()
async def winograd_cells_give_what_the_part_gives(dut):
    if tile_sums(HW) == 1:
        return
    assert await compare(dut, "int8", [dut.integers], winograd=True) == 21 * 8
    assert await compare(dut, "int16", [dut.integers], winograd=True) == 21 * 8
    assert await compare(dut, "fp16", [dut.floats, dut.other_floats], winograd=True) == 2 * 104 * 8


@cocotb.test()
async def accumulator_steps_give_what_the_part_gives(dut):
    dut.clk.value, dut.load.value, dut.operate.value = 0, 0, 0
    for step in steps():
        kind = step["kind"]
        dut.is_int8.value, dut.is_float.value, dut.truncate.value = int(kind == 0), int(kind == 2), step["truncate"]
        dut.sum.value = signed(step["sum"], SUM_BITS[kind]) & (1 << 48) - 1
        dut.term.value = signed(step["term"], TERM_BITS[kind]) & (1 << 48) - 1
        await edge(dut)
        if step["final"]:
            assert int(dut.final_result.value) == step["saturated"] << 32 | step["result"], step
        else:
            assert int(dut.stepped.value) == step["result"] & (1 << 48) - 1, step
