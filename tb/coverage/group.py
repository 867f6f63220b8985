"""What is to be covered, as data: points with bins, crosses of points, groups of both."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tb.coverage.bins import Bins, Names

SEPARATOR = " x "
"""Between the labels of a cross's bin, and between the points in its name."""


@dataclass(frozen=True)
class Point:
    """One thing that is looked at.

    Attributes:
        name: short; unique in its group.
        bins: which values are told apart.
    """

    name: str
    bins: Bins

    @property
    def labels(self) -> tuple[str, ...]:
        """What its bins are called."""
        return self.bins.labels


@dataclass(frozen=True)
class Cross:
    """Two or more points looked at together: a bin for each combination of theirs.

    Attributes:
        points: its points.
        absent: combinations that there cannot be, as labels: they are no bins.
    """

    points: tuple[Point, ...]
    absent: frozenset[tuple[str, ...]] = frozenset()

    def __post_init__(self) -> None:
        if unknown := self.absent - set(product(*(point.labels for point in self.points))):
            raise ValueError(f"cross {self.name}: {sorted(unknown)[0]} is no combination of its points' bins")

    @property
    def name(self) -> str:
        """The names of its points."""
        return SEPARATOR.join(point.name for point in self.points)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What its combinations are called, the absent ones too, the last point's bins changing fastest."""
        return tuple(map(SEPARATOR.join, product(*(point.labels for point in self.points))))

    @cached_property
    def missing(self) -> frozenset[str]:
        """The labels of the absent combinations."""
        return frozenset(map(SEPARATOR.join, self.absent))


Item = Point | Cross


def cross(*points: Point, absent: Callable[..., bool] | None = None) -> Cross:
    """A cross; `absent` says of the labels of a combination, one argument a point, that it cannot be."""
    combinations = product(*(point.labels for point in points))
    return Cross(points, frozenset(labels for labels in combinations if absent is not None and absent(*labels)))


@dataclass(frozen=True)
class Group:
    """What belongs together.

    Attributes:
        name: short; unique in its family.
        points: what is looked at.
        crosses: which of them together.
    """

    name: str
    points: tuple[Point, ...]
    crosses: tuple[Cross, ...] = ()

    def __post_init__(self) -> None:
        called = [item.name for item in self.items]
        if len(set(called)) != len(called):
            raise ValueError(f"group {self.name}: two items have one name of {', '.join(called)}")
        for item in self.crosses:
            if not set(item.points) <= set(self.points):
                raise ValueError(f"group {self.name}: cross {item.name} has a point that is not the group's")

    @property
    def items(self) -> tuple[Item, ...]:
        """Points, then crosses."""
        return *self.points, *self.crosses

    @cached_property
    def version(self) -> str:
        """Changes with every change of a name or a bin: what was counted by another version counts other things."""
        text = repr([self.name, [(item.name, list(bins_of(item)), _borders(item)) for item in self.items]])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def bins_of(item: Item) -> Iterator[str]:
    """The labels of the bins that an item has."""
    missing = item.missing if isinstance(item, Cross) else frozenset()
    return (label for label in item.labels if label not in missing)


def _borders(item: Item) -> object:
    return None if isinstance(item, Cross) or isinstance(item.bins, Names) else (item.bins.lows, item.bins.highs)
