"""Pointers and groups: which is enabled when, what statuses say, what software tries with a group that runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.events import RegisterAccess, Reset, Started
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS, group_of
from models.registers import Behaviour, Block, Field, Register
from tb.coverage.bins import each, flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import DeviceState, other
from tb.nvdla.coverage.units import covered_units

STATUSES = ("IDLE", "RUNNING", "PENDING")
TRIED = ("layer register", "enable again", "disable")
ENABLED = ("idle", "one enabled", "both enabled")
ORDERS = tuple(f"{one} then {two}" for one in GROUPS for two in GROUPS)
MOVED, ENABLING, TRYING, PREPARING = "moved", "enabling", "trying", "preparing"
"""Moments of writes; the sample is the written word, the group, what was tried, the group. That of a layer's start has
no name, those of reads have the register's."""
CROSSES = (
    cross("enabled", "other group enabled"),
    cross("tried with an enabled group", "enabled group"),
    cross("producer read", "consumer read"),
    cross("op-enable read", "of group"),
    # Only the group whose turn it is runs.
    cross("status 0", "status 1", ignore_bins=lambda one, two: one == two != "IDLE"),
)


def ping_pong_blocks(config: HwConfig, device: DeviceState) -> tuple[Block, ...]:
    """The blocks of covered units that have two groups of registers."""
    blocks = (device.registers.blocks[name] for name in covered_units(config))
    return tuple(block for block in blocks if any(register.grouped for register in block))


class PingPongSampler(Sampler):
    """Counts the group of one block.

    Args:
        block: the block.
        device: the device's state.
    """

    def __init__(self, block: Block, device: DeviceState) -> None:
        self._block, self._device = block, device
        self._enable, self._pointer = block.registers["D_OP_ENABLE"], block.registers["S_POINTER"]
        super().__init__(Covergroup(f"{block.name.lower()} groups", (*self._of_writes(), *self._of_reads()), CROSSES))
        self._forget()

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses and layers that start."""
        return {RegisterAccess: self._access, Started: self._started, Reset: lambda _: self._forget()}

    def _of_writes(self) -> Iterator[Coverpoint]:
        moves = names(*(f"{one} to {two}" for one in GROUPS for two in GROUPS))
        starts = names(*(f"{one} then {other(one)}" for one in GROUPS))
        yield Coverpoint("producer", moves, self._move, MOVED)
        yield Coverpoint("producer moved while", names(*ENABLED), self._how_busy, MOVED)
        yield Coverpoint("first after reset", each(GROUPS), self._first, ENABLING)
        yield Coverpoint("enable order", names(*ORDERS), lambda group: _order(self._last_enabled, group), ENABLING)
        yield Coverpoint("start order", starts, lambda claim: _order(self._last_started, group_of(claim)))
        yield Coverpoint("prepared while the other group is enabled", flag(), self._other_busy, PREPARING)
        yield Coverpoint("enabled", each(GROUPS), lambda group: group, ENABLING)
        yield Coverpoint("other group enabled", flag(), self._other_busy, ENABLING)
        yield Coverpoint("tried with an enabled group", names(*TRIED), lambda tried: tried, TRYING)
        yield Coverpoint("enabled group", each(GROUPS), self._chosen, TRYING)

    def _of_reads(self) -> Iterator[Coverpoint]:
        pointer, enable, status = self._pointer, self._enable, self._block.registers["S_STATUS"]
        yield Coverpoint("producer read", each(GROUPS), pointer.PRODUCER.get, pointer.name)
        yield Coverpoint("consumer read", each(GROUPS), pointer.CONSUMER.get, pointer.name)
        yield Coverpoint("op-enable read", each((0, 1)), enable.OP_EN.get, enable.name)
        yield Coverpoint("of group", each(GROUPS), self._chosen, enable.name)
        for group in GROUPS:
            field = status.fields[f"STATUS_{group}"]
            yield Coverpoint(f"status {group}", names(*STATUSES), partial(_labelled, field), status.name)

    def _forget(self) -> None:
        self._last_enabled: int | None = None
        self._last_started: int | None = None

    def _busy(self, group: int) -> bool:
        return self._device.enabled(self._block.name, group)

    def _how_busy(self, _: int) -> str:
        return ENABLED[sum(map(self._busy, GROUPS))]

    def _other_busy(self, group: int) -> bool:
        return self._busy(other(group))

    def _chosen(self, _: object) -> int:
        """The group whose registers software reaches."""
        return self._device.group_of(self._enable)

    def _move(self, word: int) -> str:
        producer = self._pointer.PRODUCER
        return f"{producer.get(self._device.held(self._pointer))} to {producer.get(word)}"

    def _first(self, group: int) -> int | None:
        return group if self._last_enabled is None else None

    def _started(self, event: Started) -> None:
        for claim in event.layer.claims:
            if claim.block == self._block.name:
                self.sample(claim)
                self._last_started = group_of(claim)

    def _access(self, access: RegisterAccess) -> None:
        register = self._device.registers.at(access.address)
        if register is None or register.block != self._block.name:
            return
        if access.write:
            self._written(register, access.data)
        else:
            self.sample(access.data, register.name)

    def _written(self, register: Register, data: int) -> None:
        enables = register is self._enable and register.OP_EN.get(data)
        group = self._device.group_of(register)
        if register is self._pointer:
            self.sample(data, MOVED)
        elif self._device.ignores(register):
            self.sample(TRIED[0] if register is not self._enable else TRIED[1] if enables else TRIED[2], TRYING)
        elif enables:
            self.sample(group, ENABLING)
            self._last_enabled = group
        elif register.grouped and register.behaviour is Behaviour.PLAIN:
            self.sample(group, PREPARING)


def _labelled(field: Field, word: int) -> str:
    return field.label(field.get(word))


def _order(last: int | None, group: int) -> str | None:
    return None if last is None else f"{last} then {group}"
