"""Register accesses: each register of a covered block read and written, in each group, and what counters read."""

from __future__ import annotations

from models.events import RegisterAccess, Reset
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.registers import Behaviour, ReadKind, Register
from tb.coverage.bins import Names, names
from tb.coverage.collector import Hears
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_blocks, covered_units

WAYS = ("read", "write")


class RegisterCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._state = state
        self._labels: dict[tuple[int, int], tuple[str, str]] = {}
        labels: dict[str, list[str]] = {}
        for block in covered_blocks(config, state.registers):
            for register in block:
                for group in GROUPS if register.grouped else GROUPS[:1]:
                    label = f"{register.name} {group}" if register.grouped else register.name
                    self._labels[register.address, group] = block.name, label
                    labels.setdefault(block.name, []).append(label)
        first, then = Point("access", names(*WAYS)), Point("next access", names(*WAYS))
        same = Point("next register", names("the same", "of the same block", "of another block", "none there"))
        counters = [
            register.full_name
            for unit in covered_units(config)
            for register in state.registers.blocks[unit]
            if register.read is ReadKind.BOUNDED
        ]
        counter, value = Point("counter", Names(tuple(counters))), Point("counted", names("0", "more"))
        points = (
            *(Point(f"{block} {way}", Names(tuple(found))) for block, found in labels.items() for way in WAYS),
            *(Point("where", names("a register", "none there")), Point("write to", names("writable", "read-only"))),
            *(first, then, same),
            *((counter, value) if counters else ()),
        )
        crosses = (cross(first, then, same), *((cross(counter, value),) if counters else ()))
        self.counts = Counts(Group("registers", points, crosses))
        self._forget()

    @property
    def hears(self) -> Hears:
        """Accesses."""
        return {RegisterAccess: self._access, Reset: lambda _: self._forget()}

    def finish(self) -> None:
        """Nothing was left to count."""

    def _forget(self) -> None:
        self._last: tuple[str, int, str] | None = None

    def _access(self, access: RegisterAccess) -> None:
        register, way = self._state.registers.at(access.address), WAYS[access.write]
        values: dict[str, int | str] = {"where": "a register" if register else "none there"}
        if register is not None:
            group = self._state.group_of(register)
            if label := self._labels.get((access.address, group)):
                values[f"{label[0]} {way}"] = label[1]
            if access.write:
                fixed = register.behaviour is Behaviour.READ_ONLY or not register.implemented
                values["write to"] = "read-only" if fixed else "writable"
            elif register.read is ReadKind.BOUNDED and label:
                values |= {"counter": register.full_name, "counted": "more" if access.data else "0"}
        if self._last is not None:
            where = self._where(access.address, register)
            values |= {"access": self._last[0], "next access": way, "next register": where}
        self._last = way, access.address, register.block if register else ""
        self.counts.sample(values)

    def _where(self, address: int, register: Register | None) -> str:
        assert self._last is not None
        if register is None:
            return "none there"
        if address == self._last[1]:
            return "the same"
        return "of the same block" if register.block == self._last[2] else "of another block"
