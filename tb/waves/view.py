"""What waves show when they are opened, as data for whichever program opens them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tb.waves.hierarchy import WaveSignal

SUFFIXES = {"gtkwave": ".gtkw", "surfer": ".sucl"}
"""Of the files, which are called as the wave file is, by the program that reads them."""


class Radix(StrEnum):
    """How numbers are shown."""

    HEX = "hex"
    DECIMAL = "dec"
    BINARY = "bin"


@dataclass(frozen=True, slots=True)
class Table:
    """What stands for values, such as the names of an enumeration.

    Attributes:
        name: of the table, in letters, digits and underscores; one for each table of a view.
        bits: width of a value.
        words: by value.
    """

    name: str
    bits: int
    words: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Part:
    """Some bits of a signal, such as a member of a packed type."""

    name: str
    low: int
    width: int


@dataclass(frozen=True, slots=True)
class Row:
    """A signal as it is shown.

    Attributes:
        signal: which.
        label: what it is called.
        radix: how its numbers are shown.
        table: what is shown for its numbers.
        parts: what it consists of, the highest first.
    """

    signal: WaveSignal
    label: str
    radix: Radix = Radix.HEX
    table: Table | None = None
    parts: Sequence[Part] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Signals under one title.

    Attributes:
        title: of all of them.
        rows: the signals.
        is_open: whether they are seen at once.
        scope: where these are all signals of a scope, the scope.
    """

    title: str
    rows: Sequence[Row]
    is_open: bool = True
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something at a time.

    Attributes:
        ticks: when, in the file's time steps.
        name: short, in letters, digits and underscores.
        lines: what it is.
    """

    ticks: int
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What is shown.

    Attributes:
        file: name of the wave file, in whose folder the view stands.
        groups: the signals.
        moments: the first one is where the view opens; none: it opens with all of the time.
        window_ticks: how much of the time is seen around that.
        end_ticks: when the tests had ended.
    """

    file: str
    groups: Sequence[Group]
    moments: Sequence[Moment]
    window_ticks: int
    end_ticks: int

    @property
    def tables(self) -> dict[str, Table]:
        """Every table that a row shows, by name."""
        rows = [row for group in self.groups for row in group.rows]
        return {row.table.name: row.table for row in rows if row.table is not None}
