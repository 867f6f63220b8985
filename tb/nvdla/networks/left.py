"""How much time a network still takes."""

from __future__ import annotations

import time
from collections.abc import Mapping

from tb.reports.duration import duration


class TimeLeft:
    """By what has ended, and how long that took.

    Args:
        weights: of each step, by anything that tells it from others, about how long it takes.

    Attributes:
        count: how many steps there are.
    """

    def __init__(self, weights: Mapping[int, float]) -> None:
        self._weights, self._all = dict(weights), sum(weights.values())
        self.count, self._begun_s = len(weights), 0.0

    def begin(self) -> None:
        """Time goes on from now."""
        self._begun_s = time.monotonic()

    def ended(self, step: int) -> None:
        """A step has ended."""
        self._weights.pop(step, None)

    @property
    def over(self) -> bool:
        """Whether all have ended."""
        return not self._weights

    def __str__(self) -> str:
        left = sum(self._weights.values())
        if left >= self._all:
            return ""
        return f", {duration((time.monotonic() - self._begun_s) * left / (self._all - left))} left"
