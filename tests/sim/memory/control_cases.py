"""Sleeping, withheld responses, reset and batches of the memory agent."""

from __future__ import annotations

import pyuvm
from cocotb.triggers import ClockCycles

from tb.memory.profile import HARSH, SLOW
from tb.memory.traffic import TrafficKind
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
    """An idle bus costs no wakes, whatever the profile."""

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
            assert self.agent.monitor.wakes > before + 10
            await ClockCycles(self.dut.clk, 5)


@pyuvm.test()
class HeldResponsesTest(ControlTest):
    """While responses are withheld everything else goes on."""

    async def stimulus(self):
        self.agent.hold_responses()
        self.queue(6)
        await self.master.push()
        await self.master.wait(0, 6)
        await ClockCycles(self.dut.clk, 200)
        assert int(self.dut.responses.value) == 0
        self.agent.release_responses()
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
