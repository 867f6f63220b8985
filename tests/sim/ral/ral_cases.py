"""The register model in front of a small slave with two ping-pong groups."""

from typing import ClassVar

import cocotb
import pyuvm
from cocotb.triggers import ClockCycles
from pyuvm import uvm_status_e, uvm_test

from tb.create import create
from tb.ral.mirror import RegisterMirror
from tb.ral.model import RegisterModel
from tb.register_bus.adapter import RegisterAdapter
from tb.register_bus.item import RegisterItem
from tb.register_bus.observation import RegisterEvent
from tb.register_bus.predictor import RegisterPredictor, RegisterPredictorConfig
from tests.sim.register_bus.csb.csb_parts import SlaveEnv
from tests.unit.ral.small_map import small_map

OK = uvm_status_e.UVM_IS_OK


class RalCase(uvm_test):
    """Resets the slave, then runs `scenario` with the register model in `self.model`."""

    knobs: ClassVar = {}
    posted_writes = False
    expected: tuple = ()

    def build_phase(self):
        self.dut = cocotb.top
        self.env = SlaveEnv("env", self, self.dut, faults=("finish", "mute", "flip_data"), **self.knobs)
        self.model = RegisterModel(small_map())
        self.unit = self.model.UNIT
        config = RegisterPredictorConfig(mirror=RegisterMirror(self.model), reset=self.env.reset)
        self.predictor = create(RegisterPredictor, "predictor", self, config)

    def end_of_elaboration_phase(self):
        self.model.connect(self.env.csb.sequencer, RegisterAdapter(posted_writes=self.posted_writes))

    def connect_phase(self):
        self.env.csb.monitor.ap.connect(self.predictor.analysis_export)

    async def run_phase(self):
        self.raise_objection()
        await self.env.clocking.reset()
        await self.scenario()
        self.drop_objection()

    def report_phase(self):
        assert self.env.kinds() == list(self.expected), self.env.findings.items

    def accesses(self):
        """Requests so far: register, and data for a write."""
        names = {register.address: register.name for register in self.model.description}
        seen = [item for item in self.env.heard if item.event in (RegisterEvent.WRITE, RegisterEvent.READ)]
        return [(names[item.address], item.data if item.event is RegisterEvent.WRITE else None) for item in seen]

    async def finish(self, group):
        self.dut.finish.value = 1 << group
        await ClockCycles(self.dut.clk, 2)
        self.dut.finish.value = 0


@pyuvm.test()
class FrontDoorReachesRegistersAndFields(RalCase):
    """Write and read of registers and fields go over the bus, and the mirror follows."""

    async def scenario(self):
        assert await self.unit.S_CONTROL.read() == (OK, 5)
        assert await self.unit.S_CONTROL.write(0x21) == OK
        assert await self.unit.S_CONTROL.MODE.write(7) == OK
        assert await self.unit.S_CONTROL.LEVEL.read() == (OK, 1)
        assert self.unit.S_CONTROL.mirrored == 0x71
        assert await self.unit.S_ID.read() == (OK, 0x31)
        assert await self.model.OTHER.ABSENT.read() == (OK, 0)
        self.unit.S_CONTROL.LEVEL.set(9)
        assert await self.unit.S_CONTROL.update() == OK
        assert self.unit.S_CONTROL.mirrored == 0x79
        assert self.accesses() == [
            ("S_CONTROL", None),
            ("S_CONTROL", 0x21),
            ("S_CONTROL", 0x71),
            ("S_CONTROL", None),
            ("S_ID", None),
            ("ABSENT", None),
            ("S_CONTROL", 0x79),
        ]


class GroupsCase(RalCase):
    """Writes and reads both groups."""

    async def scenario(self):
        first, second = (group.D_SIZE for group in self.unit.groups)
        await first.write(0x0A0B)
        await second.write(0x0C0D)
        await second.HEIGHT.write(2)
        assert await second.read() == (OK, 0x020D)
        assert await first.read() == (OK, 0x0A0B)
        assert (first.mirrored, second.mirrored) == (0x0A0B, 0x020D)
        assert self.accesses() == [
            ("D_SIZE", 0x0A0B),
            ("S_POINTER", 1),
            ("D_SIZE", 0x0C0D),
            ("D_SIZE", 0x020D),
            ("D_SIZE", None),
            ("S_POINTER", 0),
            ("D_SIZE", None),
        ]


@pyuvm.test()
class PointerMovesWhenItMust(GroupsCase):
    """An access to the other group writes the pointer first, one to the same group does not."""


