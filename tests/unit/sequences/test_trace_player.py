"""The player of traces, with a family that takes nothing for granted, and with one that does."""

from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from models.registers import RegisterMap
from sequences.host import HangError
from sequences.model_host import run
from sequences.traces.commands import DumpMemory, LoadMemory, ReadRegister, Trace, WaitInterrupt, WriteRegister
from sequences.traces.player import FAILURES, STATIC_READS, play

REGISTERS = RegisterMap("chip", "one", MappingProxyType({}), MappingProxyType({}))
DATA = np.arange(4, dtype=np.uint8)


class PlainHabits:
    """Everything is taken literally."""

    resting = True

    def cycles_before(self, _trace):
        return 0

    def posted(self, _command):
        return True

    async def recorded(self, _host, command):
        return command.data

    async def came_before(self, _host):
        return False

    def waited(self):
        pass

    def softened(self, _command, _value):
        return None

    def at_rest(self):
        return self.resting


class EasyHabits(PlainHabits):
    """Nothing is."""

    def cycles_before(self, _trace):
        return 5

    def posted(self, _command):
        return False

    async def recorded(self, _host, command):
        return command.data + 1

    async def came_before(self, _host):
        return True

    def softened(self, _command, _value):
        return "it is easy"


class FakeHost:
    """Registers that keep what is written, and one memory."""

    def __init__(self):
        self.words, self.said, self.bytes, self.raised = {}, [], np.zeros(64, np.uint8), True

    async def write(self, address, data, *, posted):
        self.said.append(f"write {address:#x} {data:#x} {posted}")
        self.words[address] = data

    async def read(self, address):
        return self.words.get(address, 0)

    async def pause(self, cycles=1):
        self.said.append(f"pause {cycles}")

    async def wait_interrupt(self):
        if not self.raised:
            raise HangError("no interrupt came")
        self.said.append("wait")

    async def drain(self):
        self.said.append("drain")

    def load(self, _port, address, data):
        self.bytes[address : address + len(data)] = data

    def dump(self, _port, address, size):
        return self.bytes[address : address + size]


def played(*commands, habits=None, strict=False, **options):
    host = FakeHost()
    trace = Trace(Path("one"), "input.txn", commands, **options)
    result = run(play(trace, host, registers=REGISTERS, habits=habits or PlainHabits(), strict=strict))
    return result, host.said


WRITE, READ = WriteRegister(1, 8, 3), ReadRegister(2, 8, 0xFF, "==", 3)


def test_goldens_of_registers_and_memory():
    load, dump = LoadMemory(3, "MEM", 16, DATA, "a.dat"), DumpMemory(4, "MEM", 16, DATA, "a.dat")
    result, said = played(WRITE, READ, WaitInterrupt(5), load, dump)
    assert (result.passed, result.compared_reads, result.compared_bytes) == (True, 1, 4)
    assert said == ["write 0x8 0x3 True", "wait", "drain"]


def test_what_differs_is_told_with_its_line():
    result, _ = played(WRITE, ReadRegister(2, 8, 0xFF, "==", 4), DumpMemory(4, "MEM", 0, DATA, "a.dat"))
    found = "no register (0x8) reads 0x00000003, expected value & 0x000000ff == 0x00000004 after 1025 read(s)"
    assert result.failures == [f"input.txn:2: {found}"]
    result, _ = played(ReadRegister(2, 8, 1, "==", 1), DumpMemory(4, "MEM", 0, DATA, "a.dat"), continue_on_fail=True)
    assert result.failures[1] == "input.txn:4: MEM 0x1: expected 0x01, got 0x00; 3 of 4 bytes differ from a.dat"


def test_a_poll_ends_early_only_at_rest():
    busy = PlainHabits()
    busy.resting = False
    wrong = ReadRegister(1, 8, 1, "==", 1)
    assert "after 1025 read(s)" in played(wrong)[0].failures[0]
    assert f"after {STATIC_READS + 5} read(s)" in played(wrong, habits=busy, poll_tries=STATIC_READS + 5)[0].failures[0]


def test_many_failures_end_a_trace_that_goes_on():
    wrong = ReadRegister(1, 8, 1, "==", 1, tries=1)
    assert len(played(*[wrong] * (FAILURES + 5), continue_on_fail=True)[0].failures) == FAILURES


def test_nothing_compared_fails():
    assert played(WRITE)[0].failures == ["input.txn: nothing was compared: neither read_reg nor dump_mem"]


@pytest.mark.parametrize("strict", [False, True])
def test_habits_soften_unless_strict(strict):
    result, said = played(WRITE, WaitInterrupt(2), ReadRegister(3, 8, 1, "==", 1), habits=EasyHabits(), strict=strict)
    assert said[:2] == ["pause 5", f"write 0x8 {3 if strict else 4:#x} False"]
    assert result.passed
    softened = ["input.txn:2 wait for an interrupt that came together with an earlier one", "input.txn:3 it is easy"]
    assert result.softenings == ([] if strict else softened)
    assert ("wait" in said) is strict
