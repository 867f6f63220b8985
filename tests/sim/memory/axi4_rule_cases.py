"""Each rule of a standard AXI4 port broken once, and what is legal although the public master does not send it."""

from __future__ import annotations

import cocotb
import pyuvm
from cocotb.triggers import ClockCycles

from tb.memory.axi import BurstKind, Response
from tb.memory.rules import AxiRule
from tests.sim.memory.axi4_bench import BASE, FULL_SIZE, WIDTH, RawTest

WHOLE = (1 << WIDTH) - 1
VALUE = int.from_bytes(bytes(range(1, WIDTH + 1)), "little")


class BrokenRequestTest(RawTest):
    """A legal write, then a write and a read that break a rule."""

    how: dict[str, int] = {}  # noqa: RUF012 - never changed
    address = BASE + 64
    beats = 4
    answer = Response.SLVERR

    async def stimulus(self):
        assert await self.burst(BASE, [(VALUE, WHOLE)] * 16) == Response.OKAY
        for number in range(16):
            self.model.write(BASE + WIDTH * number, VALUE.to_bytes(WIDTH, "little"), WHOLE)
        assert await self.burst(self.address, [(0, WHOLE)] * self.beats, **self.how) == self.answer
        data, answers = await self.fetch(self.address, self.beats, **self.how)
        assert answers == [self.answer] * self.beats
        if self.answer is Response.SLVERR:
            assert data == [bytes(WIDTH)] * self.beats

    def check_results(self):
        self.check_memory()
        assert sum(finding.count for finding in self.findings.items) >= 2


@pyuvm.test()
class WrapTest(BrokenRequestTest):
    how = {"kind": BurstKind.WRAP}  # noqa: RUF012
    findings_expected = frozenset({AxiRule.BURST_WRAP})

    def check_results(self):
        super().check_results()
        texts = {finding.message for finding in self.findings.items}
        assert any("awburst WRAP" in text and "WRAP bursts are not served" in text for text in texts)


@pyuvm.test()
class ReservedBurstTest(BrokenRequestTest):
    how = {"kind": BurstKind.RESERVED}  # noqa: RUF012
    findings_expected = frozenset({AxiRule.BURST_RESERVED})


@pyuvm.test()
class OversizeTest(BrokenRequestTest):
    how = {"size": FULL_SIZE + 1}  # noqa: RUF012
    beats = 1
    findings_expected = frozenset({AxiRule.SIZE})


class StoredTest(BrokenRequestTest):
    """It breaks a rule, and is done all the same."""

    answer = Response.OKAY

    async def stimulus(self):
        await super().stimulus()
        for number in range(1 if self.how.get("kind") == BurstKind.FIXED else self.beats):
            self.model.write(self.address + WIDTH * number, bytes(WIDTH), WHOLE)


@pyuvm.test()
class ExclusiveTest(StoredTest):
    how = {"lock": 1}  # noqa: RUF012
    findings_expected = frozenset({AxiRule.EXCLUSIVE})


@pyuvm.test()
class LongFixedTest(StoredTest):
    how = {"kind": BurstKind.FIXED}  # noqa: RUF012
    beats = 17
    findings_expected = frozenset({AxiRule.BURST_LENGTH})


@pyuvm.test()
class PageBoundaryTest(StoredTest):
    address = BASE + 4096 - WIDTH
    beats = 2
    findings_expected = frozenset({AxiRule.BURST_BOUNDARY})


@pyuvm.test()
class NarrowStrobeTest(RawTest):
    """A byte beside the lanes of a narrow beat is written."""

    findings_expected = frozenset({AxiRule.STROBE_LANES})

    async def stimulus(self):
        beats = [(VALUE, 1), (VALUE, 0b11)]
        assert await self.burst(BASE, beats, size=0) == Response.OKAY
        self.model.write(BASE, VALUE.to_bytes(WIDTH, "little"), 0b11)

    def check_results(self):
        super().check_results()
        (finding,) = self.findings.items
        assert "wstrb is 0x3, which goes beyond 0x2, the lanes of beat 2 of 2" in finding.message


