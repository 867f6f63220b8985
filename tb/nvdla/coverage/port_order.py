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
        units: of how many units they are.
        overtaken: of each answer, 1 where one to a later request came before it.
    """

    counts: Integers
    units: Integers
    overtaken: Integers


class Outstanding:
    """Follows batches; answers of one unit are in the order of its requests."""

    def __init__(self) -> None:
        self._waiting: dict[int, Integers] = {}  # numbers of requests, by unit
        self._next = 0
        self._latest = -1  # the latest request that was answered

    def follow(self, asked_ps: Integers, askers: Integers, answered_ps: Integers, answerers: Integers) -> Seen:
        """One more batch: when requests and answers came, and of which unit each is."""
        before = {unit: len(numbers) for unit, numbers in self._waiting.items()}
        units = sorted({*before, *np.unique(askers).tolist()})
        # Of one time answers come first.
        order = np.argsort(np.concatenate([answered_ps, asked_ps]), kind="stable")
        owners = np.concatenate([answerers, askers])[order]
        steps = np.where(order < len(answered_ps), -1, 1)
        requests = steps == 1
        each_unit = [before.get(unit, 0) + np.cumsum(np.where(owners == unit, steps, 0)) for unit in units]
        counts = np.array([np.sum(each_unit, axis=0), np.sum([count > 0 for count in each_unit], axis=0)])
        if not units:
            counts = np.zeros((2, len(order)), np.int64)
        overtaken = self._overtaken(askers, answerers)
        return Seen(counts[0][requests], counts[1][requests], overtaken)

    def _overtaken(self, askers: Integers, answerers: Integers) -> Integers:
        numbers = np.arange(self._next, self._next + len(askers))
        self._next += len(askers)
        answered = np.full(len(answerers), -1)
        for unit in np.unique(np.concatenate([askers, answerers])).tolist():
            waiting = np.concatenate([self._waiting.get(unit, numbers[:0]), numbers[askers == unit]])
            rows = np.flatnonzero(answerers == unit)[: len(waiting)]
            answered[rows] = waiting[: len(rows)]
            self._waiting[unit] = waiting[len(rows) :]
        latest = np.maximum.accumulate(np.concatenate([[self._latest], answered]))
        self._latest = int(latest[-1])
        return (answered < latest[:-1]).astype(np.intp)
