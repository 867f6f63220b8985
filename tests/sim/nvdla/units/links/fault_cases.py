"""Links whose driver or taker breaks the rule: the checker tells, by name."""

import cocotb
from cocotb.triggers import ClockCycles

from tests.sim.nvdla.units.links.link_cases import FAULTS, UNKNOWN, run_clock, start
from tests.sim.nvdla.units.links.link_widths import LINKS

FOUR_STATE = cocotb.SIM_NAME.lower().startswith("icarus")


async def fired_with(dut, fault, link):
    """How often assertions fired with a fault on a link, and the name of what fired last."""
    await start(dut, seed=5, pauses=120, fault=fault, link=link)
    before = int(dut.fired.value)
    await ClockCycles(dut.clk, 60)
    return int(dut.fired.value) - before, int(dut.last_name.value).to_bytes(32, "big").strip(b"\0").decode()


@cocotb.test()
async def a_broken_rule_is_caught_on_every_link(dut):
    run_clock(dut)
    for link in range(len(LINKS)):
        assert (await fired_with(dut, 0, link))[0] == 0
        for name, fault in FAULTS.items():
            fired, last = await fired_with(dut, fault, link)
            assert (fired > 0, last) == (True, name), link


@cocotb.test(skip=not FOUR_STATE)
async def an_unknown_control_signal_is_caught_on_every_link(dut):
    """Verilator knows no X."""
    run_clock(dut)
    for link in range(len(LINKS)):
        for fault in UNKNOWN:
            fired, last = await fired_with(dut, fault, link)
            assert (fired > 0, last) == (True, "control-unknown"), (link, fault)
