"""A memory interface whose streams break the rule of links, one after the other.

The log says which checker fired; the pytest beside looks there. A payload changes, then valid falls, while both wait.
"""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

LINE_INPUTS = tuple(f"{side}_line_{name}" for side in ("read", "write") for name in ("valid", "address", "size"))
WORD_INPUTS = ("read_word_ready", "write_word_valid", "write_word")
PORT_INPUTS = ("awready", "wready", "bvalid", "bid", "arready", "rvalid", "rid", "rdata")


async def cycles(dut, number):
    for _ in range(number):
        await FallingEdge(dut.clk)


async def until(dut, signal, level):
    """Wait until a signal has a level in a cycle."""
    for _ in range(100):
        if signal.value == level:
            return
        await cycles(dut, 1)
    raise AssertionError(f"{signal._name} does not become {level}")


async def reset(dut):
    for name in (*LINE_INPUTS, *WORD_INPUTS, *PORT_INPUTS):
        getattr(dut, name).value = 0
    for level in (0, 1):
        dut.reset_n.value = level
        await cycles(dut, 2)


async def break_rule(dut, valid, payload):
    """What waits changes, then goes."""
    before = int(dut.fired.value)
    await cycles(dut, 2)
    assert int(dut.fired.value) == before
    payload.value = int(payload.value) ^ 1
    await cycles(dut, 1)
    assert int(dut.fired.value) == before + 1
    valid.value = 0
    await cycles(dut, 2)
    assert int(dut.fired.value) == before + 2
    await reset(dut)


async def fill_lines(dut, side):
    """Ask for lines until one waits."""
    valid, ready = getattr(dut, f"{side}_line_valid"), getattr(dut, f"{side}_line_ready")
    valid.value = 1
    await cycles(dut, 1)
    await until(dut, ready, 0)
    return valid, getattr(dut, f"{side}_line_address")


async def start(dut):
    Clock(dut.clk, 10, unit="ns").start()
    await reset(dut)


async def held_request(dut, side):
    """One line, whose request to the port or whose first word then waits."""
    valid = getattr(dut, f"{side}_line_valid")
    valid.value = 1
    await cycles(dut, 1)
    valid.value = 0


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def broken_reads(dut):
    await start(dut)
    reads = dut.memory_interface.read
    await break_rule(dut, *await fill_lines(dut, "read"))

    await held_request(dut, "read")
    await until(dut, dut.arvalid, 1)
    await break_rule(dut, reads.arvalid, reads.araddr)

    dut.arready.value = 1
    await held_request(dut, "read")
    await until(dut, dut.arvalid, 1)
    await cycles(dut, 1)
    dut.rid.value, dut.rvalid.value = int(dut.arid.value), 1
    await until(dut, dut.rready, 1)
    await cycles(dut, 1)
    dut.rvalid.value = 0
    await until(dut, dut.read_word_valid, 1)
    client = reads.g_client[0].g_present.client
    await break_rule(dut, client.data_valid, client.data)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def broken_writes(dut):
    await start(dut)
    writes = dut.memory_interface.write
    await break_rule(dut, *await fill_lines(dut, "write"))

    dut.write_word_valid.value = 1
    await break_rule(dut, dut.write_word_valid, dut.write_word)

    await held_request(dut, "write")
    dut.write_word_valid.value = 1
    await cycles(dut, 1)
    dut.write_word_valid.value = 0
    await until(dut, dut.awvalid, 1)
    await until(dut, dut.wvalid, 1)
    await break_rule(dut, writes.wvalid, writes.wlast)

    await held_request(dut, "write")
    dut.write_word_valid.value = 1
    await cycles(dut, 1)
    dut.write_word_valid.value = 0
    await until(dut, dut.awvalid, 1)
    await break_rule(dut, writes.aw_queue.tail, writes.aw_queue.entries[0])


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def broken_answers(dut):
    """With ready that drops. Nobody asked for these answers."""
    await start(dut)
    for valid, ready, payload in ((dut.rvalid, dut.rready, dut.rid), (dut.bvalid, dut.bready, dut.bid)):
        for fault in (valid, payload):
            valid.value = 1
            await until(dut, ready, 0)
            await cycles(dut, 1)
            fault.value = int(fault.value) ^ 1
            await cycles(dut, 1)
            await reset(dut)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def ready_drops_in_a_quarter_of_the_cycles(dut):
    """With ready that drops, whatever the seed. Nobody asked for these answers."""
    await start(dut)
    for valid, ready in ((dut.rvalid, dut.rready), (dut.bvalid, dut.bready)):
        valid.value, low = 1, 0
        for _ in range(400):
            await cycles(dut, 1)
            low += ready.value == 0
        assert 60 < low < 140, f"{ready._name} is low in {low} of 400 cycles"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def answers_that_nobody_waits_for(dut):
    """A beat and a response out of nothing; the ports go on working."""
    await start(dut)
    for valid, name in ((dut.rvalid, "unrequested-data"), (dut.bvalid, "unrequested-response")):
        before = int(dut.fired.value)
        valid.value = 1
        await cycles(dut, 1)
        valid.value = 0
        await cycles(dut, 2)
        assert int(dut.fired.value) == before + 1
        assert int(dut.last_name.value).to_bytes(32, "big").strip(b"\0").decode() == name
    await held_request(dut, "read")
    await until(dut, dut.arvalid, 1)
    await held_request(dut, "write")
    dut.write_word_valid.value = 1
    await cycles(dut, 1)
    await until(dut, dut.awvalid, 1)
