"""Random draws of one responder, cheap enough for every clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

_BLOCK = 1024
_Item = TypeVar("_Item")


class MemoryDice:
    """Draws from a numpy Generator, fetched in blocks: a single draw from one costs microseconds."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._draws: list[float] = []

    def chance(self, probability: float) -> bool:
        """True with a probability; 0 draws nothing."""
        return probability > 0 and self._draw() < probability

    def between(self, cycles: tuple[int, int]) -> int:
        """An integer from a range, both ends included; a range of one value draws nothing."""
        lowest, highest = cycles
        return lowest if lowest == highest else lowest + int(self._draw() * (highest - lowest + 1))

    def pick(self, items: Sequence[_Item]) -> _Item:
        """One of several; the only one draws nothing."""
        return items[0] if len(items) == 1 else items[int(self._draw() * len(items))]

    def _draw(self) -> float:
        if not self._draws:
            self._draws = self._rng.random(_BLOCK).tolist()
        return self._draws.pop()
