"""Tests for the simulations of `test_runner_simulation`: some are meant to fail."""

import errno
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, Timer

from tb.findings import Findings
from tb.outcome.record import TestRecord, write_record
from tb.outcome.running import RunningTest


@cocotb.test()
async def adds_one(dut):
    cocotb.start_soon(Clock(dut.clk, 10, "ns", impl="gpi").start())
    dut.a.value = 3
    for _ in range(3):
        await RisingEdge(dut.clk)
    assert int(dut.q.value) == 4
    findings = Findings()
    if "PLANTED_ERROR" in os.environ:
        findings.error("wrong-data", "planted")
    name = f"{__name__}.adds_one"
    write_record(
        TestRecord.of(
            name, findings, seed=int(os.environ["COCOTB_RANDOM_SEED"]), sim_time_ns=20.0, counters={"sums": 1}
        )
    )


@cocotb.test()
async def expects_wrong_sum(dut):
    dut.a.value = 3
    await Timer(10, "ns")
    assert int(dut.a.value) == 4, "three is not four"


@cocotb.test()
async def finds_no_room(_dut):
    await Timer(10, "ns")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def begin(name):
    """Write about the test that runs, as a test bench does."""
    running, findings = RunningTest(quiet_s=0), Findings()
    findings.listeners.append(running.found)
    running.begin(f"{__name__}.{name}", int(os.environ["COCOTB_RANDOM_SEED"]))
    findings.error("wrong-data", "line 3 differs", 80.0, ("expected 1",))
    findings.warn("software-race", "two layers", 90.0)
    running.layer_done(1000.0)
    running.layer_done(5_000_000.0)


@cocotb.test()
async def crashes(_dut):
    await Timer(10, "ns")
    begin("crashes")
    print("last words", flush=True)
    os._exit(3)


@cocotb.test()
async def never_ends(dut):
    begin("never_ends")
    cocotb.start_soon(Clock(dut.clk, 10, "ns", impl="gpi").start())
    while True:
        await RisingEdge(dut.clk)
