"""The AXI4-Lite agent against a small register file that can misbehave."""

import itertools
from dataclasses import replace
from typing import ClassVar

import cocotb
import pyuvm
from cocotb.triggers import RisingEdge, Timer

from tb.register_bus.observation import RegisterEvent
from tests.sim.register_bus.axi_lite.axi_lite_parts import PERIOD_NS, AxiLiteCase, read, write


@pyuvm.test()
class AxiLiteReadsReturnWhatWasWritten(AxiLiteCase):
    """Posted and non-posted writes, then reads; every step observed once, in order."""

    async def scenario(self):
        await self.play(write(1, 0x1234), write(2, 0xFFFF_FFFF, posted=False))
        items = await self.play(read(1), read(2))
        assert [item.data for item in items] == [0x1234, 0xFFFF_FFFF]
        assert not any(item.failure or item.refused for item in items)
        assert self.seen() == [
            (RegisterEvent.WRITE, 4, 0x1234),
            (RegisterEvent.WRITE_COMPLETE, 4, 0),
            (RegisterEvent.WRITE, 8, 0xFFFF_FFFF),
            (RegisterEvent.WRITE_COMPLETE, 8, 0),
            (RegisterEvent.READ, 4, 0),
            (RegisterEvent.READ_DATA, 4, 0x1234),
            (RegisterEvent.READ, 8, 0),
            (RegisterEvent.READ_DATA, 8, 0xFFFF_FFFF),
        ]
        assert not any(seen.posted for seen in self.heard)


@pyuvm.test()
class AddressAndDataComeInEitherOrder(AxiLiteCase):
    """A write is accepted when the later of the two is, whichever that is."""

    knobs: ClassVar = {"data_lag_cycles": iter([0, 3, -2, 1]), "gap_cycles": iter([0, 2])}

    async def scenario(self):
        await self.play(*(write(word, 10 + word) for word in range(5)))
        items = await self.play(*(read(word) for word in range(5)))
        assert [item.data for item in items] == [10 + word for word in range(5)]
        writes = [seen for seen in self.heard if seen.event is RegisterEvent.WRITE]
        answers = [seen for seen in self.heard if seen.event is RegisterEvent.WRITE_COMPLETE]
        assert len({answer.time_ns - asked.time_ns for asked, answer in zip(writes, answers, strict=True)}) == 1


@pyuvm.test()
class SeveralOutstanding(AxiLiteCase):
    """With more than one outstanding, requests overlap, reads do not overtake writes, answers are responses."""

    knobs: ClassVar = {"max_outstanding": 4}

    async def scenario(self):
        items = await self.play(*(write(word, 50 + word, posted=False) for word in range(8)))
        items += await self.play(*(read(word) for word in range(8)))
        await self.answers(items[:8])
        assert await self.answers(items[8:]) == [50 + word for word in range(8)]
        events = [seen.event for seen in self.heard]
        assert events.index(RegisterEvent.READ) > 15
        for asked in (RegisterEvent.READ, RegisterEvent.WRITE):
            steps = [1 if event is asked else -1 for event in events if event.name.split("_")[0] == asked.name]
            assert 2 < max(itertools.accumulate(steps)) <= 4


@pyuvm.test()
class ReadsAmongWrites(AxiLiteCase):
    """If told so, reads are asked for while writes wait."""

    knobs: ClassVar = {"max_outstanding": 4, "overlap": True}

    async def scenario(self):
        items = await self.play(*(kind for word in range(4) for kind in (write(word, 9), read(word + 32))))
        assert await self.answers(items[1::2]) == [0] * 4
        events = [seen.event for seen in self.heard]
        assert events.index(RegisterEvent.READ) < events.index(RegisterEvent.WRITE_COMPLETE)


@pyuvm.test()
class AnswersWaitForReady(AxiLiteCase):
    """Back-pressure on both channels of answers: nothing is lost, and each waits as long as it is told."""

    knobs: ClassVar = {
        "max_outstanding": 4,
        "bready_waits": itertools.cycle([0, 3, 1]),
        "rready_waits": itertools.cycle([5, 0]),
    }

    async def scenario(self):
        await self.play(*(write(word, 70 + word) for word in range(9)))
        items = await self.play(*(read(word) for word in range(9)))
        assert await self.answers(items) == [70 + word for word in range(9)]
        reads = [seen.time_ns for seen in self.heard if seen.event is RegisterEvent.READ_DATA]
        gaps = {(later - earlier) / PERIOD_NS for earlier, later in itertools.pairwise(reads)}
        assert gaps == {7.0, 2.0}


