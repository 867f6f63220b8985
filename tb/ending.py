"""The end of a test before its stimulus is through: from wherever that waits."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from cocotb.triggers import Event, Timer, select


class EndOfTest:
    """Lets stimulus run until it is through, until somebody ends the test, or until its time is over."""

    def __init__(self) -> None:
        self._event = Event()

    @property
    def has_come(self) -> bool:
        """Whether somebody ended the test."""
        return self._event.is_set()

    def end(self) -> None:
        """End the test that runs."""
        self._event.set()

    def begin(self) -> None:
        """The next test begins."""
        self._event.clear()

    async def race(
        self, stimulus: Coroutine[Any, Any, None], *, guard: Coroutine[Any, Any, None], limit_ns: float | None
    ) -> bool:
        """Run stimulus; returns whether it came to its end. Else it was cancelled where it waited.

        Args:
            stimulus: what to run; what it raises is raised here.
            guard: runs beside it; where it returns, the test ends.
            limit_ns: how long it may take; None: for ever.
        """
        waits: list[Any] = [stimulus, guard, self._event.wait()]
        if limit_ns is not None:
            waits.append(Timer(max(limit_ns, 1), "ns", round_mode="ceil"))
        first, _ = await select(*waits)
        return first == 0