@pyuvm.test()
class UnalignedStrobeTest(RawTest):
    """A byte below the address of an unaligned burst is written."""

    findings_expected = frozenset({AxiRule.STROBE_LANES})

    async def stimulus(self):
        assert await self.burst(BASE + 1, [(VALUE, WHOLE)]) == Response.OKAY
        self.model.write(BASE, VALUE.to_bytes(WIDTH, "little"), WHOLE)


@pyuvm.test()
class NarrowFixedTest(RawTest):
    """All beats of a narrow FIXED burst are on the same lanes; the public master moves them."""

    async def stimulus(self):
        for size in range(FULL_SIZE + 1):
            step, lane = 1 << size, WIDTH - (1 << size) + (size > 0)
            address, lanes = BASE + 128 * size + lane, (1 << WIDTH) - (1 << lane)
            values = [int.from_bytes(self.rng.bytes(WIDTH), "little") for _ in range(16)]
            how = {"size": size, "kind": BurstKind.FIXED}
            assert await self.burst(address, [(value, lanes) for value in values], **how) == Response.OKAY
            last = values[-1].to_bytes(WIDTH, "little")
            self.model.write(address - lane, last, lanes)
            data, _ = await self.fetch(address, 3, **how)
            assert data == [bytes(lane) + last[lane:]] * 3
            assert lane + step >= WIDTH

    def check_results(self):
        self.check_memory()
        self.check_writes()
        self.check_reads()


@pyuvm.test(skip="verilator" in cocotb.SIM_NAME.lower())
class UnknownShapeTest(RawTest):
    """X in what else requests say; Verilator knows two states only. Unknown bits count as 0."""

    findings_expected = frozenset({AxiRule.UNKNOWN, AxiRule.STROBE_LANES})

    async def stimulus(self):
        assert await self.burst(BASE, [(VALUE, 0b11)], size="x00", lock="x") == Response.OKAY
        self.model.write(BASE, VALUE.to_bytes(WIDTH, "little"), 0b11)
        data, answers = await self.fetch(BASE, 2, size="x01", kind="0x")
        assert data == [bytes([1, 2]) + bytes(WIDTH - 2)] * 2
        assert answers == [Response.OKAY] * 2

    def check_results(self):
        super().check_results()
        texts = [finding.message for finding in self.findings.items if finding.kind == AxiRule.UNKNOWN]
        pins = ("awsize is 0xx", "awlock is 0xx", "arsize is 0xx", "arburst is 0xx")
        assert all(any(pin in text for text in texts) for pin in pins), texts


@pyuvm.test()
class ExokayTest(RawTest):
    """A slave answers EXOKAY; the test spoils the pins while the master takes nothing."""

    findings_expected = frozenset({AxiRule.RESPONSE, AxiRule.STABLE_PAYLOAD})

    def pin(self, name):
        return getattr(self.dut.m_axi_memory, name) if self.hdl else getattr(self.dut, f"m_axi_{name}")

    async def stimulus(self):
        self.b.pause = self.r.pause = True
        await self.aw.send(self.aw._transaction_obj(awaddr=BASE, awsize=FULL_SIZE, awburst=1))
        await self.w.send(self.w._transaction_obj(wdata=VALUE, wstrb=WHOLE, wlast=1))
        await self.ar.send(self.ar._transaction_obj(araddr=BASE, arsize=FULL_SIZE, arburst=1))
        self.model.write(BASE, VALUE.to_bytes(WIDTH, "little"), WHOLE)
        await ClockCycles(self.dut.clk, 20)
        for name in ("bresp", "rresp"):
            self.pin(name).value = Response.EXOKAY.value
        await ClockCycles(self.dut.clk, 2)
        self.b.pause = self.r.pause = False
        await self.b.recv()
        await self.r.recv()

    def check_results(self):
        self.check_memory()
