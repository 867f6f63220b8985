"""Register accesses: each register of covered blocks read and written, in each group; what counters hold."""

from __future__ import annotations

from collections.abc import Sequence

from models.events import RegisterAccess, Reset
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.registers import Behaviour, Block, ReadKind, Register
from tb.coverage.bins import Names, flag, names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_blocks, covered_units

WAYS = ("read", "write")
INTERFACES = ("MCIF", "CVIF")
COUNTED = (ReadKind.BOUNDED, ReadKind.FINAL)
"""How registers are read that a layer leaves something in."""


class RegisterCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._state, blocks = state, covered_blocks(config, state.registers)
        self._labels = {key: label for block in blocks for key, label in _labels(block).items()}
        self._idle = {
            block.registers["STATUS"].address: f"{block.name} idle" for block in blocks if block.name in INTERFACES
        }
        units = [state.registers.blocks[unit] for unit in covered_units(config)]
        self._units = bool(units)
        self.counts = Counts(_group(blocks, units, tuple(self._idle.values())))
        self._forget()

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses."""
        return {RegisterAccess: self._access, Reset: lambda _: self._forget()}

    def finish(self) -> None:
        """Nothing buffered."""

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
            elif register.read in COUNTED and label:
                values |= {"counter": register.full_name, "counted": "more" if access.data else "0"}
            elif access.address in self._idle and self._units:
                values["layers at idle"] = "some" if self._state.layers else "none"
                values[self._idle[access.address]] = register.IDLE.get(access.data)
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


def _labels(block: Block) -> dict[tuple[int, int], tuple[str, str]]:
    """The block and the label of each register, by address and group."""
    return {
        (register.address, group): (block.name, f"{register.name} {group}" if register.grouped else register.name)
        for register in block
        for group in (GROUPS if register.grouped else GROUPS[:1])
    }


def _group(blocks: Sequence[Block], units: Sequence[Block], idle: Sequence[str]) -> Group:
    first, then = Point("access", names(*WAYS)), Point("next access", names(*WAYS))
    same = Point("next register", names("the same", "of the same block", "of another block", "none there"))
    points = [
        *(Point(f"{block.name} {way}", _names_of(block)) for block in blocks for way in WAYS),
        *(Point("where", names("a register", "none there")), Point("write to", names("writable", "read-only"))),
        *(first, then, same),
    ]
    crosses = [cross(first, then, same)]
    if units:
        counted = [register.full_name for block in units for register in block if register.read in COUNTED]
        counter, value = Point("counter", Names(tuple(counted))), Point("counted", names("0", "more"))
        flight, flags = Point("layers at idle", names("none", "some")), [Point(name, flag()) for name in idle]
        points += [counter, value, flight, *flags]
        crosses += [cross(counter, value), *(cross(flight, item) for item in flags)]
    return Group("registers", tuple(points), tuple(crosses))


def _names_of(block: Block) -> Names:
    return Names(tuple(label for _, label in _labels(block).values()))
