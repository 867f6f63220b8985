"""All bins of a configuration in one row, and the hits of runs in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tb.coverage.counts import Counts, Hits
from tb.coverage.covergroup import Covergroup
from tb.coverage.packed import are_bins, unpack_all

Places = NDArray[np.int64]
UNKNOWN, CHANGED, DAMAGED = "there is no such group now", "its bins have changed since", "damaged hits"


@dataclass(slots=True)
class HitBins:
    """What one run has hit.

    Attributes:
        places: bins in the row of all, int64, ascending within each group.
        times: how often each was hit, int64 likewise.
        wrong: combinations that were hit although their cross says that there are none, int64.
        left_out: groups whose hits do not count, and why.
    """

    places: Places
    times: NDArray[np.int64]
    wrong: Places
    left_out: list[tuple[str, str]]


class BinLayout:
    """The bins of all groups of a configuration, group after group, in each as in `Counts.vector`.

    Attributes:
        groups: the covergroups.
        size: how many places there are, those that a cross ignores among them.
        bins: which places are bins: a cross may ignore some: bool of all places.

    Args:
        groups: the covergroups.
    """

    def __init__(self, groups: Sequence[Covergroup]) -> None:
        self.groups = tuple(groups)
        self._versions = {group.name: group.version for group in self.groups}
        self._spans: dict[str, slice] = {}
        masks, self.size = [], 0
        for group in self.groups:
            masks.append(are_bins(group))
            self._spans[group.name] = slice(self.size, self.size + len(masks[-1]))
            self.size += len(masks[-1])
        self.bins: NDArray[np.bool_] = np.concatenate(masks) if masks else np.zeros(0, bool)

    def span(self, name: str) -> slice:
        """Where a group's places are."""
        return self._spans[name]

    def name(self, place: int) -> str:
        """What a place is called: group, item, label."""
        for group in self.groups:
            at = self._spans[group.name].start
            for item in group.items:
                if place < at + len(item.labels):
                    return f"{group.name}: {item.name}: {item.labels[place - at]}"
                at += len(item.labels)
        raise IndexError(place)

    def of_packed(self, hits: Mapping[str, str]) -> HitBins:
        """The bins of a run's packed hits, by group."""
        found = _Gathered()
        for (name, _), unpacked in zip(hits.items(), unpack_all(list(hits.values())), strict=True):
            if unpacked is None:
                found.left_out.append((name, DAMAGED))
                continue
            version, places, times = unpacked
            self._gather(found, name, version, places, times)
        return found.hit(self.bins)

    def of_recording(self, groups: Mapping[str, tuple[str, Hits]]) -> HitBins:
        """The bins of a test's recording, by group."""
        found = _Gathered()
        for name, (version, hits) in groups.items():
            counts = [(item, label, times) for item, labels in hits.items() for label, times in labels.items()]
            try:
                places = np.array([self._places[name][item, label] for item, label, _ in counts], np.int64)
            except KeyError:
                found.left_out.append((name, CHANGED if name in self._spans else UNKNOWN))
                continue
            self._gather(found, name, version, places, np.array([times for *_, times in counts], np.int64))
        return found.hit(self.bins)

    def counts(self, row: NDArray[np.int64]) -> dict[str, Counts]:
        """Hits of all bins, by group."""
        found = {}
        for group in self.groups:
            counts = Counts(group)
            counts.add_vector(row[self.span(group.name)])
            found[group.name] = counts
        return found

    @cached_property
    def _places(self) -> dict[str, dict[tuple[str, str], int]]:
        """Of each group the places of its bins within it, by item and label."""
        found: dict[str, dict[tuple[str, str], int]] = {}
        for group in self.groups:
            names = [(item.name, label) for item in group.items for label in item.labels]
            found[group.name] = {name: at for at, name in enumerate(names)}
        return found

    def _gather(self, found: _Gathered, name: str, version: str, places: Places, times: NDArray[np.int64]) -> None:
        if name not in self._spans:
            found.left_out.append((name, UNKNOWN))
            return
        span = self._spans[name]
        if version != self._versions[name] or (len(places) and places.max() >= span.stop - span.start):
            found.left_out.append((name, CHANGED))
        else:
            found.places.append(span.start + places)
            found.times.append(times)


class _Gathered:
    """Hits of some groups."""

    def __init__(self) -> None:
        self.places: list[Places] = [np.zeros(0, np.int64)]
        self.times: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
        self.left_out: list[tuple[str, str]] = []

    def hit(self, bins: NDArray[np.bool_]) -> HitBins:
        """All of them, without what a cross ignores."""
        places, times = np.concatenate(self.places), np.concatenate(self.times)
        kept = bins[places]
        return HitBins(places[kept], times[kept], places[~kept], self.left_out)
