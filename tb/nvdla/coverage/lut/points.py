"""Coverpoints of a unit's look-up tables: how layers set them, and where values fall in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from models.nvdla.config import HwConfig
from models.nvdla.lut.aspects import ARRANGEMENTS, arrangement_of
from models.nvdla.lut.config import LutRange
from models.nvdla.lut.legal import INDEX_BITS, LutLimits
from models.nvdla.lut.ranges import SINGLE_MASK
from models.nvdla.numbers.floats import HALF_SIGN
from tb.coverage.bins import flag, names
from tb.coverage.classes import SIGNED, signed_class
from tb.coverage.covergroup import Coverpoint, CrossOf, cross
from tb.nvdla.coverage.lut.places import (
    EDGES,
    FRACTIONS,
    HITS,
    INTERVALS,
    LE,
    LO,
    PLACE,
    PLACES,
    SLOPE,
    TABLES,
    WITHIN,
    TableUse,
)

FUNCTIONS = ("linear", "exponential")
SLOPES = tuple(f"{table} {way}" for table in TABLES for way in ("underflow", "overflow"))
SIGNS, SHIFTS = ("negative", "0", "positive"), ("left", "0", "right")
INNER = tuple(label for label in SIGNED if label != "least")
OF_FORMAT = ("", PLACE, SLOPE, EDGES, *HITS.values())


def table_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints of tables."""
    yield Coverpoint("precision", names(*config.precisions), lambda use: use.precision, OF_FORMAT)
    yield Coverpoint("LE is", names(*FUNCTIONS), lambda use: FUNCTIONS[use.lut.exponential], ("", PLACE, HITS[LE]))
    yield Coverpoint("ranges", names(*ARRANGEMENTS), lambda use: arrangement_of(use.lut, floating=use.floating))
    yield Coverpoint("LE offset", names(*INNER), _le_offset)
    yield Coverpoint("result from", names(*TABLES), lambda use: TABLES[use.found[2]], PLACE)
    yield Coverpoint("look-ups counted", flag(), lambda use: int(use.counted))
    yield Coverpoint("LE select", names(*INNER[:-1]), _le_select)
    yield Coverpoint("LO select", names(*INNER[:-1]), lambda use: signed_class(use.lut.lo.select, INDEX_BITS))
    yield Coverpoint("value in LE", names(*PLACES), lambda use: PLACES[use.found[0]], PLACE)
    yield Coverpoint("value in LO", names(*PLACES), lambda use: PLACES[use.found[1]], PLACE)
    for table, hits in HITS.items():
        yield Coverpoint(f"{table} interval", names(*INTERVALS), lambda use: use.found[0], hits)
    for table, hits in HITS.items():
        yield Coverpoint(f"{table} fraction", names(*FRACTIONS), lambda use: use.found[1], hits)
    for table in TABLES:
        yield Coverpoint(f"value at {table}'s", names("start", "end"), _edges_of(table), EDGES)
    yield Coverpoint("slope", names(*SLOPES), lambda use: use.found[0], SLOPE)
    yield Coverpoint("slope scale", names(*SIGNS), _scale, SLOPE)
    yield Coverpoint("slope shift", names(*SHIFTS), _shift, SLOPE)


def table_crosses(legal: Mapping[str, LutLimits], fraction_bits: int) -> Iterator[CrossOf]:
    """Tables by precision, where values fall by priorities.

    Args:
        legal: what the unit can tell of tables, by precision.
        fraction_bits: bits that the unit has of fractions.
    """

    def no_start(precision: str, interval: str, fraction: str) -> bool:
        """Integers at LO's start are below it; of those behind it bits are cut where entries are far apart."""
        exact = precision != "FP16" and max(legal[precision].selects[LO]) <= fraction_bits
        return exact and (interval, fraction) == (INTERVALS[0], FRACTIONS[0])

    def illegal(numbers: Callable[[LutLimits], range]) -> Callable[[str, str], bool]:
        """Says of a class of registers whether no legal one of a precision is in it."""
        classes = {name: {signed_class(number, INDEX_BITS) for number in numbers(item)} for name, item in legal.items()}
        return lambda precision, label: label not in classes[precision]

    yield cross("precision", "LE is", "ranges")
    yield cross("precision", "LE offset", ignore_bins=illegal(lambda item: item.offsets))
    for table in TABLES:
        yield cross("precision", f"{table} select", ignore_bins=illegal(_selects_of(table)))
    places = (f"value in {table}" for table in TABLES)
    yield cross("precision", "LE is", *places, "result from", ignore_bins=_not_chosen)
    for table in TABLES:
        # LE may be exponential, whose first interval begins behind its start
        ignored = no_start if table == LO else None
        yield cross("precision", f"{table} interval", f"{table} fraction", ignore_bins=ignored)
        yield cross("precision", f"value at {table}'s")
    yield cross("LE is", "LE interval")
    yield cross("precision", "slope", "slope scale")
    yield cross("precision", "slope", "slope shift", ignore_bins=lambda precision, *_: precision == "FP16")
    yield cross("precision", "look-ups counted")


def _selects_of(table: str) -> Callable[[LutLimits], range]:
    return lambda legal: legal.selects[table]


def _le_offset(use: TableUse) -> str | None:
    return signed_class(use.lut.le_offset, INDEX_BITS) if use.lut.exponential else None


def _le_select(use: TableUse) -> str | None:
    return None if use.lut.exponential else signed_class(use.lut.le.select, INDEX_BITS)


def _edges_of(table: str) -> Callable[[TableUse], list[str]]:
    """Which ends of a table values lie at; what was found is all that was looked at."""

    def value(use: TableUse) -> list[str]:
        given: LutRange = use.lut.le if table == LE else use.lut.lo
        ends = {"start": given.start, "end": given.end}
        mask = SINGLE_MASK if use.floating else -1
        return [name for name, end in ends.items() if (use.found.values == end & mask).any()]

    return value


def _scale(use: TableUse) -> str:
    scale = use.found[1].scale
    if use.floating:
        size = scale & HALF_SIGN - 1
        scale = -size if scale & HALF_SIGN else size
    return _sign(scale, SIGNS)


def _shift(use: TableUse) -> str | None:
    return None if use.floating else _sign(use.found[1].shift, SHIFTS)


def _sign(number: int, labels: tuple[str, ...]) -> str:
    return labels[(number >= 0) + (number > 0)]


def _not_chosen(_precision: str, _function: str, le: str, lo: str, chosen: str) -> bool:
    """Where one table alone hits, it gives the result."""
    return (le == WITHIN) != (lo == WITHIN) and chosen != (LE if le == WITHIN else LO)
