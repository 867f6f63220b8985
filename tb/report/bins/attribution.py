"""Who hit which bin: how often, which run first, which most, which tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tb.report.bins.layout import HitBins

NOBODY = -1


class Attribution:
    """Adds up runs, in the order in which they come.

    Attributes:
        hits: how often each bin was hit, int64 of all bins.
        runs: by how many runs, int32.
        first: the first of them, int32; -1: nobody has.
        most: the run that hit it most often, int32; of several the first one.
        most_hits: how often that was, int64.
        tests: which bins each test has hit, bool of all bins, by the test's number.

    Args:
        bins: how many there are.
    """

    def __init__(self, bins: int) -> None:
        self.hits, self.most_hits = np.zeros(bins, np.int64), np.zeros(bins, np.int64)
        self.runs = np.zeros(bins, np.int32)
        self.first, self.most = np.full(bins, NOBODY, np.int32), np.full(bins, NOBODY, np.int32)
        self.tests: dict[int, NDArray[np.bool_]] = {}

    def add(self, run: int, test: int, hit: HitBins) -> None:
        """Add a run.

        Args:
            run: its number.
            test: the number of its test.
            hit: what it has hit.
        """
        places, times = hit.places, hit.times
        self.hits[places] += times
        self.runs[places] += 1
        new = places[self.first[places] == NOBODY]
        self.first[new] = run
        more = times > self.most_hits[places]
        self.most[places[more]], self.most_hits[places[more]] = run, times[more]
        self.tests.setdefault(test, np.zeros(len(self.hits), bool))[places] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What a test brings.

    Attributes:
        test: its number.
        bins: how many bins it has hit.
        alone: how many of them no other test has.
        gain: how many it adds to those in front of it, if always the one that adds most comes next.
    """

    test: int
    bins: int
    alone: int
    gain: int


def ranking(tests: Mapping[int, NDArray[np.bool_]]) -> tuple[Worth, ...]:
    """Tests by what they add: the one first that has hit most, then always the one that adds most.

    Args:
        tests: which bins each test has hit, bool of all bins, by the test's number.
    """
    if not tests:
        return ()
    numbers, hit = list(tests), np.array(list(tests.values()))
    own, alone, left = hit.sum(1), hit[:, hit.sum(0) == 1].sum(1), hit.copy()
    waiting, found = list(range(len(numbers))), []
    while waiting:
        gains = left[waiting].sum(1)
        best = waiting.pop(int(np.argmax(gains)))
        worth = Worth(test=numbers[best], bins=int(own[best]), alone=int(alone[best]), gain=int(gains.max()))
        found.append(worth)
        left &= ~hit[best]
    return tuple(found)
