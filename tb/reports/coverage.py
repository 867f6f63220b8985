"""Coverage on the console: a line a group, then the holes that matter most, or all of a group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from operator import add

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tb.coverage.counts import Counts
from tb.coverage.covergroup import Item, bins_of
from tb.coverage.explained import Explained, Explanation
from tb.coverage.holes import describe_holes, shortened
from tb.reports.console import LOG_WIDTH, make_table

GOOD, POOR = "green", "yellow"
SHOWN_HOLES = 20
HOLE = ("HOLE  ", POOR)
ALL = "all"
"""Of a coverpoint or a cross of which nobody has hit anything."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Bins of some items.

    Attributes:
        bins: how many there are.
        hit: how many were hit.
        explained: holes with a reason.
        impossible: those of them that nothing can hit.
    """

    bins: int = 0
    hit: int = 0
    explained: int = 0
    impossible: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*map(add, astuple(self), astuple(other)))

    @property
    def possible(self) -> int:
        """The bins that anything can hit."""
        return self.bins - self.impossible

    @property
    def possible_percent(self) -> float:
        """Of the bins that anything can hit: what the limit is about."""
        return 100 * self.hit / self.possible if self.possible else 100.0


@dataclass(frozen=True, slots=True)
class Hole:
    """Bins of a coverpoint or a cross that were not hit, for one reason or none.

    Attributes:
        group: the group's name.
        item: the coverpoint or cross.
        labels: the bins.
        of: how many bins the item has.
        reason: why they were not hit, if it is known.
    """

    group: str
    item: Item
    labels: tuple[str, ...]
    of: int
    reason: Explanation | None


def tally(counts: Counts, explained: Explained) -> Tally:
    """The bins of a group."""
    total = Tally()
    for item in counts.group.items:
        missed = counts.missed(item.name)
        reasons = [explained.bins.get((counts.group.name, item.name, label)) for label in missed]
        known = [reason for reason in reasons if reason is not None]
        bins = sum(1 for _ in bins_of(item))
        total += Tally(bins, bins - len(missed), len(known), sum(reason.impossible for reason in known))
    return total


def report_coverage(
    counts: Mapping[str, Counts], explained: Explained, console: Console, at_least: float, *, most: int | None
) -> Tally:
    """Print the table and the holes.

    Args:
        counts: what was hit, by group.
        explained: what explanations come to.
        console: where to print.
        at_least: percent below which a line is not good.
        most: how many coverpoints and crosses with holes are shown, those with the most first; None: all, in the order
            of the groups, with all their bins, the explained ones too.

    Returns:
        All groups together.
    """
    table = make_table(("group",), ("hit", "possible", "percent"))
    total = Tally()
    for name, own in counts.items():
        mine = tally(own, explained)
        total += mine
        _row(table, name, mine, at_least)
    if len(counts) > 1:
        _row(table, "all", total, at_least)
    console.print(table)
    holes = [hole for name, own in counts.items() for hole in holes_of(name, own, explained)]
    if most is None:
        for hole in holes:
            console.print(_whole_line(hole), soft_wrap=True)
    else:
        _print_most([hole for hole in holes if hole.reason is None], most, console)
    return total


def report_verdict(percent: float, of: str, console: Console, *, at_least: float, wrong: bool) -> bool:
    """Print whether it is well, and what decides it.

    Args:
        percent: what was reached.
        of: of what.
        console: where to print.
        at_least: what is wanted.
        wrong: whether something was hit that cannot be.

    Returns:
        Whether it is well.
    """
    enough = percent >= at_least
    word = "at least" if enough else "less than"
    why = "; but what is WRONG makes the exit status 1" if wrong else ""
    why = why if enough else ": the exit status is 1"
    console.print(f"{percent:.1f} percent {of}, {word} AT_LEAST={at_least:g}{why}", soft_wrap=True)
    return enough and not wrong


def holes_of(name: str, counts: Counts, explained: Explained) -> Iterator[Hole]:
    """What of a group was not hit, by item and reason: coverpoints, then crosses."""
    for item in counts.group.items:
        by_reason: dict[Explanation | None, list[str]] = {}
        for label in counts.missed(item.name):
            by_reason.setdefault(explained.bins.get((name, item.name, label)), []).append(label)
        of = sum(1 for _ in bins_of(item))
        yield from (Hole(name, item, tuple(labels), of, reason) for reason, labels in by_reason.items())


def _print_most(holes: Sequence[Hole], most: int, console: Console) -> None:
    """The largest holes; of equally large ones those that come first: group by group, coverpoints before crosses."""
    ordered = sorted(holes, key=lambda hole: -len(hole.labels))
    for hole in ordered[:most]:
        console.print(_short_line(hole), soft_wrap=True)
    if rest := ordered[most:]:
        bins = sum(len(hole.labels) for hole in rest)
        console.print(f"      and {bins:,} bins of {len(rest):,} other coverpoints and crosses")


def _short_line(hole: Hole) -> Text:
    head, tail = f"{hole.group}: {hole.item.name}: ", f" ({len(hole.labels):,} of {hole.of:,})"
    room = LOG_WIDTH - len(HOLE[0]) - len(head) - len(tail)
    bins = ALL if len(hole.labels) == hole.of else shortened(describe_holes(hole.item, hole.labels), room)
    return Text.assemble(HOLE, head, bins, tail)


def _whole_line(hole: Hole) -> Text:
    bins = f"{describe_holes(hole.item, hole.labels)} ({len(hole.labels):,} of {hole.of:,})"
    text = f"{hole.group}: {hole.item.name}: {bins}"
    if hole.reason is None:
        return Text.assemble(HOLE, text)
    word = "impossible" if hole.reason.impossible else "explained"
    return Text(f"      {text}: {word}: {hole.reason.reason}", "dim")


def _row(table: Table, name: str, mine: Tally, at_least: float) -> None:
    style = GOOD if mine.possible_percent >= at_least else POOR
    percent = Text(f"{mine.possible_percent:.1f}", style)
    table.add_row(Text(name), f"{mine.hit:,}", f"{mine.possible:,}", percent)