@pyuvm.test()
class StrobesWriteBytes(AxiLiteCase):
    """A part of a register is written, and observed so."""

    knobs: ClassVar = {"partial_writes": True}

    async def scenario(self):
        await self.play(write(3, 0x1122_3344), write(3, 0xAABB_CCDD, strobe=0b0101, posted=False))
        (item,) = await self.play(read(3))
        assert item.data == 0x11BB_33DD
        assert [seen.strobe for seen in self.heard if seen.event is RegisterEvent.WRITE] == [0b1111, 0b0101]


@pyuvm.test()
class PartialWriteIsFound(AxiLiteCase):
    """Where registers are written whole, a part of one is a finding."""

    expected = ("axi-lite-strobe",)

    async def scenario(self):
        await self.play(write(3, 1), write(3, 2, strobe=0b0011, posted=False))


@pyuvm.test()
class RefusedAccessIsFound(AxiLiteCase):
    """An error that nobody awaits."""

    expected = ("axi-lite-response",)

    async def scenario(self):
        self.dut.refuse.value = 1
        items = await self.play(write(3, 1, posted=False), read(3))
        assert all(item.refused and not item.failure for item in items)
        assert self.messages() == [
            "AXI4-Lite write complete of 0x0000c is SLVERR, expected OKAY",
            "AXI4-Lite read data of 0x0000c is SLVERR, expected OKAY",
        ]
        assert [seen.refused for seen in self.heard] == [False, True] * 2


@pyuvm.test()
class AwaitedErrorsAreRight(AxiLiteCase):
    """Behind the last register the design must refuse."""

    knobs: ClassVar = {"refused_addresses": (range(0x100, 0x200),)}

    async def scenario(self):
        items = await self.play(write(64, 1, posted=False), read(0x7F), write(63, 5, posted=False))
        assert [item.refused for item in items] == [True, True, False]


@pyuvm.test()
class MissingErrorIsFound(AxiLiteCase):
    """OKAY where an error is awaited."""

    knobs: ClassVar = {"refused_addresses": (range(0x10, 0x14),)}
    expected = ("axi-lite-response",)

    async def scenario(self):
        await self.play(read(3), read(4), read(5))
        assert self.messages() == ["AXI4-Lite read data of 0x00010 is OKAY, expected SLVERR or DECERR"]


@pyuvm.test()
class ExclusiveAnswerIsFound(AxiLiteCase):
    """EXOKAY is no answer of AXI4-Lite."""

    expected = ("axi-lite-response",)

    async def scenario(self):
        self.dut.exclusive.value = 1
        await self.play(read(3))


@pyuvm.test()
class UnansweredAccessIsGivenUp(AxiLiteCase):
    """A design that never answers: the watchdog names the address, and the next access works."""

    knobs: ClassVar = {"watchdog_cycles": 40, "name_address": lambda address: f"WORD_{address // 4}"}
    expected = ("axi-lite-hang", "axi-lite-unanswered")

    async def scenario(self):
        self.dut.mute.value = 1
        items = await self.play(read(9), write(9, 1, posted=False))
        self.dut.mute.value = 0
        assert all("WORD_9" in item.failure and "not answered within 40 cycles" in item.failure for item in items)
        (posted,) = await self.play(write(8, 1))
        assert not posted.failure


@pyuvm.test()
class UnansweredPostedWriteIsFound(AxiLiteCase):
    """Nobody waits for the answer of a posted write, but it must come."""

    knobs: ClassVar = {"watchdog_cycles": 40}
    expected = ("axi-lite-hang", "axi-lite-unanswered")

    async def scenario(self):
        self.dut.mute.value = 1
        await self.play(write(9, 1))
        await self.cycles(50)


@pyuvm.test()
class AxiLiteRequestIsGivenUp(AxiLiteCase):
    """A design that takes no request: the watchdog tells it, and the monitor that the request went away."""

    knobs: ClassVar = {"watchdog_cycles": 30}
    expected = ("axi-lite-hang", "axi-lite-withdrawn")

    async def scenario(self):
        self.dut.stall.value = 1
        (item,) = await self.play(read(3))
        assert "not accepted within 30 cycles" in item.failure
        await self.cycles(2)
        assert self.heard == []


