"""Counting: how often each bin of a group was hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.coverage.bins import OUTSIDE, Value
from tb.coverage.covergroup import Covergroup, Cross, Item

Hits = Mapping[str, Mapping[str, int]]
"""How often bins were hit, by item and label; those that were not are left out."""


class Counts:
    """The hits of one group.

    Attributes:
        group: what is counted.
    """

    def __init__(self, group: Covergroup) -> None:
        self.group = group
        self._bins = {point.name: point.bins for point in group.coverpoints}
        self._items = {item.name: item for item in group.items}
        self._hits = {name: np.zeros(len(item.labels), np.int64) for name, item in self._items.items()}
        self._crosses = [
            (item.name, [(point.name, len(point.labels)) for point in item.coverpoints]) for item in group.crosses
        ]

    def sample(self, values: Mapping[str, Value]) -> None:
        """Count values that belong together, by the names of their coverpoints; crosses of these count too.

        Raises:
            KeyError: the group has no such coverpoint.
        """
        found = {name: self._bins[name].index(value) for name, value in values.items()}
        for name, at in found.items():
            if at != OUTSIDE:
                self._hits[name][at] += 1
        for name, parts in self._crosses:
            at = 0
            for point, size in parts:
                part = found.get(point, OUTSIDE)
                if part == OUTSIDE:
                    break
                at = at * size + part
            else:
                self._hits[name][at] += 1

    def sample_many(self, values: Mapping[str, NDArray[Any]]) -> None:
        """The same for arrays of one length.

        Raises:
            KeyError: the group has no such coverpoint.
        """
        found = {name: self._bins[name].indices(array) for name, array in values.items()}
        for name, at in found.items():
            self._add(name, at[at != OUTSIDE])
        for name, parts in self._crosses:
            if all(point in found for point, _ in parts):
                inside = np.logical_and.reduce([found[point] != OUTSIDE for point, _ in parts])
                sizes = tuple(size for _, size in parts)
                self._add(name, np.ravel_multi_index([found[point][inside] for point, _ in parts], sizes))

    def hit(self, name: str, label: str) -> int:
        """How often one bin of an item was hit."""
        return int(self._hits[name][self._items[name].labels.index(label)])

    def missed(self, name: str) -> list[str]:
        """The bins of an item that were not hit."""
        item = self._items[name]
        ignored = item.ignored_labels if isinstance(item, Cross) else frozenset()
        times = zip(item.labels, self._hits[name].tolist(), strict=True)
        return [label for label, count in times if not count and label not in ignored]

    def hits(self) -> Hits:
        """All that was hit, combinations that a cross ignores too: `impossible` says of them that it is wrong."""
        return {name: hits for name, item in self._items.items() if (hits := self._hits_of(item))}

    @property
    def vector(self) -> NDArray[np.int64]:
        """How often each bin was hit, item after item, the ignored combinations of crosses too: int64 of all bins."""
        return np.concatenate([self._hits[item.name] for item in self.group.items])

    def add_vector(self, vector: NDArray[np.integer[Any]]) -> None:
        """Add hits in the form of `vector`."""
        ends = np.cumsum([len(item.labels) for item in self.group.items])
        for item, hits in zip(self.group.items, np.split(vector, ends[:-1]), strict=True):
            self._hits[item.name] += hits

    def impossible(self) -> list[str]:
        """Combinations that were hit although their cross says that there are none: the cross is wrong."""
        return [
            f"{self.group.name}: {item.name}: {label}"
            for item in self.group.crosses
            for label in sorted(item.ignored_labels)
            if self.hit(item.name, label)
        ]

    def add(self, hits: Hits) -> None:
        """Add hits of another run.

        Raises:
            KeyError: an item or a bin that the group does not have.
        """
        for name, item in self._items.items():
            mine = {label: at for at, label in enumerate(item.labels)}
            for label, times in hits.get(name, {}).items():
                self._hits[name][mine[label]] += times
        if unknown := hits.keys() - self._hits.keys():
            raise KeyError(min(unknown))

    def _hits_of(self, item: Item) -> dict[str, int]:
        times = zip(item.labels, self._hits[item.name].tolist(), strict=True)
        return {label: count for label, count in times if count}

    def _add(self, name: str, at: NDArray[np.intp]) -> None:
        hits = self._hits[name]
        hits += np.bincount(at, minlength=len(hits))
