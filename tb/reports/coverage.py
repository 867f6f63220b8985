"""Coverage on the console: a line a group, then what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from operator import add

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tb.coverage.counts import Counts
from tb.coverage.covergroup import Item, bins_of
from tb.coverage.explained import Explained, Explanation
from tb.coverage.holes import describe_holes
from tb.reports.console import make_table

GOOD, POOR = "green", "yellow"


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
    def percent(self) -> float:
        """Of all bins."""
        return _percent(self.hit, self.bins)

    @property
    def possible(self) -> int:
        """The bins that anything can hit."""
        return self.bins - self.impossible

    @property
    def possible_percent(self) -> float:
        """Of the bins that anything can hit: what the limit is about."""
        return _percent(self.hit, self.possible)

    @property
    def unexplained_percent(self) -> float:
        """Of the bins without those that are explained."""
        return _percent(self.hit, self.bins - self.explained)


def tally(counts: Counts, explained: Explained) -> Tally:
    """The bins of a group."""
    total = Tally()
    for item in counts.group.items:
        labels = list(bins_of(item))
        hit = sum(bool(counts.hit(item.name, label)) for label in labels)
        reasons = [explained.bins.get((counts.group.name, item.name, label)) for label in labels]
        known = [reason for reason in reasons if reason is not None]
        total += Tally(len(labels), hit, len(known), sum(reason.impossible for reason in known))
    return total


def report_coverage(counts: Mapping[str, Counts], explained: Explained, console: Console, at_least: float) -> Tally:
    """Print the table and the holes.

    Args:
        counts: what was hit, by group.
        explained: what explanations come to.
        console: where to print.
        at_least: percent below which a line is not good.

    Returns:
        All groups together.
    """
    titles = ("points", "crosses", "bins hit", "of", "percent", "of possible", "without explained")
    table = make_table(("group",), titles)
    total = Tally()
    for name, item in counts.items():
        mine = tally(item, explained)
        total += mine
        _row(table, (name, f"{len(item.group.coverpoints)}", f"{len(item.group.crosses)}"), mine, at_least)
    points, crosses = (
        sum(len(getattr(item.group, kind)) for item in counts.values()) for kind in ("coverpoints", "crosses")
    )
    _row(table, ("all", f"{points}", f"{crosses}"), total, at_least)
    console.print(table)
    for name, item in counts.items():
        for line in hole_lines(name, item, explained):
            console.print(line, soft_wrap=True)
    return total


def hole_lines(name: str, counts: Counts, explained: Explained) -> Iterator[Text]:
    """What of a group was not hit, a line an item and reason."""
    for item in counts.group.items:
        holes = [label for label in bins_of(item) if not counts.hit(item.name, label)]
        reasons = {label: explained.bins.get((name, item.name, label)) for label in holes}
        for reason in dict.fromkeys(reasons.values()):
            mine = [label for label in holes if reasons[label] is reason]
            yield _hole(name, item, mine, reason)


def _hole(name: str, item: Item, holes: list[str], reason: Explanation | None) -> Text:
    bins = f"{describe_holes(item, holes)} ({len(holes)} of {len(list(bins_of(item)))})"
    if reason is None:
        return Text.assemble(("HOLE  ", POOR), f"{name}: {item.name}: {bins}")
    word = "impossible" if reason.impossible else "explained"
    return Text(f"      {name}: {item.name}: {bins}: {word}: {reason.reason}", "dim")


def _row(table: Table, head: tuple[str, ...], mine: Tally, at_least: float) -> None:
    style = GOOD if mine.possible_percent >= at_least else POOR
    percents = (mine.percent, mine.possible_percent, mine.unexplained_percent)
    texts = [f"{percent:.1f}" for percent in percents]
    cells = [*head, f"{mine.hit:,}", f"{mine.bins:,}", texts[0], texts[1], texts[2]]
    table.add_row(*(Text(cell, style if at == 6 else "") for at, cell in enumerate(cells)))


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0
