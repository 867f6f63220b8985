"""Interrupts: what sets, clears and masks each bit, in which order, and what moves the pin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from models.events import Ended, InterruptEdge, RegisterAccess, Reset
from models.layer import EndKind
from models.nvdla.groups import GROUPS
from models.nvdla.interrupts import done_bits
from tb.coverage.bins import names, ranges
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_units

ACTS = ("layer", "set", "clear", "mask", "unmask")
ALTERNATING = ("mask", "unmask")
"""Only a change of a mask bit counts, so one of these follows itself never."""
COUNTS = ranges([(0, 0), (1, 1), (2, 2), (3, 32)], ["0", "1", "2", "3 and more"])
RAISED, RISES, FALLS, FOLLOWS = "raised", "rises", "falls", "follows"
CLEARED, READ, CLEARED_BITS, READ_BITS = "cleared", "read", "cleared bits", "read bits"
"""Moments; an act of software on a bit is one by its own name. Samples are a bit's name, what moved the pin, two acts
one after the other, and words."""


class InterruptSampler(Sampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        self._device, self._glb = device, device.registers.GLB
        self._masks = {name: field.mask for name, field in self._glb.S_INTR_STATUS.fields.items()}
        units = covered_units(device.config)
        self._layers = [bit for unit in units for group in GROUPS for bit in done_bits(unit, group)]
        self._forget()
        then = cross("act", "next act", ignore_bins=lambda one, two: one == two and one in ALTERNATING)
        super().__init__(Covergroup("interrupts", self._points(), [then]))

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses to GLB, interrupts, the pin."""
        return {
            RegisterAccess: self._access,
            Ended: self._ended,
            InterruptEdge: self._edge,
            Reset: lambda _: self._forget(),
        }

    def _points(self) -> Iterator[Coverpoint]:
        bits, pairs = names(*self._masks), {}
        for one, two in combinations(self._layers, 2):
            pairs[f"{one} and {two}"] = self._masks[one] | self._masks[two]
        yield Coverpoint("raised by a layer", names(*self._layers), lambda bit: bit, RAISED)
        for act in ACTS[1:]:
            yield Coverpoint(f"{act} by software", bits, lambda bit: bit, act)
        yield Coverpoint("cleared while", names("set", "not set"), self._cleared, CLEARED_BITS)
        yield Coverpoint("raised while", names("masked", "not masked"), self._raised, RAISED)
        yield Coverpoint("act", names(*ACTS), lambda acts: acts[0], FOLLOWS)
        yield Coverpoint("next act", names(*ACTS), lambda acts: acts[1], FOLLOWS)
        yield Coverpoint("bits in one clear", COUNTS, int.bit_count, CLEARED)
        yield Coverpoint("bits read set", COUNTS, int.bit_count, READ)
        yield Coverpoint("read set", bits, lambda word: _among(word, self._masks), READ_BITS)
        yield Coverpoint("read together", names(*pairs), lambda word: _among(word, pairs), READ_BITS)
        yield Coverpoint("pin rises by", names("layer", "set", "unmask"), lambda cause: cause, RISES)
        yield Coverpoint("pin falls by", names("clear", "mask"), lambda cause: cause, FALLS)

    def _raised(self, bit: str) -> str:
        return "masked" if self._masks[bit] & self._masked else "not masked"

    def _cleared(self, word: int) -> list[str]:
        return [state for state, mask in (("set", word & self._set), ("not set", word & ~self._set)) if mask]

    def _forget(self) -> None:
        self._last: dict[str, str] = {}
        self._set = self._masked = 0
        self._cause = ""  # what software did last that may move the pin

    def _access(self, access: RegisterAccess) -> None:
        register, word = self._device.registers.at(access.address), access.data
        if register is None or register.block != self._glb.name:
            return
        if not access.write:
            if register is self._glb.S_INTR_STATUS:
                self._set = word
                self.sample(word, READ)
                self.sample_each(word, READ_BITS)
        elif register is self._glb.S_INTR_STATUS:
            self._clear(word & register.write_mask)
        elif register is self._glb.S_INTR_SET:
            self._acts("set", word)
            self._set |= word & register.write_mask
        elif register is self._glb.S_INTR_MASK:
            changed = word ^ self._masked
            self._acts("mask", changed & word)
            self._acts("unmask", changed & ~word)
            self._masked = word & register.write_mask

    def _clear(self, word: int) -> None:
        self.sample(word, CLEARED)
        self.sample_each(word, CLEARED_BITS)
        self._acts("clear", word)
        self._set &= ~word

    def _ended(self, event: Ended) -> None:
        if event.end.kind is EndKind.RAISE:
            self.sample(event.end.bit, RAISED)
            self._follow("layer", event.end.bit)
            self._set |= self._masks[event.end.bit]

    def _edge(self, edge: InterruptEdge) -> None:
        if edge.level:
            self.sample(self._cause if self._cause in ("set", "unmask") else "layer", RISES)
        elif self._cause:
            self.sample(self._cause, FALLS)
        self._cause = ""

    def _acts(self, act: str, bits: int) -> None:
        for bit in _among(bits, self._masks):
            self.sample(bit, act)
            self._follow(act, bit)
            self._cause = act

    def _follow(self, act: str, bit: str) -> None:
        if bit in self._last:
            self.sample((self._last[bit], act), FOLLOWS)
        self._last[bit] = act


def _among(word: int, masks: Mapping[str, int]) -> list[str]:
    """Which of some masks are wholly set in a word."""
    return [name for name, mask in masks.items() if word & mask == mask]
