"""The covergroups of a configuration as the page shows them: each bin's numbers, and the holes in few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tb.coverage.counts import Counts
from tb.coverage.covergroup import Coverpoint, Item, bins_of
from tb.coverage.explained import Explained, Explanation
from tb.coverage.holes import describe_holes
from tb.report.bins.attribution import NOBODY
from tb.reports.coverage import Tally

NO_BIN = -1
"""Hits of a combination that a cross ignores."""
Row = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class BinRows:
    """What is known of all bins of a configuration, int64 of all bins each.

    Attributes:
        hits: how often each was hit; -1: it is no bin.
        runs: by how many runs.
        first: number of the first of them; -1: nobody has.
        most: number of the run that hit it most often.
        most_hits: how often that was.
        tests: number of the set of tests that have hit it; -1: nobody has.
    """

    hits: Row
    runs: Row
    first: Row
    most: Row
    most_hits: Row
    tests: Row

    def part(self, begin: int, end: int) -> BinRows:
        """Those of some bins."""
        return BinRows(
            hits=self.hits[begin:end],
            runs=self.runs[begin:end],
            first=self.first[begin:end],
            most=self.most[begin:end],
            most_hits=self.most_hits[begin:end],
            tests=self.tests[begin:end],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Holes:
    """Bins of an item that nobody has hit, for one reason or none.

    Attributes:
        text: them in few words.
        count: how many there are.
        reason: number of the reason; -1: there is none.
        impossible: whether nothing can hit them.
    """

    text: str
    count: int
    reason: int
    impossible: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemCoverage:
    """A coverpoint or a cross.

    Attributes:
        name: its name.
        labels: its bins' names, of a coverpoint; empty of a cross.
        points: the names of its coverpoints, of a cross, whose bins are their product, the last one's changing fastest.
        tally: its bins added up.
        rows: of each bin.
        reasons: of each bin the number of the reason why it is not hit, -1 if there is none; empty if no bin has one.
        holes: those without a reason first.
    """

    name: str
    labels: tuple[str, ...]
    points: tuple[str, ...]
    tally: Tally
    rows: BinRows
    reasons: tuple[int, ...]
    holes: tuple[Holes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCoverage:
    """A covergroup.

    Attributes:
        name: its name.
        version: changes with each change of its bins.
        tally: its bins added up.
        items: coverpoints, then crosses.
    """

    name: str
    version: str
    tally: Tally
    items: tuple[ItemCoverage, ...]


@dataclass(slots=True)
class Reasons:
    """Reasons, by number.

    Attributes:
        numbers: of each reason.
    """

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, explanation: Explanation | None) -> int:
        """That of a reason; -1 of none."""
        return NOBODY if explanation is None else self.numbers.setdefault(explanation.reason, len(self.numbers))


def group_coverage(counts: Counts, explained: Explained, rows: BinRows, reasons: Reasons) -> GroupCoverage:
    """A covergroup as the page shows it.

    Args:
        counts: its hits.
        explained: what explanations come to.
        rows: what is known of its bins.
        reasons: gets the reasons.
    """
    items, begin = [], 0
    for item in counts.group.items:
        end = begin + len(item.labels)
        items.append(_item(item, counts, explained, rows.part(begin, end), reasons))
        begin = end
    total = sum((item.tally for item in items), Tally())
    return GroupCoverage(name=counts.group.name, version=counts.group.version, tally=total, items=tuple(items))


def _item(item: Item, counts: Counts, explained: Explained, rows: BinRows, reasons: Reasons) -> ItemCoverage:
    missing = [label for label, hits in zip(item.labels, rows.hits.tolist(), strict=True) if not hits]
    why = {label: explained.bins.get((counts.group.name, item.name, label)) for label in missing}
    holes = _holes(item, why, reasons)
    known = [hole for hole in holes if hole.reason != NOBODY]
    numbers = tuple(reasons.number(why.get(label)) for label in item.labels) if known else ()
    bins = sum(1 for _ in bins_of(item))
    return ItemCoverage(
        name=item.name,
        labels=item.labels if isinstance(item, Coverpoint) else (),
        points=() if isinstance(item, Coverpoint) else tuple(point.name for point in item.coverpoints),
        tally=Tally(
            bins=bins,
            hit=bins - len(missing),
            explained=sum(hole.count for hole in known),
            impossible=sum(hole.count for hole in known if hole.impossible),
        ),
        rows=rows,
        reasons=numbers,
        holes=holes,
    )


def _holes(item: Item, why: Mapping[str, Explanation | None], reasons: Reasons) -> tuple[Holes, ...]:
    """The holes of an item, those of one reason together."""
    by_reason: dict[Explanation | None, list[str]] = {}
    for label, explanation in why.items():
        by_reason.setdefault(explanation, []).append(label)
    holes = [
        Holes(
            text=describe_holes(item, own),
            count=len(own),
            reason=reasons.number(explanation),
            impossible=explanation is not None and explanation.impossible,
        )
        for explanation, own in by_reason.items()
    ]
    return tuple(sorted(holes, key=lambda hole: (hole.reason != NOBODY, -hole.count)))


def sets_of(tests: Mapping[int, NDArray[np.bool_]], bins: int) -> tuple[Row, tuple[tuple[int, ...], ...]]:
    """Of each bin the number of its set of tests, and the sets.

    Args:
        tests: which bins each test has hit, bool of all bins, by the test's number.
        bins: how many there are.
    """
    if not tests:
        return np.full(bins, NOBODY, np.int64), ()
    numbers, hit = np.array(list(tests)), np.array(list(tests.values()))
    packed = np.ascontiguousarray(np.packbits(hit, axis=0).T)
    keys = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    sets = [tuple(sorted(numbers[hit[:, at]].tolist())) for at in first]
    order = [number for number, members in enumerate(sets) if members]
    renumbered = np.full(len(sets), NOBODY, np.int64)
    renumbered[order] = np.arange(len(order))
    return renumbered[which.ravel()], tuple(sets[number] for number in order)
