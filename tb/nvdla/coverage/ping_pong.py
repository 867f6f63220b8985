"""Pointers and groups: which is enabled when, what statuses say, what software tries with a group that runs."""

from __future__ import annotations

from models.events import RegisterAccess, Reset, Started
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.registers import Behaviour, Block, Register
from tb.coverage.bins import Names, each, flag, names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.state import DeviceState, other
from tb.nvdla.coverage.units import covered_units

STATUSES = ("IDLE", "RUNNING", "PENDING")
TRIED = ("layer register", "enable again", "disable")


def ping_pong_blocks(config: HwConfig, state: DeviceState) -> tuple[Block, ...]:
    """The blocks of covered units that have two groups of registers."""
    blocks = (state.registers.blocks[name] for name in covered_units(config))
    return tuple(block for block in blocks if any(register.grouped for register in block))


class PingPongCoverage:
    """Counts the group of one block.

    Args:
        block: the block.
        state: of the device.
    """

    def __init__(self, block: Block, state: DeviceState) -> None:
        self._block, self._state = block, state
        self._enable, self._pointer = block.registers["D_OP_ENABLE"], block.registers["S_POINTER"]
        self.counts = Counts(_group(block))
        self._forget()

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses and layers that start."""
        return {RegisterAccess: self._access, Started: self._started, Reset: lambda _: self._forget()}

    def finish(self) -> None:
        """Nothing buffered."""

    def _forget(self) -> None:
        self._last_enabled: int | None = None
        self._last_started: int | None = None

    def _started(self, event: Started) -> None:
        for claim in event.layer.claims:
            if claim.block == self._block.name:
                if self._last_started is not None:
                    self.counts.sample({"start order": f"{self._last_started} then {claim.group}"})
                self._last_started = claim.group

    def _access(self, access: RegisterAccess) -> None:
        register = self._state.registers.at(access.address)
        if register is None or register.block != self._block.name:
            return
        if access.write:
            self._written(register, access.data)
        else:
            self._read(register, access.data)

    def _written(self, register: Register, data: int) -> None:
        group = self._state.group_of(register)
        if register is self._pointer:
            before, after = (
                register.PRODUCER.get(self._state.held(register)),
                register.PRODUCER.get(data),
            )
            running = self._running_of(self._state)
            self.counts.sample({"producer": f"{before} to {after}", "producer moved while": running})
        elif self._state.ignores(register):
            enable = register is self._enable and register.OP_EN.get(data)
            tried = TRIED[0] if register is not self._enable else TRIED[1] if enable else TRIED[2]
            self.counts.sample({"tried with an enabled group": tried, "enabled group": group})
        elif register is self._enable and register.OP_EN.get(data):
            self._enabled(group)
        elif register.grouped and register.behaviour is Behaviour.PLAIN:
            prepared = self._state.enabled(self._block.name, other(group))
            self.counts.sample({"prepared while the other group is enabled": int(prepared)})

    def _enabled(self, group: int) -> None:
        busy = self._state.enabled(self._block.name, other(group))
        self.counts.sample({"enabled": group, "other group enabled": int(busy)})
        if self._last_enabled is None:
            self.counts.sample({"first after reset": group})
        else:
            self.counts.sample({"enable order": f"{self._last_enabled} then {group}"})
        self._last_enabled = group

    def _read(self, register: Register, data: int) -> None:
        if register is self._pointer:
            values = {"producer read": register.PRODUCER.get(data), "consumer read": register.CONSUMER.get(data)}
            self.counts.sample(values)
        elif register is self._enable:
            self.counts.sample({"op-enable read": register.OP_EN.get(data), "of group": self._state.group_of(register)})
        elif register.name == "S_STATUS":
            fields = (register.fields[f"STATUS_{group}"] for group in GROUPS)
            labels = [field.label(field.get(data)) for field in fields]
            self.counts.sample({f"status {group}": label for group, label in zip(GROUPS, labels, strict=True)})

    def _running_of(self, state: DeviceState) -> str:
        return ("idle", "one enabled", "both enabled")[sum(state.enabled(self._block.name, g) for g in GROUPS)]


def _group(block: Block) -> Group:
    statuses = [Point(f"status {group}", Names(STATUSES)) for group in GROUPS]
    enabled, busy = Point("enabled", each(GROUPS)), Point("other group enabled", flag())
    tried, tried_with = Point("tried with an enabled group", names(*TRIED)), Point("enabled group", each(GROUPS))
    producer, consumer = Point("producer read", each(GROUPS)), Point("consumer read", each(GROUPS))
    enable, of_group = Point("op-enable read", each((0, 1))), Point("of group", each(GROUPS))
    points = (
        Point("producer", names(*(f"{one} to {two}" for one in GROUPS for two in GROUPS))),
        Point("producer moved while", names("idle", "one enabled", "both enabled")),
        Point("first after reset", each(GROUPS)),
        Point("enable order", names(*(f"{one} then {two}" for one in GROUPS for two in GROUPS))),
        Point("start order", names(*(f"{one} then {other(one)}" for one in GROUPS))),
        Point("prepared while the other group is enabled", flag()),
        *(enabled, busy, tried, tried_with, producer, consumer, enable, of_group, *statuses),
    )
    crosses = (
        cross(enabled, busy),
        cross(tried, tried_with),
        cross(producer, consumer),
        cross(enable, of_group),
        # Only the group whose turn it is runs.
        cross(*statuses, absent=lambda one, two: one == two != "IDLE"),
    )
    return Group(f"{block.name.lower()} groups", points, crosses)
