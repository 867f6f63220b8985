"""Every bit of every field that software can write, set and cleared, in the blocks of the units that are there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from models.events import Ended, RegisterAccess, Reset
from models.layer import EndKind
from models.nvdla.groups import group_of
from models.nvdla.register_behaviours import POINTER, SLOT
from models.registers import Behaviour, Field, Register
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_blocks

UP, DOWN = WAYS = ("up", "down")
HOLDING = (Behaviour.PLAIN, POINTER, Behaviour.TRIGGER, SLOT)
"""Registers that keep what is written; what software sets and clears by ones is among the interrupts."""


class ToggleSampler(Sampler):
    """Counts the group. Changes are gathered as words, a bit each: whether a bit was ever set, not how often."""

    def __init__(self, device: DeviceState) -> None:
        self._device = device
        self._registers = {register.address: register for register in _holding(device)}
        self._enables = {
            register.block: register.address
            for register in self._registers.values()
            if register.behaviour is Behaviour.TRIGGER
        }
        self._words: dict[tuple[int, int], int] = {}
        self._seen: dict[tuple[int, str], int] = defaultdict(int)
        super().__init__(Covergroup("toggles", self._points()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Writes, and groups that become free: that clears their op-enable."""
        return {RegisterAccess: self._access, Ended: self._ended, Reset: lambda _: self._words.clear()}

    def finish(self) -> None:
        """Make bins of the words."""
        self.sample_each(self._seen)
        self._seen.clear()

    def _points(self) -> Iterator[Coverpoint]:
        for register in self._registers.values():
            for field in register.fields.values():
                if field.mask & register.write_mask:
                    labels = names(*(f"{bit} {way}" for way in WAYS for bit in range(field.width)))
                    yield Coverpoint(f"{register.full_name}.{field.name}", labels, self._toggled(register, field))

    def _toggled(self, register: Register, field: Field) -> Callable[[object], list[str]]:
        """The bits of a field that were set, and those that were cleared."""

        def toggled(_: object) -> list[str]:
            words = {way: field.get(self._seen[register.address, way]) for way in WAYS}
            return [f"{bit} {way}" for way, word in words.items() for bit in range(field.width) if word >> bit & 1]

        return toggled

    def _ended(self, event: Ended) -> None:
        claim = event.end.claim
        key = self._enables.get(claim.block, 0), group_of(claim)
        if event.end.kind is EndKind.FREE and key in self._words:
            self._seen[key[0], DOWN] |= self._words[key]
            self._words[key] = 0

    def _access(self, access: RegisterAccess) -> None:
        register = self._registers.get(access.address) if access.write else None
        if register is None or self._device.ignores(register):
            return
        key = access.address, self._device.group_of(register)
        before = self._words.get(key, register.reset)
        self._words[key] = word = access.data & register.write_mask
        self._seen[access.address, UP] |= word & ~before
        self._seen[access.address, DOWN] |= before & ~word


def _holding(device: DeviceState) -> Iterator[Register]:
    """The registers whose bits are covered."""
    for block in covered_blocks(device.config, device.registers):
        for register in block:
            if register.implemented and register.behaviour in HOLDING and register.write_mask:
                yield register
