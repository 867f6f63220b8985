"""Counting: how often each bin of a group was hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.coverage.bins import OUTSIDE, Value
from tb.coverage.covergroup import Covergroup, Cross, bins_of

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
        self._hits = {item.name: np.zeros(len(item.labels), np.int64) for item in group.items}
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

    def count(self, name: str, label: str, times: int = 1) -> None:
        """Count hits of one bin of a coverpoint.

        Raises:
            KeyError: the group has no such coverpoint.
        """
        at = self._bins[name].labels.index(label)
        self._hits[name][at] += times

    def hit(self, name: str, label: str) -> int:
        """How often one bin of an item was hit."""
        item = next(item for item in self.group.items if item.name == name)
        return int(self._hits[name][item.labels.index(label)])

    def hits(self) -> Hits:
        """All that was hit; combinations that a cross does not have are left out."""
        return {item.name: hits for item in self.group.items if (hits := self._hits_of(item.name))}

    def impossible(self) -> list[str]:
        """Combinations that were hit although their cross says that there are none: the cross is wrong."""
        crosses = [item for item in self.group.items if isinstance(item, Cross)]
        return [
            f"{self.group.name}: {item.name}: {label}"
            for item in crosses
            for label in sorted(item.ignored_labels)
            if self.hit(item.name, label)
        ]

    def add(self, hits: Hits) -> None:
        """Add hits of another run.

        Raises:
            KeyError: an item or a bin that the group does not have.
        """
        for item in self.group.items:
            mine = {label: at for at, label in enumerate(item.labels)}
            for label, times in hits.get(item.name, {}).items():
                self._hits[item.name][mine[label]] += times
        if unknown := hits.keys() - self._hits.keys():
            raise KeyError(min(unknown))

    def _hits_of(self, name: str) -> dict[str, int]:
        item = next(item for item in self.group.items if item.name == name)
        at = {label: index for index, label in enumerate(item.labels)}
        return {label: times for label in bins_of(item) if (times := int(self._hits[name][at[label]]))}

    def _add(self, name: str, at: NDArray[np.intp]) -> None:
        hits = self._hits[name]
        hits += np.bincount(at, minlength=len(hits))
