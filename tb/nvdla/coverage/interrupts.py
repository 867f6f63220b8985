"""Interrupts: what sets, clears and masks each bit, in which order, and what moves the pin."""

from __future__ import annotations

from models.events import Ended, InterruptEdge, RegisterAccess, Reset
from models.layer import EndKind
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.nvdla.interrupts import done_bits
from tb.coverage.bins import Names, names, ranges
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_units

MOST_BITS = 32
ACTS = ("layer", "set", "clear", "mask", "unmask")
ALTERNATING = ("mask", "unmask")
"""Only a change of a mask bit counts, so one of these follows itself never."""


class InterruptCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._state, self._glb = state, state.registers.blocks["GLB"]
        status = self._glb.S_INTR_STATUS
        self._masks = {name: field.mask for name, field in status.fields.items()}
        layers = tuple(bit for unit in covered_units(config) for group in GROUPS for bit in done_bits(unit, group))
        first, then = Point("act", names(*ACTS)), Point("next act", names(*ACTS))
        bits = Names(tuple(self._masks))
        points = (
            Point("raised by a layer", Names(layers)),
            *(Point(f"{act} by software", bits) for act in ACTS[1:]),
            *(Point("cleared while", names("set", "not set")), Point("raised while", names("masked", "not masked"))),
            *(first, then),
            Point("bits in one clear", ranges([(0, 0), (1, 1), (2, 2), (3, MOST_BITS)], ["0", "1", "2", "3 and more"])),
            Point("bits read set", ranges([(0, 0), (1, 1), (2, 2), (3, MOST_BITS)], ["0", "1", "2", "3 and more"])),
            Point("read set", bits),
            Point("read together", names(*_together(config))),
            Point("pin rises by", names("layer", "set", "unmask")),
            Point("pin falls by", names("clear", "mask")),
        )
        crosses = (cross(first, then, absent=lambda one, two: one == two and one in ALTERNATING),)
        self.counts = Counts(Group("interrupts", points, crosses))
        self._pairs = {label: _pair_mask(label, self._masks) for label in _together(config)}
        self._forget()

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses to GLB, interrupts, the pin."""
        return {
            RegisterAccess: self._access,
            Ended: self._ended,
            InterruptEdge: self._edge,
            Reset: lambda _: self._forget(),
        }

    def finish(self) -> None:
        """Nothing buffered."""

    def _forget(self) -> None:
        self._last: dict[str, str] = {}
        self._set = self._masked = 0
        self._cause = ""  # what software did last that may move the pin

    def _access(self, access: RegisterAccess) -> None:
        register = self._state.registers.at(access.address)
        if register is None or register.block != self._glb.name:
            return
        if not access.write:
            if register is self._glb.S_INTR_STATUS:
                self._read(access.data)
        elif register is self._glb.S_INTR_STATUS:
            self._clear(access.data & register.write_mask)
        elif register is self._glb.S_INTR_SET:
            self._acts("set", access.data)
            self._set |= access.data & register.write_mask
        elif register is self._glb.S_INTR_MASK:
            changed = access.data ^ self._masked
            self._acts("mask", changed & access.data)
            self._acts("unmask", changed & ~access.data)
            self._masked = access.data & register.write_mask

    def _clear(self, data: int) -> None:
        self.counts.sample({"bits in one clear": data.bit_count()})
        for state, mask in (("set", data & self._set), ("not set", data & ~self._set)):
            if mask:
                self.counts.sample({"cleared while": state})
        self._acts("clear", data)
        self._set &= ~data

    def _read(self, data: int) -> None:
        self._set = data
        self.counts.sample({"bits read set": data.bit_count()})
        for name, mask in self._masks.items():
            if data & mask:
                self.counts.sample({"read set": name})
        for label, mask in self._pairs.items():
            if data & mask == mask:
                self.counts.sample({"read together": label})

    def _ended(self, event: Ended) -> None:
        if event.end.kind is EndKind.RAISE:
            mask = self._masks[event.end.bit]
            self.counts.sample({"raised by a layer": event.end.bit})
            self.counts.sample({"raised while": "masked" if mask & self._masked else "not masked"})
            self._follow("layer", event.end.bit)
            self._set |= mask

    def _edge(self, edge: InterruptEdge) -> None:
        if edge.level:
            self.counts.sample({"pin rises by": self._cause if self._cause in ("set", "unmask") else "layer"})
        elif self._cause:
            self.counts.sample({"pin falls by": self._cause})
        self._cause = ""

    def _acts(self, act: str, bits: int) -> None:
        for name, mask in self._masks.items():
            if bits & mask:
                self.counts.sample({f"{act} by software": name})
                self._follow(act, name)
                self._cause = act

    def _follow(self, act: str, bit: str) -> None:
        if bit in self._last:
            self.counts.sample({"act": self._last[bit], "next act": act})
        self._last[bit] = act


def _together(config: HwConfig) -> list[str]:
    """Pairs of interrupts that may be read at once: both groups of a unit, and groups of two units."""
    bits = [bit for unit in covered_units(config) for group in GROUPS for bit in done_bits(unit, group)]
    return [f"{one} and {two}" for at, one in enumerate(bits) for two in bits[at + 1 :]]


def _pair_mask(label: str, masks: dict[str, int]) -> int:
    one, two = label.split(" and ")
    return masks[one] | masks[two]
