"""Counters that depend on time: 0 while off, cleared at a layer's start, frozen at its end, bounded by its cycles."""

from __future__ import annotations

from collections.abc import Iterable

from models.prediction import Allowed
from models.registers import Field

ZERO: Allowed = frozenset((0,))


class BoundedCounters:
    """What the stall and latency counters of a unit may read, each by any key that its unit finds them by.

    The part clears a count behind a layer's end, and only while counting is on then; else a later layer's count begins
    with what was left (seen on the real part), and nothing bounds it.
    """

    def __init__(self) -> None:
        self._counted = False
        self._carried = False
        self._allowed: dict[object, Allowed] = {}
        self._clean: dict[object, bool] = {}  # whether a layer's count began with nothing left

    def switch(self, *, on: bool) -> None:
        """Software switched counting, or left it as it was."""
        self._carried = self._carried or (self._counted and not on)
        self._counted = self._counted or on

    def leave(self) -> None:
        """The layer that starts now may leave its count to later ones: nothing may clear it at its end."""
        self._carried = self._carried or self._counted

    def start(self, keys: Iterable[object], field: Field) -> None:
        """A layer with these counters starts; `field` holds a count."""
        for key in keys:
            self._allowed[key] = range(field.limit + 1) if self._counted else ZERO
            self._clean[key] = not self._carried

    def finish(self, keys: Iterable[object], elapsed_cycles: int | None) -> None:
        """It has ended after at most so many cycles, None where nobody counted them."""
        if elapsed_cycles is not None and self._counted:
            for key in keys:
                if self._clean.get(key):
                    self._allowed[key] = range(elapsed_cycles + 1)

    def freeze(self, key: object, count: int) -> None:
        """A counter was read at rest: it reads the same until the next start."""
        self._allowed[key] = frozenset((count,))

    def allowed(self, key: object) -> Allowed:
        """What a counter may read."""
        return self._allowed.get(key, ZERO)
