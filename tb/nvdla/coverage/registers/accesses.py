"""Register accesses: each register of covered blocks read and written, in each group; what counters hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from models.events import RegisterAccess, Reset
from models.nvdla.groups import GROUPS
from models.registers import Behaviour, Block, ReadKind, Register
from tb.coverage.bins import flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_blocks, covered_units

WAYS = ("read", "write")
INTERFACES = ("MCIF", "CVIF")
COUNTED = (ReadKind.BOUNDED, ReadKind.FINAL)
"""How registers are read that a layer leaves something in."""
WHERE = ("a register", "none there")
NEXT = ("the same", "of the same block", "of another block", WHERE[1])
COUNTER, FOLLOWS = "counter", "follows"
"""Moments beside that of any access: a counter is read, an access comes behind another one. An access to a block is a
moment too, by the block's name and the way, and a read by the register's full name."""


class AccessSample(NamedTuple):
    """An access, its register, and the register's group; None: no register is there."""

    access: RegisterAccess
    register: Register | None
    group: int


class RegisterSampler(Sampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        self._device = device
        self._last: AccessSample | None = None
        blocks = covered_blocks(device.config, device.registers)
        self._units = [device.registers.blocks[unit] for unit in covered_units(device.config)]
        self._idle = [block.STATUS for block in blocks if block.name in INTERFACES] if self._units else []
        self._labels = {key: label for block in blocks for key, label in _labels(block).items()}
        points = [*self._of_accesses(blocks), *(self._of_units(self._units) if self._units else ())]
        super().__init__(Covergroup("registers", points, self._crosses()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses."""
        return {RegisterAccess: self._access, Reset: self._reset}

    def _of_accesses(self, blocks: Sequence[Block]) -> Iterator[Coverpoint]:
        for block in blocks:
            for moment in (f"{block.name} {way}" for way in WAYS):
                yield Coverpoint(moment, names(*_labels(block).values()), self._label, moment)
        yield Coverpoint("where", names(*WHERE), lambda it: WHERE[it.register is None])
        yield Coverpoint("write to", names("writable", "read-only"), _written)
        yield Coverpoint("access", names(*WAYS), self._before, FOLLOWS)
        yield Coverpoint("next access", names(*WAYS), lambda it: WAYS[it.access.write], FOLLOWS)
        yield Coverpoint("next register", names(*NEXT), self._next, FOLLOWS)

    def _of_units(self, units: Sequence[Block]) -> Iterator[Coverpoint]:
        counters = names(*(register.full_name for unit in units for register in unit if register.read in COUNTED))
        idle = tuple(status.full_name for status in self._idle)
        yield Coverpoint("counter", counters, lambda it: it.register.full_name, COUNTER)
        yield Coverpoint("counted", names("0", "more"), lambda it: "more" if it.access.data else "0", COUNTER)
        yield Coverpoint("layers at idle", names("none", "some"), self._flying, idle)
        for status in self._idle:
            name = f"{status.block} idle"
            yield Coverpoint(name, flag(), lambda it: it.register.IDLE.get(it.access.data), status.full_name)

    def _crosses(self) -> Iterator[CrossOf]:
        yield cross("access", "next access", "next register")
        if self._units:
            yield cross("counter", "counted")
            yield from (cross("layers at idle", f"{status.block} idle") for status in self._idle)

    def _access(self, access: RegisterAccess) -> None:
        register = self._device.registers.at(access.address)
        sample = AccessSample(access, register, self._device.group_of(register) if register else 0)
        self.sample(sample)
        if register is not None:
            self.sample(sample, f"{register.block} {WAYS[access.write]}")
            if not access.write:
                counts = register.read in COUNTED and self._label(sample) is not None
                self.sample(sample, COUNTER if counts else register.full_name)
        if self._last is not None:
            self.sample(sample, FOLLOWS)
        self._last = sample

    def _reset(self, _: Reset) -> None:
        self._last = None

    def _label(self, sample: AccessSample) -> str | None:
        return self._labels.get((sample.access.address, sample.group))

    def _flying(self, _: AccessSample) -> str:
        return "some" if self._device.layers else "none"

    def _before(self, _: AccessSample) -> str:
        assert self._last is not None
        return WAYS[self._last.access.write]

    def _next(self, sample: AccessSample) -> str:
        assert self._last is not None
        if sample.register is None:
            return NEXT[3]
        if sample.access.address == self._last.access.address:
            return NEXT[0]
        same = self._last.register is not None and self._last.register.block == sample.register.block
        return NEXT[1] if same else NEXT[2]


def _labels(block: Block) -> dict[tuple[int, int], str]:
    """The label of each register of a block, by address and group."""
    return {
        (register.address, group): f"{register.name} {group}" if register.grouped else register.name
        for register in block
        for group in (GROUPS if register.grouped else GROUPS[:1])
    }


def _written(sample: AccessSample) -> str | None:
    register = sample.register
    if register is None or not sample.access.write:
        return None
    fixed = register.behaviour is Behaviour.READ_ONLY or not register.implemented
    return "read-only" if fixed else "writable"
