"""A unit's look-up tables: how software writes and reads them, how layers use them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace

from models.events import Finished, RegisterAccess, Reset, Started
from models.layer import Layer
from models.nvdla.lut.legal import LutLimits
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.lut.places import EDGES, TABLES, LookedAt, TableUse, found_by
from tb.nvdla.coverage.lut.points import table_crosses, table_points
from tb.nvdla.coverage.state import DeviceState

WAYS = ("write", "read")
FIRST = ("first entry", "inner entry", "last entry")
ROWS = ("one", "some", "all")
TABLES_ARE = ("written since", "as before")
BEGINS, ROW = "begins", "row"
"""Moments of accesses: an entry is chosen; a row of entries ends."""


class TableSampler(Sampler, ABC):
    """Counts the group: of legal layers that no race has spoiled, and of accesses to the tables.

    Args:
        unit: whose tables they are.
        legal: what the unit can tell of tables, by precision.
        fraction_bits: bits that it has of fractions.
        device: the device's state.
    """

    def __init__(self, unit: str, legal: Mapping[str, LutLimits], fraction_bits: int, device: DeviceState) -> None:
        self._device, self._config = device, device.config
        block = device.registers.blocks[unit]
        self._chosen, self._data = block.S_LUT_ACCESS_CFG, block.S_LUT_ACCESS_DATA
        self._forget()
        crosses = (
            *table_crosses(legal, fraction_bits),
            cross("table", "access", "begins at"),
            cross("table", "access", "entries in a row"),
        )
        super().__init__(Covergroup(f"{unit.lower()} tables", (*table_points(self._config), *self._points()), crosses))

    @abstractmethod
    def use_of(self, layer: Layer) -> TableUse | None:
        """How a layer uses the tables; None: not at all, or not as it may."""

    @abstractmethod
    def looked_up(self, layer: Layer, use: TableUse) -> LookedAt:
        """What such a layer has looked up."""

    @property
    def subscriptions(self) -> Subscriptions:
        """Accesses, layers that start and that are through."""
        return {RegisterAccess: self._accessed, Started: self._started, Finished: self._finished, Reset: self._reset}

    def finish(self) -> None:
        """The last row of entries."""
        self._end_row()

    def _points(self) -> Iterator[Coverpoint]:
        """Those of accesses, whose sample is a word of the register that chooses an entry."""
        chosen = self._chosen
        yield Coverpoint("table", names(*TABLES), self._table, (BEGINS, ROW))
        yield Coverpoint(
            "access",
            names(*WAYS),
            lambda word: chosen.LUT_ACCESS_TYPE.label(chosen.LUT_ACCESS_TYPE.get(word)).lower(),
            (BEGINS, ROW),
        )
        yield Coverpoint("begins at", names(*FIRST), self._first, BEGINS)
        yield Coverpoint("entries in a row", names(*ROWS), self._row, ROW)
        yield Coverpoint("tables of a layer", names(*TABLES_ARE), lambda _: TABLES_ARE[not self._changed])

    @property
    def _writes(self) -> bool:
        """Entries are to be written, not read."""
        return self._word is not None and bool(self._chosen.LUT_ACCESS_TYPE.get(self._word))

    def _table(self, word: int) -> str:
        field = self._chosen.LUT_TABLE_ID
        return field.label(field.get(word))

    def _first(self, word: int) -> str:
        entry, last = self._chosen.LUT_ADDR.get(word), self._config.table_entries[self._table(word)] - 1
        return FIRST[0 if entry == 0 else 2 if entry == last else 1]

    def _row(self, word: int) -> str:
        whole = self._entries >= self._config.table_entries[self._table(word)]
        return ROWS[2 if whole else self._entries > 1]

    def _reset(self, _: Reset) -> None:
        self._end_row()
        self._forget()

    def _forget(self) -> None:
        self._word: int | None = None
        self._entries = 0
        self._changed = True

    def _accessed(self, access: RegisterAccess) -> None:
        if access.address == self._chosen.address and access.write:
            self._end_row()
            self._word = access.data
            if self._chosen.LUT_ADDR.get(access.data) < self._config.table_entries[self._table(access.data)]:
                self.sample(access.data, BEGINS)
        elif access.address == self._data.address and self._word is not None and access.write == self._writes:
            self._entries += 1
            self._changed |= access.write

    def _end_row(self) -> None:
        """No more entries follow."""
        if self._word is not None and self._entries:
            self.sample(self._word, ROW)
        self._entries = 0

    def _started(self, event: Started) -> None:
        if use := self.use_of(event.layer):
            self.sample(use)
            self._changed = False

    def _finished(self, event: Finished) -> None:
        if use := self.use_of(event.layer):
            looked = self.looked_up(event.layer, use)
            self.sample_each(replace(use, found=looked), EDGES)
            for found, moment in found_by(use, looked, self._config.table_entries):
                self.sample(found, moment)
