"""Sleeping, withheld responses, reset and batches of the memory agent."""

from __future__ import annotations

import numpy as np
import pytest
import pyuvm
from cocotb.triggers import ClockCycles

from models.memory.sparse import PAGE_BYTES
from tb.memory.hdl.memory import HdlMemoryFullError
from tb.memory.profile import HARSH, SLOW
from tb.memory.rules import AxiRule
from tb.memory.traffic import TrafficKind
from tb.memory.uninitialised import uninitialised_bytes
from tests.sim.memory.axi_test_bench import PORT, WHOLE, MemoryAgentTest

BASE = 0x8000_0000


class ControlTest(MemoryAgentTest):
    """Short traffic between looks at the agent."""

    def queue(self, count):
        for index in range(count):
            self.master.write(index % 5, BASE + index * PORT.data_bytes, [(bytes([index]) * PORT.data_bytes, WHOLE)])
            self.master.read(index % 10, BASE + index * PORT.data_bytes)


@pyuvm.test()
class SleepTest(ControlTest):
    """An idle bus costs no wakes, whatever the profile; with the HDL memory short traffic costs none either."""

    profile = HARSH

    async def stimulus(self):
        await ClockCycles(self.dut.clk, 10)
        for rounds in range(1, 4):
            before = self.agent.monitor.wakes
            await ClockCycles(self.dut.clk, 10_000)
            assert self.agent.monitor.wakes == before
            self.queue(5)
            await self.master.push()
            await self.master.wait(5 * rounds, 5 * rounds)
            assert self.hdl or self.agent.monitor.wakes > before + 10
            await ClockCycles(self.dut.clk, 5)


@pyuvm.test()
class HeldResponsesTest(ControlTest):
    """While responses are withheld everything else goes on."""

    async def stimulus(self):
        self.agent.hold_responses(holding=True)
        self.queue(6)
        await self.master.push()
        await self.master.wait(0, 6)
        await ClockCycles(self.dut.clk, 200)
        assert int(self.dut.responses.value) == 0
        self.agent.hold_responses(holding=False)
        await self.master.wait(6, 6)


@pyuvm.test()
class ResetTest(ControlTest):
    """A reset in the middle drops what is pending; what comes after it is answered, and nothing else."""

    profile = SLOW

    async def stimulus(self):
        self.queue(20)
        await self.master.push()
        await ClockCycles(self.dut.clk, 60)
        await self.do_reset()
        assert not self.dut.mem_b_bvalid.value
        assert not self.dut.mem_r_rvalid.value
        await ClockCycles(self.dut.clk, 1000)
        assert int(self.dut.responses.value) == int(self.dut.read_beats.value) == 0
        self.queue(4)
        await self.master.push()
        await self.master.wait(4, 4)


@pyuvm.test()
class FlushTest(ControlTest):
    """A batch is published when it is full or asked for, never empty."""

    async def stimulus(self):
        self.queue(3)
        await self.master.push()
        await self.master.wait(3, 3)
        assert not self.collector.batches
        self.agent.flush()
        self.agent.flush()
        assert len(self.collector.batches) == 1
        assert self.kinds() == dict.fromkeys(TrafficKind, 3)


@pyuvm.test()
class FullMemoryTest(ControlTest):
    """An HDL memory that is full drops writes and refuses loads, and says so; Python's has no end."""

    async def stimulus(self):
        pages = 255  # of 256, one stays free
        if self.hdl:
            for page in range(pages):
                self.memory.write(BASE + page * PAGE_BYTES, bytes([page]))
        self.master.write(1, BASE, [(bytes([7]) * PORT.data_bytes, WHOLE)])
        self.master.write(1, BASE + pages * PAGE_BYTES, [(bytes([9]) * PORT.data_bytes, WHOLE)])
        await self.master.push()
        await self.master.wait(2, 0)
        self.agent.flush()

    def report_phase(self):
        if not self.hdl:
            super().report_phase()
            return
        (finding,) = self.findings.items
        assert finding.kind == AxiRule.MEMORY_FULL
        assert f"write to {BASE + 255 * PAGE_BYTES:#x} was dropped" in finding.message
        with pytest.raises(HdlMemoryFullError, match="MEMORY_MB"):
            self.memory.write(BASE + 256 * PAGE_BYTES, bytes(1))


@pyuvm.test()
class LoadTest(ControlTest):
    """Loaded bytes are read back across borders of beats and pages, the pattern around them and after a clear."""

    async def stimulus(self):
        data = self.rng.integers(0, 256, 300, np.uint8)
        start = BASE + PAGE_BYTES - 150
        self.memory.write(start, data)
        await self.read_back(lambda address, size: self.expected(start, data, address, size), 0)
        self.memory.clear()
        await self.read_back(self.untouched, 8)

    async def read_back(self, expected, before):
        first = BASE + PAGE_BYTES - 4 * PORT.data_bytes
        for beat in range(8):
            self.master.read(1, first + beat * PORT.data_bytes)
        await self.master.push()
        await self.master.wait(0, before + 8)
        got = b"".join(data for _, _, data in self.master.received()[before:])
        assert got == expected(first, 8 * PORT.data_bytes).tobytes()

    def untouched(self, address, size):
        return np.zeros(size, np.uint8) if self.zeroed else uninitialised_bytes(address, size)

    def expected(self, start, data, address, size):
        bytes_there = self.untouched(address, size).copy()
        bytes_there[start - address : start - address + len(data)] = data
        return bytes_there


@pyuvm.test()
class ZeroedLoadTest(LoadTest):
    """The same in a memory that begins as 0."""

    zeroed = True