@pyuvm.test()
class HalfAWriteIsFound(AxiLiteCase):
    """An address that is taken without its data."""

    knobs: ClassVar = {"watchdog_cycles": 30}
    expected = ("axi-lite-hang", "axi-lite-withdrawn", "axi-lite-unpaired")

    async def scenario(self):
        self.dut.stall_data.value = 1
        (item,) = await self.play(write(3, 1))
        assert "not accepted" in item.failure
        await self.cycles(2)


@pyuvm.test()
class AxiLiteStrayAnswersAreFound(AxiLiteCase):
    """Answers that nobody asked for."""

    expected = ("axi-lite-stray",)

    async def scenario(self):
        await self.fault("stray")
        await self.cycles(3)
        assert self.env.findings.counts.total() == 2
        assert self.heard == []


@pyuvm.test()
class ChangedAnswerIsFound(AxiLiteCase):
    """Data that change while they wait for ready."""

    knobs: ClassVar = {"rready_waits": itertools.repeat(4)}
    expected = ("axi-lite-unstable",)

    async def scenario(self):
        reading = cocotb.start_soon(self.play(read(3)))
        await RisingEdge(self.dut.s_axi_rvalid)
        await self.cycles(1)
        await self.fault("flip", 5)
        await reading


@pyuvm.test()
class LateAnswerIsDropped(AxiLiteCase):
    """The answer of a read that was given up does not end up in the next one."""

    knobs: ClassVar = {"watchdog_cycles": 2, "refused_addresses": (range(0x100, 0x200),)}
    expected = ("axi-lite-hang",)

    async def scenario(self):
        (late,) = await self.play(read(64))
        assert late.failure
        driver = self.env.agent.driver
        driver.config = replace(driver.config, watchdog_cycles=100)
        (item,) = await self.play(read(2))
        assert (item.refused, item.failure) == (False, "")


@pyuvm.test()
class AxiLiteResetDropsWhatWasUnderWay(AxiLiteCase):
    """A reset cuts unanswered accesses off; afterwards everything works, and nothing is left over."""

    async def scenario(self):
        for item in (read(5), write(5, 1, posted=False)):
            self.dut.mute.value = 1
            cut = cocotb.start_soon(self.play(item))
            await self.cycles(8)
            self.dut.mute.value = 0
            await self.env.clocking.reset()
            await cut
            assert "cut off by a reset" in item.failure
        self.dut.stall_data.value = 1
        cut = cocotb.start_soon(self.play(write(6, 1)))
        await self.cycles(8)
        self.dut.stall_data.value = 0
        await self.env.clocking.reset()
        await cut
        await self.play(write(5, 55))
        (again,) = await self.play(read(5))
        assert (again.data, again.failure) == (55, "")


@pyuvm.test()
class IdleAxiLiteWakesNobody(AxiLiteCase):
    """On an idle bus, and while an answer is awaited, no coroutine of the agent runs, whatever the clock does."""

    knobs: ClassVar = {"watchdog_cycles": 2000}
    expected = ("axi-lite-hang", "axi-lite-unanswered")

    async def scenario(self):
        await self.play(write(0, 0, posted=False))
        await self.cycles(3)
        monitor = self.env.agent.monitor
        before = monitor.wakes
        await Timer(1000 * PERIOD_NS, "ns")
        assert monitor.wakes == before
        self.dut.mute.value = 1
        await self.play(read(0))
        assert 0 < monitor.wakes - before < 5


@pyuvm.test(skip=cocotb.SIM_NAME == "Verilator")
class AxiLiteUnknownLevelsAreFound(AxiLiteCase):
    """X on a valid and in data (four-state simulators only)."""

    expected = ("axi-lite-unknown",)

    async def scenario(self):
        await self.fault("unknown_valid")
        await self.cycles(2)
        assert self.messages() == ["AXI4-Lite rvalid is X"]
        self.dut.unknown_data.value = 1
        await self.play(read(3))
        assert "read data of 0x0000c has unknown bits" in self.messages()[1]
