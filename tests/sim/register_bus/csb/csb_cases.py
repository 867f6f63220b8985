"""The CSB agent against a small slave that can misbehave."""

import itertools
from dataclasses import replace
from typing import ClassVar

import cocotb
import pyuvm
from cocotb.simtime import get_sim_time
from cocotb.triggers import ClockCycles, RisingEdge, Timer
from pyuvm import uvm_test

from tb.register_bus.item import RegisterItem
from tb.register_bus.observation import RegisterEvent
from tests.sim.register_bus.csb.csb_parts import PERIOD_NS, SlaveEnv

LATENCY_NS = 5 * PERIOD_NS


def write(word, data, **kind):
    return RegisterItem(4 * word, write=True, data=data, **kind)


def read(word):
    return RegisterItem(4 * word, write=False)


class CsbCase(uvm_test):
    """Resets the slave, then runs `scenario`; what it left in `expected` must be all that was found."""

    knobs: ClassVar = {}
    expected: tuple = ()

    def build_phase(self):
        self.dut = cocotb.top
        self.env = SlaveEnv("env", self, self.dut, **self.knobs)

    async def run_phase(self):
        self.raise_objection()
        await self.env.clocking.reset()
        await self.scenario()
        self.drop_objection()

    def report_phase(self):
        assert self.env.kinds() == list(self.expected), self.env.findings.items

    def turn(self, **knobs):
        """Turn knobs of the driver while it works."""
        driver = self.env.csb.driver
        driver.config = replace(driver.config, **knobs)

    async def cycles(self, number):
        await ClockCycles(self.dut.clk, number)

    async def fault(self, name, cycles=1):
        pin = getattr(self.dut, name)
        pin.value = 1
        await self.cycles(cycles)
        pin.value = 0


@pyuvm.test()
class ReadsReturnWhatWasWritten(CsbCase):
    """Posted and non-posted writes, then reads; every step observed once, in order."""

    async def scenario(self):
        await self.env.play(write(1, 0x1234), write(2, 0xFFFF_FFFF, posted=False), write(3, 7))
        items = await self.env.play(read(1), read(2), read(3))
        assert [item.data for item in items] == [0x1234, 0xFFFF_FFFF, 7]
        assert not any(item.failure for item in items)
        events = [(seen.event, seen.address, seen.data) for seen in self.env.heard]
        assert events == [
            (RegisterEvent.WRITE, 4, 0x1234),
            (RegisterEvent.WRITE, 8, 0xFFFF_FFFF),
            (RegisterEvent.WRITE_COMPLETE, 8, 0),
            (RegisterEvent.WRITE, 12, 7),
            *(
                (event, 4 * word, data)
                for word, data in ((1, 0x1234), (2, 0xFFFF_FFFF), (3, 7))
                for event, data in ((RegisterEvent.READ, 0), (RegisterEvent.READ_DATA, data))
            ),
        ]
        assert [seen.posted for seen in self.env.heard[:4]] == [True, False, False, True]
        answers = [
            seen for seen in self.env.heard if seen.event in (RegisterEvent.READ_DATA, RegisterEvent.WRITE_COMPLETE)
        ]
        assert [seen.time_ns - seen.request_time_ns for seen in answers] == [LATENCY_NS] * 4


@pyuvm.test()
class PostedWritesFollowWithoutGaps(CsbCase):
    """One posted write a cycle; where ready is low the request waits, and none is lost or doubled."""

    async def scenario(self):
        cocotb.start_soon(self.stall_twice())
        await self.env.play(*(write(word, 100 + word) for word in range(16)))
        times = [seen.time_ns for seen in self.env.heard]
        gaps = [(later - earlier) / PERIOD_NS for earlier, later in itertools.pairwise(times)]
        assert len(times) == 16
        assert sorted(gaps) == [1.0] * 13 + [4.0, 4.0], gaps
        items = await self.env.play(*(read(word) for word in range(16)))
        assert [item.data for item in items] == [100 + word for word in range(16)]

    async def stall_twice(self):
        for _ in range(2):
            await self.cycles(5)
            await self.fault("stall", 3)


@pyuvm.test()
class GapsLieBetweenRequests(CsbCase):
    """The gap generator's cycles are in front of each request."""

    knobs: ClassVar = {"gap_cycles": iter([0, 3, 0, 2])}

    async def scenario(self):
        await self.env.play(*(write(word, word) for word in range(5)))
        times = [seen.time_ns for seen in self.env.heard]
        assert [(b - a) / PERIOD_NS for a, b in itertools.pairwise(times)] == [4.0, 1.0, 3.0, 1.0]


