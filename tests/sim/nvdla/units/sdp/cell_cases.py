"""X, Y with its tables and the output convertor give what the public part's gave."""

import cocotb
from cocotb.triggers import Timer

from models.nvdla.registers import registers
from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.sdp.recorded_cells import OPERATORS, recorded

HW = chosen_hardware()
SDP = registers(HW).SDP
LANES = HW.atom_bytes // 2
TABLES = ("LE", "LO")
RESULT_BITS = {"x": 32, "y": 32, "convertor": 16}
"""Of a result as it was recorded; codes of INT8 leave the convertor in `NARROW_BITS`."""
NARROW_BITS, INT8 = 8, 0


async def edge(dut):
    await Timer(1, "ns")  # what was given reaches all wires before
    dut.clk.value = 1
    await Timer(1, "ns")
    dut.clk.value = 0
    await Timer(1, "ns")


async def write(dut, register, word):
    dut.req_valid.value, dut.req_word.value, dut.req_data.value = 1, register.address // 4 & 0x3FF, word
    await edge(dut)
    dut.req_valid.value = 0


async def write_tables(dut, entries):
    first = 0
    for table in TABLES:
        access = SDP.S_LUT_ACCESS_CFG.encode(LUT_TABLE_ID=table, LUT_ACCESS_TYPE="WRITE")
        await write(dut, SDP.S_LUT_ACCESS_CFG, access)
        await edge(dut)
        last = first + HW.table_entries[table]
        for entry in entries[first:last].tolist():
            await write(dut, SDP.S_LUT_ACCESS_DATA, entry)
        await edge(dut)
        first = last


async def results(dut, what, case, atom, lanes):
    """What comes of some elements of an atom."""
    words = case.words[atom, lanes].tolist()
    dut.words.value = sum(word << 32 * lane for lane, word in enumerate(words))
    if what in OPERATORS:
        pairs = enumerate(zip(case.alu[atom, lanes].tolist(), case.mul[atom, lanes].tolist(), strict=True))
        dut.operands.value = sum((first | second << 16) << 32 * lane for lane, (first, second) in pairs)
    taken = getattr(dut, f"to_{what}")
    taken.value = 1
    await edge(dut)
    taken.value = 0
    await edge(dut)
    value, bits = int(getattr(dut, f"{what}_results").value), RESULT_BITS[what]
    held = NARROW_BITS if what == "convertor" and case.value("OUT_PRECISION") == INT8 else bits
    codes = [value >> held * lane & (1 << held) - 1 for lane in range(len(words))]
    return [(code - (code >> held - 1 << held)) & (1 << bits) - 1 for code in codes]


async def play(dut, what, case, group, written):
    """Set it up in a group, which then has its turn, and hold it to what was recorded; returns what differs."""
    await write(dut, SDP.S_POINTER, group)
    for name, word in case.written(SDP).items():
        register = SDP.registers[name]
        place = group if register.grouped else 0, name
        if written.get(place) != word:
            await write(dut, register, word)
            written[place] = word
    await write(dut, SDP.D_OP_ENABLE, 1)
    wrong = []
    for atom, expected in enumerate(case.results):
        for first in range(0, len(expected), LANES):
            lanes = slice(first, first + LANES)
            seen = await results(dut, what, case, atom, lanes)
            found = zip(case.words[atom, lanes].tolist(), seen, expected[lanes].tolist(), strict=True)
            wrong += [tuple(map(hex, words)) for words in found if words[1] != words[2]]
            if what not in OPERATORS and case.value("OUT_PRECISION") != 2:
                flags = int(dut.flags.value)
                counted = [flags >> lane & 1 for lane in range(len(seen))]
                wrong += [("saturation", counted)] if counted != case.flags[atom, lanes].tolist() else []
    dut.layer_done.value = 1
    await edge(dut)
    dut.layer_done.value = 0
    return wrong


async def hold(dut, what):
    """Play all that was recorded of one of them."""
    for name in ("clk", "reset_n", "req_valid", "layer_done", "to_x", "to_y", "to_convertor"):
        getattr(dut, name).value = 0
    dut.req_write.value = 1
    await edge(dut)
    dut.reset_n.value = 1
    there, written = None, {}
    for number, case in enumerate(recorded(what)):
        if what == "y" and case.group != there:
            await write_tables(dut, case.tables)
            there = case.group
        wrong = await play(dut, what, case, number % 2, written)
        assert not wrong, f"case {number}: {wrong[:3]}: word, result, and the part's"


@cocotb.test()
async def x_gives_what_the_part_gives(dut):
    await hold(dut, "x")


@cocotb.test()
async def y_gives_what_the_part_gives(dut):
    await hold(dut, "y")


@cocotb.test()
async def the_convertor_gives_what_the_part_gives(dut):
    await hold(dut, "convertor")
