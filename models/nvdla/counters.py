"""Counters that depend on time: 0 while off, cleared at a layer's start, frozen at its end, bounded by its cycles."""

from __future__ import annotations

from collections.abc import Iterable

from models.prediction import Allowed
from models.registers import Field

ZERO: Allowed = frozenset((0,))


class BoundedCounters:
    """What the stall and latency counters of a unit may read, each by any key that its unit finds them by.

    Attributes:
        counted: counting was on at some time since reset. What a counter keeps when it is switched off between two
            layers is not documented: from then on only its bound is known.
    """

    def __init__(self) -> None:
        self.counted = False
        self._allowed: dict[object, Allowed] = {}

    def start(self, keys: Iterable[object], field: Field) -> None:
        """A layer with these counters starts; `field` holds a count."""
        for key in keys:
            self._allowed[key] = range(field.limit + 1) if self.counted else ZERO

    def finish(self, keys: Iterable[object], elapsed_cycles: int | None) -> None:
        """It has ended after at most so many cycles, None where nobody counted them."""
        if elapsed_cycles is not None and self.counted:
            for key in keys:
                self._allowed[key] = range(elapsed_cycles + 1)

    def freeze(self, key: object, count: int) -> None:
        """A counter was read at rest: it reads the same until the next start."""
        self._allowed[key] = frozenset((count,))

    def allowed(self, key: object) -> Allowed:
        """What a counter may read."""
        return self._allowed.get(key, ZERO)