@pyuvm.test()
class SeveralOutstandingReads(CsbCase):
    """With more than one outstanding, requests overlap and answers come back as responses."""

    knobs: ClassVar = {"max_outstanding": 3}

    async def scenario(self):
        await self.env.play(*(write(word, 50 + word) for word in range(6)))
        items = await self.env.play(*(read(word) for word in range(6)))
        for item in items:
            answered = await self.env.csb.sequencer.get_response(item.get_transaction_id())
            assert answered is item
        assert [item.data for item in items] == [50 + word for word in range(6)]
        reads = [seen for seen in self.env.heard if seen.event in (RegisterEvent.READ, RegisterEvent.READ_DATA)]
        open_reads = list(itertools.accumulate(1 if seen.event is RegisterEvent.READ else -1 for seen in reads))
        assert max(open_reads) == 3
        assert open_reads[-1] == 0


@pyuvm.test()
class UnansweredReadIsGivenUp(CsbCase):
    """A slave that never answers: the watchdog names the address, and the next access works."""

    knobs: ClassVar = {"watchdog_cycles": 40, "name_address": lambda address: f"WORD_{address // 4}"}
    expected = ("csb-hang", "csb-unanswered")

    async def scenario(self):
        self.dut.mute.value = 1
        (item,) = await self.env.play(read(9))
        self.dut.mute.value = 0
        assert "WORD_9" in item.failure
        assert "not answered within 40 cycles" in item.failure
        (other,) = await self.env.play(write(9, 1))
        assert not other.failure


@pyuvm.test()
class RefusedRequestIsGivenUp(CsbCase):
    """A slave that is never ready: the watchdog tells it, and the monitor that the request went away."""

    knobs: ClassVar = {"watchdog_cycles": 30}
    expected = ("csb-hang", "csb-withdrawn")

    async def scenario(self):
        self.dut.stall.value = 1
        (item,) = await self.env.play(write(3, 3))
        assert "not accepted within 30 cycles" in item.failure
        await self.cycles(2)
        assert self.env.heard == []


@pyuvm.test()
class StrayAnswersAreFound(CsbCase):
    """Answers that nobody asked for."""

    expected = ("csb-stray",)

    async def scenario(self):
        await self.fault("stray_read")
        await self.cycles(2)
        await self.fault("stray_complete", 2)
        await self.cycles(2)
        assert self.env.findings.counts.total() == 3
        assert self.env.heard == []


@pyuvm.test()
class LateAnswerIsNobodys(CsbCase):
    """The answer of a read that was given up does not end up in the next one."""

    knobs: ClassVar = {"watchdog_cycles": 2}
    expected = ("csb-hang",)

    async def scenario(self):
        await self.env.play(write(1, 0x11), write(2, 0x22))
        (late,) = await self.env.play(read(1))
        assert late.failure
        self.turn(watchdog_cycles=100)
        (item,) = await self.env.play(read(2))
        assert (item.data, item.failure) == (0x22, "")


@pyuvm.test()
class ResetDropsWhatWasUnderWay(CsbCase):
    """A reset cuts an unanswered access off; afterwards everything works, and nothing is left over."""

    async def scenario(self):
        for item in (read(5), write(5, 1, posted=False)):
            self.dut.mute.value = 1
            cut = cocotb.start_soon(self.env.play(item))
            await self.cycles(8)
            self.dut.mute.value = 0
            await self.env.clocking.reset()
            await cut
            assert "cut off by a reset" in item.failure
        await self.env.play(write(5, 55))
        (again,) = await self.env.play(read(5))
        assert (again.data, again.failure) == (55, "")


@pyuvm.test()
class ItemsWaitUntilTheResetIsOver(CsbCase):
    """Items that come during a reset, right behind it or with a gap into it are played some cycles after it."""

    async def scenario(self):
        for gap in (0, 12):
            self.turn(gap_cycles=iter([gap]))
            item = write(5, 55)
            playing = cocotb.start_soon(self.env.play(item))
            cocotb.start_soon(self.env.clocking.reset(20, 0))
            await self.cycles(5)
            assert self.env.reset.asserted
            await playing
            assert not item.failure
            await self.env.play(write(6, 66))
        await self.env.clocking.reset(20, 0)
        start = get_sim_time("ns")
        self.env.heard.clear()
        await self.env.play(write(5, 55))
        assert self.env.heard[0].time_ns - start == (10 + 1) * PERIOD_NS


