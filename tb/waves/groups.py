"""Which signals are shown: those of a family's parts that the wave file has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from models.memory.ports import MemoryPort
from models.memory.signals import WAYS
from models.registers import Block
from tb.runner.family.waves import ShownLink, WaveParts
from tb.waves.hierarchy import Hierarchy, WaveSignal
from tb.waves.names import Names
from tb.waves.tables import axi_table, enum_table, id_table, register_table
from tb.waves.view import Group, Part, Radix, Row, Table

_OF_A_TAP = ("valid", "ready", "payload")
_BITS = re.compile(r"\[(\d+)(?::(\d+))?\]$")
_WIDEST_PART = 64
"""Bits of a payload's member that is shown by itself; what is wider is a row of elements, which nobody reads."""


def groups_of(
    parts: WaveParts, hierarchy: Hierarchy, names: Names, unit: str = "", lines: Sequence[str] = ()
) -> list[Group]:
    """The groups of signals, those that matter most first.

    Args:
        parts: what there is.
        hierarchy: what the file has of it.
        names: what the RTL calls pins and links.
        unit: the unit that failed; empty: none, or nobody knows.
        lines: what is said of that; of its links, those that this names are open, or all if it names none.
    """
    named = {name for name in parts.links if any(f"({name})" in line for line in lines)}
    shown = _Shown(parts, hierarchy, names)
    groups = [
        Group("clocks and resets", shown.pins(parts.clocks)),
        *(shown.links_of(unit, named) if unit else ()),
        Group(parts.bus, shown.bus()),
        Group("interrupts", shown.pins(parts.interrupts)),
        *(group for port in parts.ports for group in shown.port(port)),
        *(shown.unit(unit) if unit else ()),
        *shown.other_links(unit),
    ]
    return [group for group in groups if group.rows]