@pyuvm.test()
class PointerMovesWithPostedWrites(GroupsCase):
    """The same with posted writes."""

    posted_writes = True


@pyuvm.test()
class ConcurrentAccessesKeepToTheirGroups(RalCase):
    """Three tasks that use both groups and the pointer at a time do not reach each other's registers."""

    async def scenario(self):
        tasks = [cocotb.start_soon(self.use(number)) for number in (0, 1)]
        for group in (0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1):
            await self.unit.S_POINTER.write(group)
        for task in tasks:
            await task

    async def use(self, number):
        register = self.unit.groups[number].D_SIZE
        for value in range(1 + 10 * number, 7 + 10 * number):
            await register.write(value)
            assert await register.read() == (OK, value)


@pyuvm.test()
class ForeignAccessesAreMirrored(RalCase):
    """Plain CSB items, past the register model: the mirror and the front door know of them."""

    async def scenario(self):
        pointer, size = self.unit.S_POINTER.register.address, self.unit.groups[1].D_SIZE.register.address
        await self.env.play(RegisterItem(pointer, write=True, data=1), RegisterItem(size, write=True, data=0x77))
        assert [group.D_SIZE.mirrored for group in self.unit.groups] == [1, 0x77]
        before = len(self.accesses())
        assert await self.unit.groups[1].D_SIZE.read() == (OK, 0x77)
        assert self.accesses()[before:] == [("D_SIZE", None)]


@pyuvm.test()
class WhatWasReadIsTakenOver(RalCase):
    """A read that differs from what was written, by the model or past it: the mirror follows and checks nothing."""

    async def scenario(self):
        await self.unit.groups[1].D_SIZE.write(0x30)
        self.dut.flip_data.value = 1
        assert await self.unit.groups[1].D_SIZE.read() == (OK, 0x31)
        assert self.unit.groups[1].D_SIZE.mirrored == 0x31
        await self.env.play(RegisterItem(self.unit.S_ID.register.address, write=False))
        assert self.unit.S_ID.mirrored == 0x30


@pyuvm.test()
class BusyGroupIgnoresWrites(RalCase):
    """A write to a group at work may or may not take: both are right, and a read tells which."""

    async def scenario(self):
        group = self.unit.groups[0]
        await group.D_SIZE.write(0x10)
        await group.D_ENABLE.write(1)
        await group.D_SIZE.write(0x20)
        assert await group.D_SIZE.read() == (OK, 0x10)
        assert group.D_SIZE.mirrored == 0x10
        await self.finish(0)
        await group.D_SIZE.write(0x20)
        assert await group.D_SIZE.read() == (OK, 0x20)


@pyuvm.test()
class ResetBringsTheMirrorBack(RalCase):
    """After a reset the mirror holds the reset values, and the part agrees."""

    async def scenario(self):
        await self.unit.S_CONTROL.write(0x55)
        await self.unit.groups[1].D_SIZE.write(0x99)
        await self.env.clocking.reset()
        assert self.unit.group == 0
        assert self.unit.S_CONTROL.mirrored == 5
        assert await self.unit.S_CONTROL.read() == (OK, 5)
        assert await self.unit.groups[1].D_SIZE.read() == (OK, 1)


@pyuvm.test()
class FailedAccessIsNotOk(RalCase):
    """An access that nobody answers comes back with the status that it failed, through both doors."""

    knobs: ClassVar = {"watchdog_cycles": 30}
    expected = ("csb-hang", "csb-unanswered")

    async def scenario(self):
        self.dut.mute.value = 1
        status, _ = await self.unit.S_ID.read()
        assert status is uvm_status_e.UVM_NOT_OK
        assert await self.unit.groups[1].D_SIZE.write(4) is uvm_status_e.UVM_NOT_OK
        assert self.accesses() == [("S_ID", None), ("S_POINTER", 1)], "the register is left alone without its pointer"


@pyuvm.test()
class ResetCutsAnAccessOff(RalCase):
    """An access under way at a reset fails; the next one works."""

    async def scenario(self):
        self.dut.mute.value = 1
        reading = cocotb.start_soon(self.unit.groups[0].D_SIZE.read())
        await ClockCycles(self.dut.clk, 6)
        self.dut.mute.value = 0
        await self.env.clocking.reset()
        status, _ = await reading
        assert status is uvm_status_e.UVM_NOT_OK
        assert await self.unit.groups[0].D_SIZE.read() == (OK, 1)
