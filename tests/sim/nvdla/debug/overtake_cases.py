"""Answers on the CSB of units that were asked without waiting for one another: who comes first, and what is between."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from models.nvdla.config import NV_FULL
from models.nvdla.registers import registers
from tb.nvdla.pins import RESETS, nvdla_pins
from tb.pins import PinDirection

ASKED = ("CMAC_A", "MCIF", "CACC", "CDMA", "CVIF")
VALUES = {"CMAC_A": 0x1000, "MCIF": 0x1111, "CACC": 0x7, "CDMA": 0x3, "CVIF": 0x2222}
"""What each unit's register was given, so that an answer tells whose it is."""
REGISTERS = {
    "CMAC_A": "D_MISC_CFG",
    "CACC": "D_CLIP_CFG",
    "CDMA": "D_BANK",
    "MCIF": "CFG_OUTSTANDING_CNT",
    "CVIF": "CFG_OUTSTANDING_CNT",
}


async def start(dut):
    """Clocks, tie-offs and a reset."""
    for pin in nvdla_pins(NV_FULL):
        if pin.direction is PinDirection.INPUT:
            getattr(dut, pin.name).value = 0
    Clock(dut.dla_core_clk, 2, unit="ns").start()
    Clock(dut.dla_csb_clk, 2, unit="ns").start()
    for level in (1, 0, 1):
        for name in RESETS:
            getattr(dut, name).value = level
        for _ in range(20):
            await FallingEdge(dut.dla_csb_clk)


async def request(dut, unit, data=None):
    """Write a unit's register, or read it where there is no data; returns when the request is taken."""
    register = registers(NV_FULL).blocks[unit].registers[REGISTERS[unit]]
    dut.csb2nvdla_addr.value = register.address >> 2
    dut.csb2nvdla_write.value, dut.csb2nvdla_wdat.value = int(data is not None), data or 0
    dut.csb2nvdla_nposted.value, dut.csb2nvdla_valid.value = 0, 1
    taken = False
    while not taken:
        await RisingEdge(dut.dla_csb_clk)
        taken = dut.csb2nvdla_ready.value == 1
    await FallingEdge(dut.dla_csb_clk)
    dut.csb2nvdla_valid.value = 0


async def collect(dut, found):
    """All answers in their order."""
    while True:
        await FallingEdge(dut.dla_csb_clk)
        if dut.nvdla2csb_valid.value == 1:
            found.append(int(dut.nvdla2csb_data.value))


async def order_of_answers(dut, asked):
    """The units in the order in which they answer reads put behind one another."""
    await start(dut)
    for unit, value in VALUES.items():
        await request(dut, unit, value)
    found = []
    cocotb.start_soon(collect(dut, found))
    for unit in asked:
        await request(dut, unit)
    for _ in range(100):
        await FallingEdge(dut.dla_csb_clk)
    units = {value: unit for unit, value in VALUES.items()}
    return [units.get(value, hex(value)) for value in found]


@cocotb.test()
async def answers_of_other_units_overtake(dut):
    order = await order_of_answers(dut, ASKED)
    assert sorted(order) == sorted(ASKED)
    assert order.index("MCIF") < order.index("CMAC_A")


@cocotb.test()
async def answers_come_in_the_order_of_requests(dut):
    assert await order_of_answers(dut, ASKED) == list(ASKED)


async def unknown(dut, found):
    """The cycles behind the first reset edge in which the answer's data or its strobes are not known."""
    cycle = 0
    while True:
        await FallingEdge(dut.dla_csb_clk)
        cycle += 1
        bus = (dut.nvdla2csb_valid, dut.nvdla2csb_wr_complete, dut.nvdla2csb_data)
        if not all(signal.value.is_resolvable for signal in bus):
            found.append(cycle)


@cocotb.test()
async def the_answer_bus_is_always_known(dut):
    """Through reads and writes, before the first answer, behind each one and through a reset in between."""
    await start(dut)
    found = []
    cocotb.start_soon(unknown(dut, found))
    for _ in range(2):
        for unit, value in VALUES.items():
            await request(dut, unit, value)
            await request(dut, unit)
            for _ in range(30):
                await FallingEdge(dut.dla_csb_clk)
        for level in (0, 1):
            for name in RESETS:
                getattr(dut, name).value = level
            for _ in range(20):
                await FallingEdge(dut.dla_csb_clk)
    assert found == []
