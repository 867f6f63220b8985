"""Each rule of the port, broken exactly once: its finding must come, and no other that does not follow from it."""

from __future__ import annotations

import pyuvm
from cocotb.triggers import ClockCycles, RisingEdge

from tb.memory.profile import MemoryProfile, Stall
from tb.memory.rules import AxiRule
from tests.sim.memory.axi_test_bench import AR, AW, PORT, WHOLE, MemoryAgentTest, W, request

BASE = 0x8000_0000
DATA = bytes(range(PORT.data_bytes))
BEAT = (DATA, WHOLE)


class FaultTest(MemoryAgentTest):
    """Legal traffic, the fault, legal traffic."""

    legal_after = True

    async def stimulus(self):
        await self.legal()
        await self.fault()
        await ClockCycles(self.dut.clk, 10)
        if self.legal_after:
            await self.legal()

    async def legal(self):
        before = int(self.dut.responses.value), int(self.dut.read_beats.value)
        self.master.write(2, BASE, [BEAT] * 2)
        self.master.read(3, BASE, 2)
        await self.master.push()
        await self.master.wait(before[0] + 1, before[1] + 2)

    async def fault(self):
        raise NotImplementedError

    async def send(self, cycles=20):
        await self.master.push()
        await ClockCycles(self.dut.clk, cycles)


@pyuvm.test()
class LongBurstTest(FaultTest):
    findings_expected = frozenset({AxiRule.BURST_LENGTH, AxiRule.BURST_BOUNDARY})

    async def fault(self):
        self.master.read(1, BASE, 5)
        await self.send()


@pyuvm.test()
class BoundaryTest(FaultTest):
    findings_expected = frozenset({AxiRule.BURST_BOUNDARY})

    async def fault(self):
        self.master.write(1, BASE + 192, [BEAT] * 2)
        await self.send()


@pyuvm.test()
class ReadAlignmentTest(FaultTest):
    findings_expected = frozenset({AxiRule.ADDRESS_ALIGNMENT})

    async def fault(self):
        self.master.read(1, BASE + 32)
        await self.send()


@pyuvm.test()
class WriteAlignmentTest(FaultTest):
    findings_expected = frozenset({AxiRule.ADDRESS_ALIGNMENT})

    async def fault(self):
        self.master.write(1, BASE + 16, [BEAT])
        await self.send()


@pyuvm.test()
class ReadIdTest(FaultTest):
    findings_expected = frozenset({AxiRule.ID_RANGE})

    async def fault(self):
        self.master.read(10, BASE)
        await self.send()


@pyuvm.test()
class WriteIdTest(FaultTest):
    findings_expected = frozenset({AxiRule.ID_RANGE})

    async def fault(self):
        self.master.write(200, BASE, [BEAT])
        await self.send()


@pyuvm.test()
class OddStrobeTest(FaultTest):
    findings_expected = frozenset({AxiRule.STROBE})

    async def fault(self):
        self.master.write(1, BASE, [(DATA, WHOLE >> 1)])
        await self.send()


@pyuvm.test()
class EmptyStrobeTest(FaultTest):
    findings_expected = frozenset({AxiRule.STROBE})

    async def fault(self):
        self.master.write(1, BASE, [(DATA, 0)])
        await self.send()


@pyuvm.test()
class EarlyLastTest(FaultTest):
    findings_expected = frozenset({AxiRule.WLAST_EARLY})

    async def fault(self):
        self.master.bursts.append(request(1, 3, BASE))
        self.master.write_beat(DATA, last=False)
        self.master.write_beat(DATA, last=True)
        await self.send()


@pyuvm.test()
class MissingLastTest(FaultTest):
    findings_expected = frozenset({AxiRule.WLAST_MISSING})

    async def fault(self):
        self.master.bursts.append(request(1, 2, BASE))
        self.master.write_beat(DATA, last=False)
        self.master.write_beat(DATA, last=False)
        await self.send()


@pyuvm.test()
class OrphanDataTest(FaultTest):
    """Too long alone, but in the end the request comes."""

    findings_expected = frozenset({AxiRule.ORPHAN_DATA})

    async def fault(self):
        self.master.write_beat(DATA)
        await self.send(120)
        self.master.bursts.append(request(1, 1, BASE))
        await self.send()


@pyuvm.test()
class LeftoverDataTest(FaultTest):
    findings_expected = frozenset({AxiRule.ORPHAN_DATA, AxiRule.OUTSTANDING})
    legal_after = False

    async def fault(self):
        self.master.write_beat(DATA)
        await self.send()


@pyuvm.test()
class MissingDataTest(FaultTest):
    findings_expected = frozenset({AxiRule.OUTSTANDING})
    legal_after = False

    async def fault(self):
        self.master.bursts.append(request(1, 1, BASE))
        await self.send()


@pyuvm.test()
class UnansweredTest(FaultTest):
    findings_expected = frozenset({AxiRule.OUTSTANDING})
    profile = MemoryProfile(response_latency=(50, 50), read_latency=(50, 50))
    legal_after = False

    async def fault(self):
        self.master.write(1, BASE, [BEAT])
        self.master.read(1, BASE)
        await self.send(10)

    def check_results(self):
        (finding,) = self.findings.items
        assert len(finding.details) == 2