@pyuvm.test()
class IdleBusWakesNobody(CsbCase):
    """On an idle bus no coroutine of the agent runs, whatever the clock does."""

    async def scenario(self):
        await self.env.play(write(0, 0))
        await self.cycles(3)
        looks = 0
        pin_is_high = self.env.csb.monitor._is_high

        def counted(pin):
            nonlocal looks
            looks += 1
            return pin_is_high(pin)

        self.env.csb.monitor._is_high = counted
        await Timer(1000 * PERIOD_NS, "ns")
        assert looks == 0
        await self.env.play(write(0, 0))
        assert looks > 0


class PassiveCase(CsbCase):
    """The test drives the pins itself; the agent only watches."""

    knobs: ClassVar = {"active": False}

    async def put(self, *, valid=1, address=0, data=0, write=0, nposted=0):
        await RisingEdge(self.dut.clk)
        self.dut.csb_valid.value = valid
        self.dut.csb_addr.value = address
        self.dut.csb_wdat.value = data
        self.dut.csb_write.value = write
        self.dut.csb_nposted.value = nposted

    async def run_phase(self):
        self.dut.csb_valid.value = 0
        await super().run_phase()


@pyuvm.test()
class PassiveAgentSeesForeignRequests(PassiveCase):
    """Without a driver, requests of somebody else are observed with their answers."""

    async def scenario(self):
        assert not hasattr(self.env.csb, "driver")
        await self.put(address=7, data=77, write=1)
        await self.put(address=7, data=123)  # write data of a read mean nothing
        await self.put(valid=0)
        await self.cycles(10)
        seen = [(item.event, item.address, item.data) for item in self.env.heard]
        assert seen == [(RegisterEvent.WRITE, 28, 77), (RegisterEvent.READ, 28, 0), (RegisterEvent.READ_DATA, 28, 77)]


@pyuvm.test()
class ChangedPayloadIsFound(PassiveCase):
    """A request that changes while it waits for ready."""

    expected = ("csb-unstable",)

    async def scenario(self):
        self.dut.stall.value = 1
        await self.put(address=7, data=1, write=1)
        await self.put(address=7, data=2, write=1)
        await self.put(address=7, data=2, write=1)
        self.dut.stall.value = 0
        await self.put(valid=0)
        await self.cycles(2)
        assert self.env.findings.counts.total() == 1
        assert [item.data for item in self.env.heard] == [2]


@pyuvm.test()
class WithdrawnRequestIsFound(PassiveCase):
    """A request that goes away before it was accepted."""

    expected = ("csb-withdrawn",)

    async def scenario(self):
        self.dut.stall.value = 1
        await self.put(address=7)
        await self.put(valid=0)
        await self.cycles(2)
        assert self.env.heard == []


@pyuvm.test()
class UnansweredRequestIsFoundAtTheEnd(PassiveCase):
    """A passive agent has no watchdog; the end of the test shows what was not answered."""

    expected = ("csb-unanswered",)

    async def scenario(self):
        self.dut.mute.value = 1
        await self.put(address=7, write=1, nposted=1)
        await self.put(valid=0)
        await self.cycles(20)


@pyuvm.test()
class SeveralUnansweredRequestsAreCounted(PassiveCase):
    """What is lost where several wait: the finding says how many did."""

    expected = ("csb-unanswered",)

    async def scenario(self):
        self.dut.mute.value = 1
        await self.put(address=7)
        await self.put(address=8)
        await self.put(valid=0)
        await self.cycles(20)

    def report_phase(self):
        super().report_phase()
        assert all("up to 2 waited" in item.message for item in self.env.findings.items)


@pyuvm.test(skip=cocotb.SIM_NAME == "Verilator")
class UnknownLevelsAreFound(PassiveCase):
    """X on a valid, on ready's partner and in data (four-state simulators only)."""

    expected = ("csb-unknown",)

    async def scenario(self):
        await self.fault("unknown_valid")
        await self.cycles(2)
        assert self.env.findings.counts.total() == 1
        self.dut.unknown_data.value = 1
        await self.put(address=3)
        await self.put(valid=0)
        await self.cycles(10)
        assert self.env.findings.counts.total() == 2
        assert "0x0000c" in self.env.findings.items[1].message
        self.dut.csb_addr.value = "X" * 16
        self.dut.csb_valid.value = 1
        await self.cycles(1)
        self.dut.csb_valid.value = 0
        await self.cycles(2)
        assert self.env.findings.counts.total() == 3
        assert [item.event for item in self.env.heard] == [RegisterEvent.READ, RegisterEvent.READ_DATA]
