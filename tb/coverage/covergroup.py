"""What is to be covered, as data: coverpoints with bins, crosses of them, covergroups of both."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, TypeVar

from numpy.typing import NDArray

from tb.coverage.bins import Bins, Names, Value

P = TypeVar("P")
SEPARATOR = " x "
"""Between the labels of a cross's bin, and between the coverpoints in its name."""
Values = Value | Iterable[Value] | NDArray[Any] | None
"""A value; several that are counted one by one; those of many samples; None where a coverpoint does not apply."""


@dataclass(frozen=True, eq=False)
class Coverpoint:
    """One thing that is looked at.

    Attributes:
        name: short; unique in its group.
        bins: which values are told apart.
        value: how its value comes from a sample.
        at: at which of its group's moments it is sampled; the usual one has no name.
    """

    name: str
    bins: Bins
    value: Callable[[Any], Values]
    at: str | tuple[str, ...] = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """What its bins are called."""
        return self.bins.labels

    @property
    def moments(self) -> tuple[str, ...]:
        """When it is sampled."""
        return (self.at,) if isinstance(self.at, str) else self.at


def points_of(part: Callable[[Any], Any], points: Iterable[Coverpoint], at: str = "") -> list[Coverpoint]:
    """Coverpoints of a part of a sample, as those of the sample.

    Args:
        part: gives the part; they do not apply where it is None.
        points: the coverpoints.
        at: the moment of those that say none themselves.
    """
    return [replace(point, value=_of_part(part, point.value), at=point.at or at) for point in points]


def remembered(part: Callable[[Any], P]) -> Callable[[Any], P]:
    """The same part of a sample, worked out once for all coverpoints that look at the sample one after the other."""
    last: list[tuple[object, P]] = []

    def remember(sample: object) -> P:
        if not last or last[0][0] is not sample:
            last[:] = [(sample, part(sample))]
        return last[0][1]

    return remember


def _of_part(part: Callable[[Any], Any], value: Callable[[Any], Values]) -> Callable[[Any], Values]:
    return lambda sample: None if (found := part(sample)) is None else value(found)


@dataclass(frozen=True, eq=False)
class Cross:
    """Two or more coverpoints looked at together: a bin for each combination of theirs.

    Attributes:
        coverpoints: its coverpoints.
        ignore_bins: combinations that there cannot be, as labels: they are no bins.
    """

    coverpoints: tuple[Coverpoint, ...]
    ignore_bins: frozenset[tuple[str, ...]] = frozenset()

    @property
    def name(self) -> str:
        """The names of its coverpoints."""
        return SEPARATOR.join(point.name for point in self.coverpoints)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What its combinations are called, the ignored ones too, the last coverpoint's bins changing fastest."""
        return tuple(map(SEPARATOR.join, product(*(point.labels for point in self.coverpoints))))

    @cached_property
    def ignored_labels(self) -> frozenset[str]:
        """The labels of the ignored combinations."""
        return frozenset(map(SEPARATOR.join, self.ignore_bins))


Item = Coverpoint | Cross
CrossOf = Callable[[Mapping[str, Coverpoint]], Cross]
"""A cross of the coverpoints of some group, by their names."""


def cross(*names: str, ignore_bins: Callable[..., bool] | None = None) -> CrossOf:
    """A cross of coverpoints, given by name.

    Args:
        names: the coverpoints.
        ignore_bins: says of the labels of a combination, one argument a coverpoint, that it cannot be.
    """

    def of(points: Mapping[str, Coverpoint]) -> Cross:
        chosen = tuple(points[name] for name in names)
        if ignore_bins is None:
            return Cross(chosen)
        combinations = product(*(point.labels for point in chosen))
        return Cross(chosen, frozenset(labels for labels in combinations if ignore_bins(*labels)))

    return of


class Covergroup:
    """What belongs together.

    Attributes:
        name: short; unique in its family.
        coverpoints: what is looked at.
        crosses: which of them together.

    Raises:
        ValueError: two items have one name, or a cross is of a coverpoint that the group does not have.
    """

    def __init__(self, name: str, coverpoints: Iterable[Coverpoint], crosses: Iterable[CrossOf] = ()) -> None:
        self.name, self.coverpoints = name, tuple(coverpoints)
        points = {point.name: point for point in self.coverpoints}
        try:
            self.crosses = tuple(of(points) for of in crosses)
        except KeyError as error:
            raise ValueError(f"group {name}: a cross of {error}, which is no coverpoint of it") from error
        called = [item.name for item in self.items]
        if len(set(called)) != len(called):
            raise ValueError(f"group {name}: two items have one name of {', '.join(called)}")

    @property
    def items(self) -> tuple[Item, ...]:
        """Coverpoints, then crosses."""
        return *self.coverpoints, *self.crosses

    @cached_property
    def version(self) -> str:
        """Changes with every change of a name or a bin: what was counted by another version counts other things."""
        text = repr([self.name, [(item.name, list(bins_of(item)), _borders(item)) for item in self.items]])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def bins_of(item: Item) -> Iterator[str]:
    """The labels of the bins that an item has."""
    ignored = item.ignored_labels if isinstance(item, Cross) else frozenset()
    return (label for label in item.labels if label not in ignored)


def _borders(item: Item) -> object:
    return None if isinstance(item, Cross) or isinstance(item.bins, Names) else (item.bins.lows, item.bins.highs)
