"""Each fault of ``nvdla_faulty`` makes exactly those checks bite that are there for it."""

import os
import re
from dataclasses import replace
from enum import IntEnum

import cocotb
import pyuvm
from cocotb.triggers import Event
from cocotb.triggers import gather as gather_tasks

from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import SideShape
from tb.environment.play import play_on
from tb.memory.profile import FAST, HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.runner.jobs.job import LIMIT_VARIABLE


class Fault(IntEnum):
    """The faults, by their numbers in ``nvdla_faulty.sv``."""

    NONE = 0
    FLIPPED_BIT = 1
    STRAY_WRITE = 2
    UNWRITTEN_BYTES = 3
    PARTIAL_WRITE = 4
    LOST_INTERRUPT = 5
    EXTRA_INTERRUPT = 6
    WRONG_STATUS = 7
    UNSTABLE_ADDRESS = 8
    WRONG_LAST = 9
    STRAY_READ = 10
    FOREIGN_ID = 11
    UNKNOWN_CONTROL = 12
    LOST_ANSWER = 13
    NO_WRITES = 14
    LIVELOCK = 15
    LOST_BIT = 16


def wrapper():
    """The module that makes the faults: the top level, or inside the one that has the HDL memories."""
    return cocotb.top if cocotb.top._name == "nvdla_faulty" else cocotb.top.dut


class BeatPool(SurfacePool):
    """Surfaces begin with a whole beat."""

    def _new(self, layout, _align_bytes):
        return super()._new(layout, self.bench.config.port(layout.side.ram).data_bytes)


class FaultBase(NvdlaBaseTest):
    """Plays one copy of several lines while a fault strikes.

    Attributes:
        fault: which one.
        at: which transfer of its channel it strikes.
        says: what the first line of the report must say, as a regular expression.
    """

    fault = Fault.NONE
    at = 3
    says = ""

    def configure(self):
        wrapper().fault.value = Fault.NONE  # the test before may have left one
        return NvdlaEnvConfig(seed=self.seed, watchdog_cycles=3000, profiles={"DBB": HARSH})

    def report_phase(self):
        super().report_phase()
        if self.says:
            assert re.search(self.says, self.env.findings.errors[0].headline), self.env.findings.errors[0].headline

    async def stimulus(self, bench):
        wrapper().fault_at.value = self.at
        wrapper().fault.value = self.fault
        shape = CopyShape(source=SideShape("DBB", (2, 0)), destination=SideShape("DBB"), line_atoms=4, lines=4)
        await gather(bench, [allocate_copy(bench, shape, BeatPool(bench))])
        await launch(bench, 0)
        await self.serve(bench)

    async def serve(self, bench):
        await serve_groups(bench, 0)


@pyuvm.test()
class NoFaultTest(FaultBase):
    """The wrapper without a fault changes nothing."""

    fault = Fault.NONE


@pyuvm.test()
class FlippedBitTest(FaultBase):
    """A wrong bit in a write beat."""

    fault = Fault.FLIPPED_BIT
    provokes = ("wrong-data", "memory-differs")
    says = r"wrong data at 0x\w+, slot 0 destination \[surface 0, line 1, atom 2\]  \(wrong-data, x 2, at "


@pyuvm.test()
class StrayWriteTest(FaultBase):
    """A write elsewhere: stray where it goes, missing where it should have gone."""

    fault = Fault.STRAY_WRITE
    provokes = ("stray-write", "unfinished-layer")
    says = "stray write to 0x.* this id writes for BDMA group 0"


@pyuvm.test()
class UnwrittenBytesTest(FaultBase):
    """Half a beat is not written."""

    fault = Fault.UNWRITTEN_BYTES
    provokes = ("extra-interrupt", "unfinished-layer")
    says = r"pin rose although BDMA group 0 \(layer 0\) still owes 32 of 512 bytes on DBB id 0, first 0x\w+ slot 0 dest"


@pyuvm.test()
class PartialWriteTest(FaultBase):
    """A byte of an atom is not written."""

    fault = Fault.PARTIAL_WRITE
    provokes = ("axi-strobe", "partial-write")


@pyuvm.test()
class LostInterruptTest(FaultBase):
    """The pin never rises."""

    fault = Fault.LOST_INTERRUPT
    at = 0
    provokes = ("lost-interrupt", "hang")
    says = r"S_INTR_STATUS reads \w+ \(BDMA_DONE_STATUS0\), .* so the bit was raised and did not reach the pin"


@pyuvm.test()
class LostBitTest(FaultBase):
    """The unit never raises its interrupt."""

    fault = Fault.LOST_BIT
    at = 1
    provokes = ("lost-interrupt", "hang", "wrong-status")
    says = r"S_INTR_STATUS reads 0x0 \(no bit set\), .* so the unit did not raise it"


@pyuvm.test()
class ExtraInterruptTest(FaultBase):
    """The pin rises before anything was started."""

    fault = Fault.EXTRA_INTERRUPT
    at = 0
    provokes = ("extra-interrupt",)
    says = "nothing explains it: no layer is in flight"


