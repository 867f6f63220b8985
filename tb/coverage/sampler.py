"""What all samplers do: at a moment they evaluate the coverpoints that are sampled then, and count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tb.coverage.bins import Value
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup

Subscriptions = Mapping[type, Callable[[Any], None]]
"""What to do at an event, by its type."""


class Sampler:
    """Turns events into hits of one covergroup.

    Args:
        group: the covergroup.

    Attributes:
        counts: what was hit.
    """

    def __init__(self, group: Covergroup) -> None:
        self.counts = Counts(group)
        self._values: dict[str, list[tuple[str, Callable[[Any], Any]]]] = {}
        for point in group.coverpoints:
            for moment in point.moments:
                self._values.setdefault(moment, []).append((point.name, point.value))

    @property
    def subscriptions(self) -> Subscriptions:
        """At which events it does what."""
        raise NotImplementedError

    def finish(self) -> None:
        """Count what was only gathered so far."""

    def sample(self, sample: object, at: str = "") -> None:
        """Count a sample once: all values that its coverpoints have at a moment, and their crosses."""
        if points := self._values.get(at):
            values = ((name, value(sample)) for name, value in points)
            self.counts.sample({name: value for name, value in values if value is not None})

    def sample_each(self, sample: object, at: str = "") -> None:
        """Count each value of coverpoints that have several for itself, along with those coverpoints that have one."""
        alone: dict[str, Value] = {}
        several: list[tuple[str, Iterable[Value]]] = []
        for name, value in self._values.get(at, ()):
            found = value(sample)
            if isinstance(found, int | str):
                alone[name] = found
            elif found is not None:
                several.append((name, found))
        for name, values in several:
            for one in values:
                self.counts.sample({**alone, name: one})

    def sample_many(self, sample: object, at: str) -> None:
        """Count samples that are told as arrays: coverpoints have an array of values each, of one length."""
        if points := self._values.get(at):
            self.counts.sample_many({name: value(sample) for name, value in points})
