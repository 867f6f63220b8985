"""A unit's look-up tables: how software writes and reads them, how layers use them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from models.events import Finished, RegisterAccess, Reset, Started
from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.legal import LutLimits
from tb.coverage.bins import Names, Value
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.lut.places import TABLES, LookedAt
from tb.nvdla.coverage.lut.points import TablePoints
from tb.nvdla.coverage.state import DeviceState

WAYS = ("write", "read")
FIRST = ("first entry", "inner entry", "last entry")
ROWS = ("one", "some", "all")
TABLES_ARE = ("written since", "as before")


@dataclass(frozen=True, slots=True)
class TableUse:
    """How a layer uses tables.

    Attributes:
        lut: how values are looked up.
        precision: name of the number format.
        counted: look-ups are counted.
    """

    lut: LutConfig
    precision: str
    counted: bool

    @property
    def floating(self) -> bool:
        """Values are floating-point numbers."""
        return self.precision == "FP16"


class TableCoverage(ABC):
    """Counts the group: of legal layers that no race has spoiled, and of accesses to the tables.

    Args:
        unit: whose tables they are.
        legal: what the unit can tell of tables, by precision.
        config: the hardware configuration.
        state: what registers hold.
    """

    def __init__(self, unit: str, legal: Mapping[str, LutLimits], config: HwConfig, state: DeviceState) -> None:
        self._config, self._points = config, TablePoints(config, legal)
        block = state.registers.blocks[unit]
        self._access, self._data = block.S_LUT_ACCESS_CFG, block.S_LUT_ACCESS_DATA
        self._table, self._way = Point("table", Names(TABLES)), Point("access", Names(WAYS))
        self._first, self._row = Point("begins at", Names(FIRST)), Point("entries in a row", Names(ROWS))
        self._written = Point("tables of a layer", Names(TABLES_ARE))
        accesses = (self._table, self._way, self._first, self._row, self._written)
        crosses = (
            *self._points.crosses,
            cross(self._table, self._way, self._first),
            cross(self._table, self._way, self._row),
        )
        self.counts = Counts(Group(f"{unit.lower()} tables", (*self._points.points, *accesses), crosses))
        self._forget()

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

    def _reset(self, _: Reset) -> None:
        self._end_row()
        self._forget()

    def _forget(self) -> None:
        self._of: tuple[str, str] | None = None
        self._entries = 0
        self._changed = True

    def _accessed(self, access: RegisterAccess) -> None:
        if access.address == self._access.address and access.write:
            self._began(access.data)
        elif access.address == self._data.address and self._of and access.write == (self._of[1] == WAYS[0]):
            self._entries += 1
            self._changed |= access.write

    def _began(self, word: int) -> None:
        """Software chose an entry."""
        self._end_row()
        register = self._access
        table = register.LUT_TABLE_ID.label(register.LUT_TABLE_ID.get(word))
        way = register.LUT_ACCESS_TYPE.label(register.LUT_ACCESS_TYPE.get(word)).lower()
        entry, last = register.LUT_ADDR.get(word), self._config.table_entries[table] - 1
        self._of = table, way
        if entry <= last:
            begins = FIRST[0 if entry == 0 else 2 if entry == last else 1]
            self.counts.sample({self._table.name: table, self._way.name: way, self._first.name: begins})

    def _end_row(self) -> None:
        """No more entries follow."""
        if self._of and self._entries:
            table, way = self._of
            whole = self._entries >= self._config.table_entries[table]
            row = ROWS[2 if whole else self._entries > 1]
            self.counts.sample({self._table.name: table, self._way.name: way, self._row.name: row})
        self._entries = 0

    def _started(self, event: Started) -> None:
        use = self.use_of(event.layer)
        if use is None:
            return
        values: dict[str, Value] = {
            self._points.precision.name: use.precision,
            self._points.counted.name: int(use.counted),
            self._written.name: TABLES_ARE[not self._changed],
        }
        self._changed = False
        self.counts.sample(values | self._points.values(use.lut, floating=use.floating))

    def _finished(self, event: Finished) -> None:
        use = self.use_of(event.layer)
        if use is None:
            return
        looked = self.looked_up(event.layer, use)
        for seen in self._points.looked_up(looked, use.lut, floating=use.floating):
            self.counts.sample({self._points.precision.name: use.precision, **seen})