@pyuvm.test()
class WrongStatusTest(FaultBase):
    """A register read returns a wrong bit."""

    fault = Fault.WRONG_STATUS
    at = 0
    provokes = ("wrong-status",)
    says = r"BDMA\.STATUS .* FREE_SLOT: expected \w+, got \w+"


@pyuvm.test()
class UnstableAddressTest(FaultBase):
    """A write address changes while it waits for ready."""

    fault = Fault.UNSTABLE_ADDRESS
    at = 0
    provokes = ("axi-payload-changed",)


@pyuvm.test()
class WrongLastTest(FaultBase):
    """A write burst without its last beat."""

    fault = Fault.WRONG_LAST
    provokes = ("axi-wlast-missing",)


@pyuvm.test()
class StrayReadTest(FaultBase):
    """A read elsewhere."""

    fault = Fault.STRAY_READ
    provokes = ("stray-read", "wrong-data", "memory-differs")
    says = "stray read of 0x.* this id reads for BDMA group 0"


@pyuvm.test()
class ForeignIdTest(FaultBase):
    """A write request with an id that no unit has."""

    fault = Fault.FOREIGN_ID
    provokes = ("axi-id-range", "stray-write")


@pyuvm.test()
class LostAnswerTest(FaultBase):
    """A register read is never answered."""

    fault = Fault.LOST_ANSWER
    at = 1
    provokes = ("csb-hang", "hang")
    says = r"CSB read \w+ \(GLB\.S_INTR_STATUS\) was not answered"


@pyuvm.test()
class HangTest(FaultBase):
    """The device stops: the watchdog says what it waited for."""

    fault = Fault.NO_WRITES
    at = 0
    provokes = ("axi-orphan-data", "hang", "unfinished-layer")


@pyuvm.test()
class LivelockTest(FaultBase):
    """The device reads the same beat for ever: the test ends, and the next one has its turn."""

    fault = Fault.LIVELOCK
    provokes = ("livelock", "unfinished-layer")
    says = r"BDMA group 0 \(layer 0\) has read [\d,]+ beats, though its input is 8: it reads without end"

    def configure(self):
        return replace(super().configure(), watchdog_cycles=20_000, profiles={"DBB": FAST})

    async def stimulus(self, bench):
        await super().stimulus(bench)
        raise AssertionError("stimulus goes on after the end of its test")


@pyuvm.test()
class PollingTest(FaultBase):
    """The device stops, and software polls for ever."""

    fault = Fault.NO_WRITES
    at = 0
    provokes = ("axi-orphan-data", "hang", "unfinished-layer")

    def configure(self):
        return replace(super().configure(), watchdog_cycles=500)

    async def serve(self, bench):
        while not await bench.host.read(bench.registers.GLB.S_INTR_STATUS):
            pass


@pyuvm.test()
class ManyErrorsTest(FaultBase):
    """After so many errors nobody needs more of them, although software would wait for ever."""

    fault = Fault.UNSTABLE_ADDRESS
    at = 0
    provokes = ("axi-payload-changed", "error-limit")

    def configure(self):
        return replace(super().configure(), max_errors=10)

    async def serve(self, _bench):
        await Event().wait()


@pyuvm.test()
class TimeLimitTest(FaultBase):
    """A test that takes longer than it may."""

    provokes = ("time-limit",)

    def configure(self):
        os.environ[LIMIT_VARIABLE] = "5e3"
        try:
            return super().configure()
        finally:
            del os.environ[LIMIT_VARIABLE]

    async def serve(self, bench):
        await super().serve(bench)
        await Event().wait()


@pyuvm.test()
class NextTraceTest(FaultBase):
    """Whatever a sequence was doing when it was ended, the next one in the same environment finds all in order."""

    async def run_phase(self):
        self.raise_objection()
        config, period_ns = self.env.config, self.env.config.csb_period_ns
        for cycle in range(0, 24, 3):  # longer than an access takes
            self.env.config = replace(config, limit_ns=300 + cycle * period_ns)
            await self.env.restart()
            await play_on(self.env, self.endless)
            assert list(self.env.findings.counts) == [("error", "time-limit")]
        self.env.config = config
        await self.env.restart()
        await play_on(self.env, self._whole)
        self.drop_objection()

    async def endless(self, host):
        await gather_tasks(self.poll(host), self.poll(host))

    async def poll(self, host):
        mask = self.env.device.registers.GLB.S_INTR_MASK
        while True:
            await host.write(mask, mask.write_mask)
            await host.write(mask, 0, posted=False)
            await host.read(mask)


@pyuvm.test(skip="verilator" in cocotb.SIM_NAME.lower())
class UnknownControlTest(FaultBase):
    """A valid that is X; Verilator knows two states only."""

    fault = Fault.UNKNOWN_CONTROL
    provokes = ("axi-unknown",)
