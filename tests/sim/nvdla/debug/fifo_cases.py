"""A queue pushed when full and popped when empty: its assertions fire, and only then."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles

from tb.findings import Findings
from tb.rtl_assertions import KIND, RtlAssertions

DEPTH = 4


async def step(dut, cycles, *, push=0, pop=0):
    dut.push.value, dut.pop.value = push, pop
    await ClockCycles(dut.clk, cycles)
    dut.push.value, dut.pop.value = 0, 0
    await ClockCycles(dut.clk, 1)


async def fresh(dut):
    """A clock, a reset, and the counter from now on."""
    Clock(dut.clk, 10, unit="ns").start()
    dut.reset_n.value = 0
    await step(dut, 2)
    dut.reset_n.value = 1
    await step(dut, 1)
    assertions = RtlAssertions(dut)
    assertions.forget()
    return assertions, Findings()


@cocotb.test()
async def a_queue_in_its_bounds_breaks_no_rule(dut):
    assertions, findings = await fresh(dut)
    await step(dut, DEPTH, push=1)
    assert int(dut.full.value)
    await step(dut, 3, push=1, pop=1)  # full, and one leaves as one comes
    await step(dut, DEPTH, pop=1)
    assert not int(dut.valid.value)
    assertions.report(findings, 0.0)
    assert not findings.items


@cocotb.test()
async def a_push_into_a_full_queue_is_a_finding(dut):
    assertions, findings = await fresh(dut)
    await step(dut, DEPTH + 1, push=1)
    assertions.report(findings, 0.0)
    assertions.report(findings, 0.0)
    (finding,) = findings.items
    assert finding.kind == KIND
    assert finding.message.startswith("assertions in the RTL fired 1 time(s), the last one fifo-overflow at ")


@cocotb.test()
async def a_pop_from_an_empty_queue_is_a_finding(dut):
    assertions, findings = await fresh(dut)
    await step(dut, 1, pop=1)
    assertions.report(findings, 0.0)
    assert "fired 1 time(s), the last one fifo-underflow at " in findings.items[0].message
