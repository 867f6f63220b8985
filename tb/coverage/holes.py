"""What was not hit, in few words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from tb.coverage.covergroup import SEPARATOR, Coverpoint, Cross, Item, bins_of

ANY = "any"
MORE = "..."


def describe_holes(item: Item, holes: Collection[str]) -> str:
    """The bins of an item that are holes: of neighbours the first and the last, of a cross by its first coverpoints.

    Args:
        item: the coverpoint or cross.
        holes: the labels of its holes.
    """
    if isinstance(item, Coverpoint):
        return _runs(item.labels, holes)
    return "; ".join(_describe(item, item.coverpoints, (), frozenset(holes), frozenset(bins_of(item))))


def shortened(text: str, width: int) -> str:
    """The first bins of a list that there is room for in so many characters; dots stand for the others."""
    if len(text) <= width:
        return text
    room = width - len(MORE)
    end = max(text.rfind(separator, 0, max(0, room)) for separator in (", ", "; "))
    return text[: end + 2] + MORE if end > 0 else MORE


def _describe(
    item: Cross, points: Sequence[Coverpoint], given: tuple[str, ...], holes: frozenset[str], bins: frozenset[str]
) -> list[str]:
    """Holes of a cross whose labels begin with the given ones, a text for each set of alike ones."""
    first, *rest = points
    if not rest:
        mine = [label for label in first.labels if SEPARATOR.join((*given, label)) in holes]
        there = [label for label in first.labels if SEPARATOR.join((*given, label)) in bins]
        if not mine:
            return []
        return [ANY if mine == there and len(there) > 1 else _runs(first.labels, mine)]
    below = {label: tuple(_describe(item, rest, (*given, label), holes, bins)) for label in first.labels}
    texts = []
    for what, labels in groupby(sorted(first.labels, key=lambda label: below[label]), key=lambda label: below[label]):
        if what:
            alike = set(labels)
            head = ANY if alike == set(first.labels) and len(alike) > 1 else _runs(first.labels, alike)
            texts += [f"{head}{SEPARATOR}{'; '.join(what)}"]
    return texts


def _runs(labels: Sequence[str], holes: Collection[str]) -> str:
    """Labels in their order; three or more neighbours as the first and the last."""
    texts: list[str] = []
    for missing, run in groupby(labels, key=lambda label: label in holes):
        members = list(run)
        if missing:
            texts += [f"{members[0]} .. {members[-1]}"] if len(members) > 2 else members
    return ", ".join(texts)
