"""What hands events to samplers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup
from tb.coverage.sampler import Sampler, Subscriptions


class Collector:
    """Hands events to whom they concern.

    Args:
        states: what keeps state that samplers look at: told of an event after all samplers, so that these still see
            what was before.
        samplers: they count.
    """

    def __init__(self, states: Iterable[Subscriptions], samplers: Iterable[Sampler]) -> None:
        self.samplers = tuple(samplers)
        self._actions: dict[type, list[Callable[[Any], None]]] = {}
        for subscriptions in (*(sampler.subscriptions for sampler in self.samplers), *states):
            for kind, action in subscriptions.items():
                self._actions.setdefault(kind, []).append(action)

    @property
    def groups(self) -> tuple[Covergroup, ...]:
        """What is counted."""
        return tuple(sampler.counts.group for sampler in self.samplers)

    def notify(self, event: object) -> None:
        """Something happened."""
        for action in self._actions.get(type(event), ()):
            action(event)

    def finish(self) -> dict[str, Counts]:
        """What was hit, by group."""
        for sampler in self.samplers:
            sampler.finish()
        return {sampler.counts.group.name: sampler.counts for sampler in self.samplers}
