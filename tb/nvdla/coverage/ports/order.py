"""Requests and answers of one kind on a port, followed by whole arrays: how many are outstanding, which overtake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen.

    Attributes:
        counts: requests outstanding with each request, itself among them.
        streams: of how many streams they are.
        overtaken: of each answer, 1 where one to a later request came before it.
    """

    counts: Integers
    streams: Integers
    overtaken: Integers


class RequestsInFlight:
    """Follows batches; answers of one stream are in the order of its requests.

    Args:
        streams: how many there are.
    """

    def __init__(self, streams: int) -> None:
        self._waiting: list[Integers] = [
            np.zeros(0, np.int64) for _ in range(streams)
        ]  # numbers of requests, by stream
        self._next = 0
        self._latest = -1  # the latest request that was answered

    def follow(self, asked_ps: Integers, askers: Integers, answered_ps: Integers, answerers: Integers) -> Seen:
        """One more batch: when requests and answers came, and of which stream each is."""
        before = [len(numbers) for numbers in self._waiting]
        # Of one time answers come first.
        order = np.argsort(np.concatenate([answered_ps, asked_ps]), kind="stable")
        owners = np.concatenate([answerers, askers])[order]
        steps = np.where(order < len(answered_ps), -1, 1)
        requests = steps == 1
        waiting = np.array(
            [count + np.cumsum(np.where(owners == stream, steps, 0)) for stream, count in enumerate(before)]
        )
        counts, streams = waiting.sum(axis=0), (waiting > 0).sum(axis=0)
        return Seen(counts[requests], streams[requests], self._overtaken(askers, answerers))

    def _overtaken(self, askers: Integers, answerers: Integers) -> Integers:
        numbers = np.arange(self._next, self._next + len(askers))
        self._next += len(askers)
        answered = np.full(len(answerers), -1)
        for stream, before in enumerate(self._waiting):
            waiting = np.concatenate([before, numbers[askers == stream]])
            rows = np.flatnonzero(answerers == stream)[: len(waiting)]
            answered[rows] = waiting[: len(rows)]
            self._waiting[stream] = waiting[len(rows) :]
        latest = np.maximum.accumulate(np.concatenate([[self._latest], answered]))
        self._latest = int(latest[-1])
        return (answered < latest[:-1]).astype(np.intp)
