"""Every bit of every field that software can write, set and cleared, in the blocks of the units that are there."""

from __future__ import annotations

from collections import defaultdict

from models.events import Ended, RegisterAccess, Reset
from models.layer import EndKind
from models.nvdla.config import HwConfig
from models.registers import Behaviour, Field, Register
from tb.coverage.bins import names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_blocks

UP, DOWN = "up", "down"
HOLDING = (Behaviour.PLAIN, Behaviour.POINTER, Behaviour.TRIGGER, Behaviour.SLOT)
"""Registers that keep what is written; what software sets and clears by ones is among the interrupts."""


def toggled_fields(config: HwConfig, state: DeviceState) -> dict[str, tuple[Register, Field]]:
    """The fields whose bits are covered, by the name of their point."""
    return {
        f"{register.full_name}.{field.name}": (register, field)
        for block in covered_blocks(config, state.registers)
        for register in block
        if register.implemented and register.behaviour in HOLDING
        for field in register.fields.values()
        if field.mask & register.write_mask
    }


class ToggleCoverage:
    """Counts the group. Changes are gathered as words, a bit each: whether a bit was ever set, not how often."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._state = state
        self._fields = toggled_fields(config, state)
        self._watched = frozenset(register.address for register, _ in self._fields.values())
        self._enables = {
            register.block: register.address
            for register, _ in self._fields.values()
            if register.behaviour is Behaviour.TRIGGER
        }
        self._words: dict[tuple[int, int], int] = {}
        self._seen: dict[tuple[int, str], int] = defaultdict(int)
        points = (Point(name, names(*_labels(field))) for name, (_, field) in self._fields.items())
        self.counts = Counts(Group("toggles", tuple(points)))

    @property
    def subscriptions(self) -> Subscriptions:
        """Writes, and groups that become free: that clears their op-enable."""
        return {RegisterAccess: self._access, Ended: self._ended, Reset: lambda _: self._words.clear()}

    def finish(self) -> None:
        """Make bins of the words."""
        for name, (register, field) in self._fields.items():
            for way in (UP, DOWN):
                word = field.get(self._seen[register.address, way])
                for bit in range(field.width):
                    self.counts.count(name, f"{bit} {way}", word >> bit & 1)
        self._seen.clear()

    def _ended(self, event: Ended) -> None:
        claim = event.end.claim
        key = self._enables.get(claim.block, 0), claim.group
        if event.end.kind is EndKind.FREE and key in self._words:
            self._seen[key[0], DOWN] |= self._words[key]
            self._words[key] = 0

    def _access(self, access: RegisterAccess) -> None:
        if not access.write or access.address not in self._watched:
            return
        register = self._state.registers.by_address[access.address]
        if self._state.ignores(register):
            return
        key = access.address, self._state.group_of(register)
        before = self._words.get(key, register.reset)
        self._words[key] = word = access.data & register.write_mask
        self._seen[access.address, UP] |= word & ~before
        self._seen[access.address, DOWN] |= before & ~word


def _labels(field: Field) -> list[str]:
    return [f"{bit} {way}" for way in (UP, DOWN) for bit in range(field.width)]