class WaitingTest(FaultTest):
    """The slave stalls for long, so there is a wait to be spoiled; the pins are spoiled for one clock."""

    profile = MemoryProfile(aw_stall=Stall(0.5, (20, 20)), w_stall=Stall(0.5, (20, 20)), ar_stall=Stall(0.5, (20, 20)))
    channel = AW
    pin = "break_payload"

    async def fault(self):
        for _ in range(4):  # one of them has to wait
            self.master.write(1, BASE, [BEAT])
            self.master.read(1, BASE)
        await self.master.push()
        waiting = {AW: "mem_aw_aw", W: "mem_w_w", AR: "mem_ar_ar"}[self.channel]
        valid, ready = getattr(self.dut, waiting + "valid"), getattr(self.dut, waiting + "ready")
        for _ in range(100):
            await ClockCycles(self.dut.clk, 3)
            if valid.value and not ready.value:
                break
        getattr(self.dut, self.pin).value = self.channel
        await ClockCycles(self.dut.clk, 1)
        getattr(self.dut, self.pin).value = 0
        await self.master.wait(5, 6)


@pyuvm.test()
class RequestChangeTest(WaitingTest):
    findings_expected = frozenset({AxiRule.STABLE_PAYLOAD})


@pyuvm.test()
class DataChangeTest(WaitingTest):
    channel = W
    findings_expected = frozenset({AxiRule.STABLE_PAYLOAD})


@pyuvm.test()
class ReadRequestChangeTest(WaitingTest):
    channel = AR
    findings_expected = frozenset({AxiRule.STABLE_PAYLOAD})


class ValidDropTest(WaitingTest):
    pin = "break_valid"
    findings_expected = frozenset({AxiRule.STABLE_VALID})


@pyuvm.test()
class RequestDropTest(ValidDropTest):
    pass


@pyuvm.test()
class DataDropTest(ValidDropTest):
    channel = W


@pyuvm.test()
class ReadRequestDropTest(ValidDropTest):
    channel = AR


class SlaveFaultTest(FaultTest):
    """The test spoils the slave's own pins behind the responder's back."""

    def pin(self, name):
        """What drives a pin, such as ``b_bvalid``: Python itself, or a register of the HDL memory."""
        return getattr(self.dut.mem_memory, name[2:]) if self.hdl else getattr(self.dut, f"mem_{name}")

    async def pulse(self, **values):
        for pin, value in values.items():
            self.pin(pin).value = value
        await ClockCycles(self.dut.clk, 1)
        for pin in values:
            if pin.endswith("valid"):
                self.pin(pin).value = 0


@pyuvm.test()
class StrayResponseTest(SlaveFaultTest):
    findings_expected = frozenset({AxiRule.UNREQUESTED_RESPONSE})
    legal_after = False  # the master counts the stray one too

    async def fault(self):
        await self.pulse(b_bvalid=1, b_bid=4)


@pyuvm.test()
class WrongResponseIdTest(SlaveFaultTest):
    findings_expected = frozenset({AxiRule.UNREQUESTED_RESPONSE, AxiRule.OUTSTANDING})
    legal_after = False

    async def fault(self):
        self.agent.hold_responses(holding=True)
        self.master.write(1, BASE, [BEAT])
        await self.send()
        await self.pulse(b_bvalid=1, b_bid=2)


@pyuvm.test()
class StrayDataTest(SlaveFaultTest):
    findings_expected = frozenset({AxiRule.UNREQUESTED_DATA})
    legal_after = False

    async def fault(self):
        await self.pulse(r_rvalid=1, r_rid=4, r_rlast=1, r_rdata=0)


@pyuvm.test()
class WrongLastTest(SlaveFaultTest):
    findings_expected = frozenset({AxiRule.RLAST})

    async def fault(self):
        # It stands at 1 from the read before, and the Python responder leaves it there for a single beat.
        self.pin("r_rlast").value = 0
        self.master.read(1, BASE, 1)
        await self.master.push()
        if self.hdl:
            await RisingEdge(self.dut.mem_r_rvalid)
            self.pin("r_rlast").value = 0
        await self.send()


class SlaveWaitTest(SlaveFaultTest):
    """The master takes nothing while the slave's pins are spoiled for one clock."""

    spoil: tuple[str, int] = ("r_rdata", 99)

    async def fault(self):
        self.dut.accept.value = 0
        self.master.write(1, BASE, [BEAT])
        self.master.read(1, BASE)
        await self.send()
        pin, value = self.spoil
        handle = self.pin(pin)
        before = handle.value
        handle.value = value
        await ClockCycles(self.dut.clk, 1)
        handle.value = before
        await ClockCycles(self.dut.clk, 3)
        self.dut.accept.value = 3
        await self.send()


@pyuvm.test()
class ReadDataChangeTest(SlaveWaitTest):
    findings_expected = frozenset({AxiRule.STABLE_PAYLOAD})


@pyuvm.test()
class ResponseDropTest(SlaveWaitTest):
    spoil = ("b_bvalid", 0)
    findings_expected = frozenset({AxiRule.STABLE_VALID})
