"""X and Z on the pins: four-state simulators only."""

from __future__ import annotations

import pyuvm
from cocotb.triggers import ClockCycles

from tb.memory.rules import AxiRule
from tests.sim.memory.axi_test_bench import AR, AW, PORT, WHOLE, W, request
from tests.sim.memory.fault_cases import BASE, BEAT, DATA, FaultTest


class UnknownTest(FaultTest):
    findings_expected = frozenset({AxiRule.UNKNOWN})


class UnknownValidTest(UnknownTest):
    """An X on an idle valid wakes the agent and is reported."""

    channel = AW

    async def fault(self):
        await ClockCycles(self.dut.clk, 20)
        self.dut.unknown_valid.value = self.channel
        await ClockCycles(self.dut.clk, 3)
        self.dut.unknown_valid.value = 0
        # The X went into the master's own registers.
        await self.do_reset()


@pyuvm.test()
class UnknownRequestValidTest(UnknownValidTest):
    pass


@pyuvm.test()
class UnknownDataValidTest(UnknownValidTest):
    channel = W


@pyuvm.test()
class UnknownReadRequestValidTest(UnknownValidTest):
    channel = AR


@pyuvm.test()
class UnknownReadyTest(UnknownTest):
    legal_after = False

    async def fault(self):
        self.dut.accept.value = "0x"
        self.master.write(1, BASE, [BEAT])
        await self.send(5)
        self.dut.accept.value = 3
        await self.send()


@pyuvm.test()
class UnknownAddressTest(UnknownTest):
    async def fault(self):
        self.master.bursts.append(request(1, 1, BASE)[:-7] + "x000000")
        self.master.write_beat(DATA)
        await self.send()

    def check_results(self):
        assert "awaddr is 0x00000000800000x0 under awvalid" in self.findings.items[0].message


@pyuvm.test()
class FloatingReadIdTest(UnknownTest):
    async def fault(self):
        self.master.reads.append("z" + request(1, 1, BASE)[1:])
        await self.send()

    def check_results(self):
        assert "arid is 0xx1 under arvalid" in self.findings.items[0].message


class PartlyUnknownDataTest(FaultTest):
    strobe = WHOLE

    async def fault(self):
        self.master.bursts.append(request(1, 1, BASE))
        self.master.write_beat(DATA, self.strobe)
        beat = self.master.beats[-1]
        unknown = 1 + PORT.data_bytes  # highest bit of the highest data byte
        self.master.beats[-1] = beat[:unknown] + "x" + beat[unknown + 1 :]
        await self.send()


@pyuvm.test()
class UnknownDataTest(PartlyUnknownDataTest):
    findings_expected = frozenset({AxiRule.UNKNOWN})


@pyuvm.test()
class UnknownUnstrobedDataTest(PartlyUnknownDataTest):
    """Bytes that the strobe leaves out may be anything."""

    strobe = (1 << 32) - 1
