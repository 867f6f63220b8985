"""The points of a unit's look-up tables: how they are set, and where values fall in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.lut.aspects import ARRANGEMENTS, arrangement_of
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope
from models.nvdla.lut.index import Located
from models.nvdla.lut.legal import INDEX_BITS, LutLimits
from models.nvdla.lut.ranges import SINGLE_MASK
from models.nvdla.numbers.bits import Wide
from models.nvdla.numbers.floats import HALF_SIGN
from tb.coverage.bins import Names, Value, flag, names
from tb.coverage.classes import SIGNED, signed_class
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.lut.places import LE, LO, TABLES, LookedAt

BELOW, WITHIN, ABOVE = PLACES = ("below", "within", "above")
FUNCTIONS = ("linear", "exponential")
INTERVALS = ("first", "inner", "last")
SLOPES = tuple(f"{table} {way}" for table in TABLES for way in ("underflow", "overflow"))
SIGNS, SHIFTS = ("negative", "0", "positive"), ("left", "0", "right")


class TablePoints:
    """The points of tables.

    Args:
        config: the hardware configuration.
        legal: what the unit can tell of tables, by precision.
    """

    def __init__(self, config: HwConfig, legal: Mapping[str, LutLimits]) -> None:
        self._legal = legal
        self._intervals = {table: entries - 1 for table, entries in config.table_entries.items()}
        self.precision = Point("precision", Names(config.precisions))
        self.function, self.arrangement = Point("LE is", Names(FUNCTIONS)), Point("ranges", Names(ARRANGEMENTS))
        inner = tuple(label for label in SIGNED if label != "least")
        self.offset = Point("LE offset", Names(inner))
        self.selects = {table: Point(f"{table} select", Names(inner[:-1])) for table in TABLES}
        self.places = {table: Point(f"value in {table}", Names(PLACES)) for table in TABLES}
        self.chosen = Point("result from", Names(TABLES))
        self.intervals = {table: Point(f"{table} interval", Names(INTERVALS)) for table in TABLES}
        self.fractions = {table: Point(f"{table} fraction", names("0", "between")) for table in TABLES}
        self.edges = {table: Point(f"value at {table}'s", names("start", "end")) for table in TABLES}
        self.slope, self.scale = Point("slope", Names(SLOPES)), Point("slope scale", Names(SIGNS))
        self.shift = Point("slope shift", Names(SHIFTS))
        self.counted = Point("look-ups counted", flag())

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        each = (self.selects, self.places, self.intervals, self.fractions, self.edges)
        settings = (self.precision, self.function, self.arrangement, self.offset, self.chosen, self.counted)
        return *settings, *(point for points in each for point in points.values()), self.slope, self.scale, self.shift

    @property
    def crosses(self) -> Iterator[Cross]:
        """Tables by precision, where values fall by priorities."""
        precision = self.precision
        yield cross(precision, self.function, self.arrangement)
        yield cross(precision, self.offset, absent=self._illegal(lambda item: item.offsets))
        for table in TABLES:
            yield cross(precision, self.selects[table], absent=self._illegal(_selects_of(table)))
        yield cross(precision, self.function, *self.places.values(), self.chosen, absent=_not_chosen)
        for table in TABLES:
            yield cross(precision, self.intervals[table], self.fractions[table], absent=_at_start(table))
            yield cross(precision, self.edges[table])
        yield cross(self.function, self.intervals[LE])
        yield cross(precision, self.slope, self.scale)
        yield cross(precision, self.slope, self.shift, absent=lambda name, *_: name == "FP16")
        yield cross(precision, self.counted)

    def _illegal(self, numbers: Callable[[LutLimits], range]) -> Callable[[str, str], bool]:
        """Says of a class of registers whether no legal one of a precision is in it."""
        classes = {
            name: {signed_class(number, INDEX_BITS) for number in numbers(legal)} for name, legal in self._legal.items()
        }
        return lambda precision, label: label not in classes[precision]

    def values(self, lut: LutConfig, *, floating: bool) -> dict[str, Value]:
        """The values of how tables are set."""
        lies = arrangement_of(lut, floating=floating)
        values: dict[str, Value] = {self.function.name: FUNCTIONS[lut.exponential], self.arrangement.name: lies}
        if lut.exponential:
            values[self.offset.name] = signed_class(lut.le_offset, INDEX_BITS)
        else:
            values[self.selects[LE].name] = signed_class(lut.le.select, INDEX_BITS)
        return values | {self.selects[LO].name: signed_class(lut.lo.select, INDEX_BITS)}

    def looked_up(self, looked: LookedAt, lut: LutConfig, *, floating: bool) -> Iterator[dict[str, Value]]:
        """Where values fall, and what decides."""
        place = {table: _place(located) for table, located in ((LE, looked.le), (LO, looked.lo))}
        kinds = np.unique(np.stack([place[LE], place[LO], looked.chosen.astype(np.intp)]), axis=1)
        for le, lo, chosen in kinds.T:
            where: dict[str, Value] = {self.places[LE].name: PLACES[le], self.places[LO].name: PLACES[lo]}
            yield where | {self.chosen.name: TABLES[chosen], self.function.name: FUNCTIONS[lut.exponential]}
        for table, located, mine, given in (
            (LE, looked.le, ~looked.chosen, lut.le),
            (LO, looked.lo, looked.chosen, lut.lo),
        ):
            yield from self._hit(table, located, mine & located.hit, lut)
            yield from self._edges(table, looked.values, given, floating=floating)
            for way, missed, slope in (
                ("underflow", mine & located.below, given.underflow),
                ("overflow", mine & located.above, given.overflow),
            ):
                if missed.any():
                    yield self._slope(f"{table} {way}", slope, floating=floating)

    def _hit(self, table: str, located: Located, hit: Flags, lut: LutConfig) -> Iterator[dict[str, Value]]:
        index, cut = located.index[hit], located.fraction[hit] == 0
        last = self._intervals[table] - 1
        for interval, flags in zip(INTERVALS, (index == 0, (index > 0) & (index < last), index == last), strict=True):
            for fraction, there_is in (("0", flags & cut), ("between", flags & ~cut)):
                if there_is.any():
                    values: dict[str, Value] = {self.intervals[table].name: interval}
                    values |= {self.function.name: FUNCTIONS[lut.exponential]} if table == LE else {}
                    yield values | {self.fractions[table].name: fraction}

    def _edges(self, table: str, values: Wide, given: LutRange, *, floating: bool) -> Iterator[dict[str, Value]]:
        for name, edge in (("start", given.start), ("end", given.end)):
            if (values == (edge & SINGLE_MASK if floating else edge)).any():
                yield {self.edges[table].name: name}

    def _slope(self, name: str, slope: LutSlope, *, floating: bool) -> dict[str, Value]:
        scale = slope.scale
        if floating:
            size = scale & HALF_SIGN - 1
            scale = -size if scale & HALF_SIGN else size
        values: dict[str, Value] = {self.slope.name: name, self.scale.name: _sign(scale, SIGNS)}
        return values if floating else values | {self.shift.name: _sign(slope.shift, SHIFTS)}


def _place(located: Located) -> NDArray[np.intp]:
    """Of each value its place, by its number in `PLACES`."""
    return np.where(located.below, 0, np.where(located.above, 2, 1)).astype(np.intp)


def _sign(number: int, labels: tuple[str, ...]) -> str:
    return labels[(number >= 0) + (number > 0)]


def _selects_of(table: str) -> Callable[[LutLimits], range]:
    return lambda legal: legal.selects[table]


def _at_start(table: str) -> Callable[[str, str, str], bool]:
    """Says that integers at the start of a linear table are below it; LE may be exponential."""
    return lambda precision, *labels: table == LO and precision != "FP16" and labels == (INTERVALS[0], "0")


def _not_chosen(_precision: str, _function: str, le: str, lo: str, chosen: str) -> bool:
    """Where one table alone hits, it gives the result."""
    return (le == WITHIN) != (lo == WITHIN) and chosen != (LE if le == WITHIN else LO)
