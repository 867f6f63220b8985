"""What the real part loses on the CSB and ours does not, unless a plusarg says so."""

import cocotb
from cocotb.triggers import FallingEdge

from models.nvdla.config import NV_FULL
from models.nvdla.registers import registers
from tb.nvdla.pins import RESETS
from tests.sim.nvdla.debug.overtake_cases import ASKED, REGISTERS, VALUES, collect, request, start

LOST_ANSWERS, LOST_REQUESTS, ALL = "answers_lost", "early_requests_lost", "as_the_part"
SAFE = 7
"""Cycles behind a reset from which on nothing is lost."""
LONG = 40
"""Cycles in which everything is answered."""
LATER = ("CMAC_A", "MCIF")
"""Two answers that come at once if the second is asked a certain number of cycles behind the first."""


def loses(name):
    """Whether the part was told so."""
    return name in cocotb.plusargs or ALL in cocotb.plusargs


async def cycles(dut, count):
    for _ in range(count):
        await FallingEdge(dut.dla_csb_clk)


async def written(dut):
    """Give each unit's register a value of its own."""
    await start(dut)
    for unit, value in VALUES.items():
        await request(dut, unit, value)
    await cycles(dut, LONG)
    found = []
    cocotb.start_soon(collect(dut, found))
    return found


@cocotb.test()
async def answers_behind_two_others_are_lost(dut):
    found = await written(dut)
    for unit in ASKED:
        await request(dut, unit)
    await cycles(dut, LONG)
    expected = [VALUES[unit] for unit in ASKED]
    if loses(LOST_ANSWERS):
        assert set(found) <= set(expected)
        assert 2 <= len(found) < len(expected)
        assert {VALUES[unit] for unit in ASKED[:2]} <= set(found)
    else:
        assert sorted(found) == sorted(expected)


@cocotb.test()
async def one_at_a_time_is_always_answered(dut):
    found = await written(dut)
    for unit in (*ASKED, *ASKED):
        await request(dut, unit)
        while not found:
            await FallingEdge(dut.dla_csb_clk)
        assert found.pop() == VALUES[unit]


@cocotb.test()
async def two_at_a_time_are_answered(dut):
    """Of units whose answers need the same time."""
    found = await written(dut)
    for _ in range(8):
        for unit in ("MCIF", "CVIF"):
            await request(dut, unit)
        await cycles(dut, LONG)
        assert sorted(found) == sorted((VALUES["MCIF"], VALUES["CVIF"]))
        found.clear()


@cocotb.test()
async def two_answers_that_meet_become_one(dut):
    """With answers that overtake, and the second asked a certain time later; then all is well again."""
    met = set()
    found = await written(dut)
    for later in range(1, 16):
        await request(dut, LATER[0])
        await cycles(dut, later)
        await request(dut, LATER[1])
        await cycles(dut, LONG)
        if len(found) == 1:
            assert found == [VALUES[LATER[0]] | VALUES[LATER[1]]]
            met.add(later)
        else:
            assert sorted(found) == sorted(VALUES[unit] for unit in LATER)
        found.clear()
        for unit in ("CDMA", "CVIF"):
            await request(dut, unit)
        await cycles(dut, LONG)
        assert sorted(found) == sorted((VALUES["CDMA"], VALUES["CVIF"]))
        found.clear()
    assert len(met) == loses(ALL)


@cocotb.test()
async def early_requests_are_lost(dut):
    """A register written so many cycles behind a reset, and read back later."""
    await start(dut)
    found = []
    cocotb.start_soon(collect(dut, found))
    reset = registers(NV_FULL).blocks["MCIF"].registers[REGISTERS["MCIF"]].reset
    kept = []
    for later in range(12):
        for level in (0, 1):
            for name in RESETS:
                getattr(dut, name).value = level
            if not level:
                await cycles(dut, LONG)
        await cycles(dut, later)
        await request(dut, "MCIF", VALUES["MCIF"])
        await cycles(dut, LONG)
        await request(dut, "MCIF")
        await cycles(dut, LONG)
        kept.append(found == [VALUES["MCIF"]])
        assert kept[-1] or found == [reset]
        found.clear()
    assert kept == [later >= SAFE or not loses(LOST_REQUESTS) for later in range(12)]
