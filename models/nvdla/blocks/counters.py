"""Counters that depend on time: 0 while off, cleared at a layer's start, frozen at its end, bounded by its cycles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.layer import Bounds
from models.prediction import Allowed
from models.registers import Field

ZERO: Allowed = frozenset((0,))


@dataclass(slots=True)
class _Counter:
    """One counter.

    Attributes:
        allowed: what it may read.
        limit: the largest count that it holds.
        clean: its count began with nothing left.
        whole: counting was on when its layer started, and has been since.
        layer: whose count it is, any object.
        frozen: it was read at rest.
    """

    layer: object
    allowed: Allowed
    limit: int
    clean: bool
    whole: bool
    frozen: bool = False


class BoundedCounters:
    """What the stall and latency counters of a unit may read, each by any key that its unit finds them by.

    The part clears a count behind a layer's end, and only while counting is on then; else a later layer's count begins
    with what was left (seen on the real part), and nothing bounds it from above. Where counting was on from a layer's
    start to its end, what is known of the layer's traffic bounds it from below.

    Args:
        kept: what was counted may be left to later layers; else each layer begins anew, as documents say.
    """

    def __init__(self, *, kept: bool = True) -> None:
        self._kept = kept
        self._counted = False
        self._carried = False
        self._counters: dict[object, _Counter] = {}

    def switch(self, *, on: bool) -> None:
        """Software switched counting, or left it as it was."""
        self._carried = self._carried or (self._counted and not on)
        self._counted = self._counted or on
        for counter in self._counters.values():
            counter.whole = counter.whole and on

    def leave(self) -> None:
        """The layer that starts now may leave its count to later ones: nothing may clear it at its end."""
        self._carried = self._carried or self._counted

    def start(self, layer: object, keys: Iterable[object], field: Field, *, on: bool) -> None:
        """A layer with these counters starts; `field` holds a count, `on` says whether counting is on for it."""
        for key in keys:
            allowed = range(field.limit + 1) if self._counted else ZERO
            clean = not (self._kept and self._carried)
            self._counters[key] = _Counter(layer, allowed, field.limit, clean=clean, whole=on)

    def carry(self, key: object) -> None:
        """The layer that starts now leaves a counter alone: it shows what earlier ones left."""
        self._counters[key].clean = not self._kept

    def finish(self, layer: object, key: object, elapsed_cycles: int, waited: Bounds) -> None:
        """A layer has ended, perhaps long behind the counter's unit: a count that was read since stays, if it is right.

        Args:
            layer: the layer; a counter that has gone on to another one does not change.
            key: its counter.
            elapsed_cycles: the layer took so many cycles at most.
            waited: what is known of what it counts.
        """
        counter = self._counters.get(key)
        if not self._counted or counter is None or counter.layer is not layer:
            return
        most = elapsed_cycles if waited.most is None else min(waited.most, elapsed_cycles)
        least = waited.least if counter.whole else 0
        bounds = range(least, (most if counter.clean else counter.limit) + 1)
        if not (counter.frozen and all(count in bounds for count in counter.allowed)):
            counter.allowed, counter.frozen = bounds, False

    def freeze(self, key: object, count: int) -> None:
        """A counter was read at rest: it reads the same until the next start."""
        if key in self._counters:
            self._counters[key].allowed, self._counters[key].frozen = frozenset((count,)), True

    def clear(self, keys: Iterable[object]) -> None:
        """These counters show 0 until their next start."""
        for key in keys:
            self._counters.pop(key, None)

    def allowed(self, key: object) -> Allowed:
        """What a counter may read."""
        counter = self._counters.get(key)
        return ZERO if counter is None else counter.allowed