class _Shown:
    """Makes groups of what a file has."""

    def __init__(self, parts: WaveParts, hierarchy: Hierarchy, names: Names) -> None:
        self._parts, self._hierarchy, self._names = parts, hierarchy, names

    def pins(self, pins: Iterable[str], tables: Mapping[str, Table] | None = None) -> list[Row]:
        """Pins under the RTL's own names."""
        rows = []
        for pin in pins:
            name = self._names.pins.get(pin, pin)
            signal = self._hierarchy.outermost(name) or self._hierarchy.outermost(pin)
            if signal is not None:
                table = (tables or {}).get(pin)
                rows.append(_row(signal, name, table if table and table.bits == signal.width else None))
        return rows

    def bus(self) -> list[Row]:
        """The register bus; registers stand for addresses."""
        tables = {}
        for pin, step_bytes in self._parts.address_pins.items():
            if signal := self._hierarchy.outermost(pin):
                tables[pin] = register_table(self._parts.registers, step_bytes, signal.width)
        return self.pins(self._parts.bus_pins, tables)

    def port(self, port: MemoryPort) -> Iterator[Group]:
        """A memory port: what is written, and what is read; units stand for ids."""
        owners = {"write": self._parts.writers, "read": self._parts.readers}
        for way, channels in WAYS.items():
            pins, tables = [], {}
            for channel in (name for name in channels if name in port.signals.channels):
                fields = ("valid", "ready", *port.signals.payload(channel))
                pins += [port.signals.pins[channel + field] for field in fields]
                for field in fields:
                    table = id_table(way, owners[way], port.id_bits) if field == "id" else None
                    if table := table or axi_table(field, _AXI_BITS):
                        tables[port.signals.pins[channel + field]] = table
            yield Group(f"{port.name} {way}s", self.pins(pins, tables))

    def links_of(self, unit: str, named: Collection[str]) -> Iterator[Group]:
        """What passes to and from a unit, where taps look at it."""
        mine = {name: link for name, link in self._parts.links.items() if unit in link.units}
        for name, link in mine.items():
            yield from self._link(name, link, is_open=name in named or not (mine.keys() & named))

    def other_links(self, unit: str) -> Iterator[Group]:
        """What passes between the other units, and what taps see of which the family says nothing."""
        for name, link in self._parts.links.items():
            if unit not in link.units:
                yield from self._link(name, link, is_open=False)
        others = {name: scopes for name, scopes in self._hierarchy.taps.items() if name not in self._parts.links}
        rows = [
            replace(row, label=f"{_numbered(name, number)} {row.label}")
            for name, scopes in others.items()
            for number, scope in enumerate(scopes)
            for row in self._tap(scope)
        ]
        yield Group("other taps", rows, is_open=False)

    def unit(self, unit: str) -> Iterator[Group]:
        """What a unit is set to, and all signals of its module."""
        scope = self._hierarchy.instance(unit.lower())
        if (block := self._parts.registers.blocks.get(unit)) is not None:
            yield Group(f"{unit} registers", self._fields(block, scope), is_open=False)
        if scope:
            rows = [_row(signal, signal.name) for signal in self._hierarchy.scopes[scope].values()]
            yield Group(f"{unit} module", rows, is_open=False, scope=scope)

    def _link(self, name: str, link: ShownLink, *, is_open: bool) -> Iterator[Group]:
        title = f"{link.text} ({name})"
        if rows := self._named(self._names.links.get(name, {})):
            yield Group(title, rows, is_open)
            return
        for number, scope in enumerate(self._hierarchy.taps.get(name, ())):
            yield Group(_numbered(title, number), self._tap(scope, link), is_open)

    def _named(self, signals: Mapping[str, tuple[str, ...]]) -> list[Row]:
        """The user's own signals; nothing where the file lacks one, as where it is in a block built apart."""
        rows: dict[str, Row] = {}
        for member, path in ((member, path) for member, paths in signals.items() for path in paths):
            whole, part = (path, None) if self._hierarchy.outermost(path) else _split(member, path)
            signal = self._hierarchy.outermost(whole)
            if signal is None:
                return []
            row = rows.setdefault(whole, _row(signal, whole))
            rows[whole] = row if part is None else replace(row, parts=(*row.parts, part))
        return list(rows.values())

    def _tap(self, scope: str, link: ShownLink | None = None) -> list[Row]:
        signals = self._hierarchy.scopes[scope]
        rows = [_row(signals[name], name) for name in _OF_A_TAP]
        rows.append(_row(signals["layer"], "layer", radix=Radix.DECIMAL))
        parts = _parts(link) if link else []
        if sum(part.width for part in parts) != signals["payload"].width:
            return rows
        narrow = [part for part in parts if part.width <= _WIDEST_PART]
        return [Row(row.signal, row.label, row.radix, parts=narrow) if row.label == "payload" else row for row in rows]

    def _fields(self, block: Block, scope: str) -> list[Row]:
        """The fields of a block's registers, where the simulator tells the members of packed types."""
        alone = len(self._parts.registers.blocks) == 1
        rows = []
        for register in block:
            for field in register.fields.values():
                path = f"{register.name}.{field.name}".lower()
                signal = self._hierarchy.outermost(path, scope) or (self._hierarchy.outermost(path) if alone else None)
                if signal is not None and signal.width == field.width:
                    rows.append(_row(signal, f"{register.name} {field.name}", enum_table(register, field)))
        return rows


_AXI_BITS = 2
"""Of ``burst`` and ``resp``."""


def _split(member: str, path: str) -> tuple[str, Part | None]:
    """A path without bits that it takes of its signal, and these: a member of a link."""
    found = _BITS.search(path)
    if found is None:
        return path, None
    low = int(found[2] or found[1])
    return path[: found.start()], Part(member, low, int(found[1]) - low + 1)


def _parts(link: ShownLink) -> list[Part]:
    """The members of a payload."""
    parts, low = [], sum(link.link.members.values())
    for name, width in link.link.members.items():
        low -= width
        parts.append(Part(name, low, width))
    return parts


def _row(signal: WaveSignal, label: str, table: Table | None = None, radix: Radix | None = None) -> Row:
    return Row(signal, label, radix or (Radix.BINARY if signal.width == 1 else Radix.HEX), table)


def _numbered(title: str, number: int) -> str:
    return f"{title} {number + 1}" if number else title
