"""A choice among arms, each of which pays differently: mostly the best one so far, now and then the others.

Upper confidence bounds (UCB) on what an arm brings per second. What all bring falls as less is left, so a reward counts
as a multiple of what was usual when it came, and old ones count less and less.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MEMORY, USUAL_MEMORY = 0.98, 0.9
"""How much of what was learnt still counts after each new reward: of arms, of what is usual."""
CURIOSITY = 0.4
"""Weight of what is not known of an arm, beside what is usual."""
UNTRIED = 2.0
"""What an arm that nobody tried may bring, beside what is usual: of a hundred arms not all are tried before the first
good one is pulled again."""
MOST_TIMES = 10.0
"""A reward is at most so many times the usual: one bin after long is no sign of many."""
LEAST_S = 1e-3


class Bandit:
    """Arms by number.

    Args:
        arms: how many.
        rng: decides where arms are alike.
    """

    def __init__(self, arms: int, rng: np.random.Generator) -> None:
        self._times, self._seconds = np.zeros(arms), np.zeros(arms)
        self._pulls, self._open = np.zeros(arms), np.zeros(arms, np.int64)
        self._usual_reward = self._usual_s = 0.0
        self._order = rng.permutation(arms)

    def choose(self) -> int:
        """The arm to pull; what it brings is told later, by `learn`."""
        arm = int(self._order[np.argmax(self._bounds()[self._order])])
        self._open[arm] += 1
        return arm

    def learn(self, arm: int, reward: float, seconds: float) -> None:
        """What a pull has brought, and what it took; a pull that nobody chose counts too."""
        seconds = max(seconds, LEAST_S)
        self._open[arm] = max(0, self._open[arm] - 1)
        self._usual_reward = self._usual_reward * USUAL_MEMORY + reward
        self._usual_s = self._usual_s * USUAL_MEMORY + seconds
        times = reward / seconds * self._usual_s / self._usual_reward if reward else 0.0
        self._times *= MEMORY
        self._seconds *= MEMORY
        self._pulls *= MEMORY
        self._times[arm] += seconds * min(times, MOST_TIMES)
        self._seconds[arm] += seconds
        self._pulls[arm] += 1

    def _bounds(self) -> NDArray[np.float64]:
        """What each arm may bring, beside what is usual: float64 of all arms."""
        rates = self._times / np.maximum(self._seconds, LEAST_S)
        pulls = self._pulls + self._open
        unknown = np.sqrt(np.log1p(pulls.sum()) / np.maximum(pulls, LEAST_S))
        return np.where(self._pulls > 0, rates + CURIOSITY * unknown, np.where(self._open > 0, 0.0, UNTRIED))
