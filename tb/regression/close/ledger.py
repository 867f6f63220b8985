"""Which bins were hit, which are expected of runs under way, and which the device alone promised in vain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup
from tb.coverage.packed import OutdatedHitsError, are_bins, places_of

Places = NDArray[np.int64]
BELIEVED = 3
"""Runs that a bin may be expected of in vain, before the device's word counts no more for it: time decides about it."""


class Ledger:
    """The bins of all groups of some configurations, in one row.

    Attributes:
        hit: which were hit by simulations: bool of all bins.
        foreseen: which the device alone has hit, likewise.

    Args:
        groups: the covergroups, by configuration.
    """

    def __init__(self, groups: Mapping[str, Sequence[Covergroup]]) -> None:
        self._begins: dict[tuple[str, str], tuple[Covergroup, int]] = {}
        bins: list[NDArray[np.bool_]] = []
        total = 0
        for config, own in groups.items():
            for group in own:
                self._begins[config, group.name] = (group, total)
                bins.append(are_bins(group))
                total += len(bins[-1])
        self._bins = np.concatenate(bins) if bins else np.zeros(0, bool)
        self.hit, self.foreseen = np.zeros(total, bool), np.zeros(total, bool)
        self._open, self._vain = np.zeros(total, np.int64), np.zeros(total, np.int64)

    @property
    def configs(self) -> list[str]:
        """The configurations."""
        return list(dict.fromkeys(config for config, _ in self._begins))

    def places(self, config: str, hits: Mapping[str, str]) -> Places:
        """The bins of packed hits, int64; those of another version of a group, and damaged ones, are left out."""
        found = [np.zeros(0, np.int64)]
        for name, text in hits.items():
            group, begin = self._begins.get((config, name), (None, 0))
            try:
                version, places = places_of(text)
            except OutdatedHitsError:
                continue
            if group is not None and version == group.version:
                found.append(begin + places)
        joined: Places = np.concatenate(found)
        kept: Places = joined[self._bins[joined]]
        return kept

    def worth(self, places: Places) -> int:
        """How many of these bins are still to be had, and expected of no other run."""
        wanted = ~self.hit[places] & (self._open[places] == 0) & (self._vain[places] < BELIEVED)
        return int(np.count_nonzero(wanted))

    def foresee(self, places: Places) -> None:
        """The device alone hits these bins."""
        self.foreseen[places] = True

    def expect(self, places: Places) -> None:
        """A run is under way that should hit these bins."""
        self._open[places] += 1

    def ended(self, expected: Places, places: Places) -> int:
        """A run has ended.

        Args:
            expected: what was expected of it.
            places: what it has hit.

        Returns:
            How many bins it was the first to hit.
        """
        new = int(np.count_nonzero(~self.hit[places]))
        self.hit[places] = True
        self._open[expected] -= 1
        self._vain[expected[~self.hit[expected]]] += 1
        return new

    def counts(self, config: str) -> dict[str, Counts]:
        """The bins of a configuration that were hit, each counted once, by group."""
        return {group.name: _counted(group, self._of(self.hit, group, begin)) for group, begin in self._own(config)}

    def only_foreseen(self, config: str) -> dict[str, Counts]:
        """Likewise those that only the device alone has hit."""
        only = self.foreseen & ~self.hit
        return {group.name: _counted(group, self._of(only, group, begin)) for group, begin in self._own(config)}

    def _own(self, config: str) -> list[tuple[Covergroup, int]]:
        return [found for (where, _), found in self._begins.items() if where == config]

    @staticmethod
    def _of(row: NDArray[np.bool_], group: Covergroup, begin: int) -> NDArray[np.bool_]:
        return row[begin : begin + sum(len(item.labels) for item in group.items)]


def _counted(group: Covergroup, hit: NDArray[np.bool_]) -> Counts:
    counts = Counts(group)
    counts.add_vector(hit.astype(np.int64))
    return counts
