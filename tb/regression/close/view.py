"""Who chooses runs hears of their results first, then whoever watches."""

from __future__ import annotations

from tb.regression.close.closing import Closing
from tb.regression.regression import View
from tb.regression.store.result import RunResult


class LearningView:
    """Hands everything on.

    Args:
        closing: learns from results.
        view: watches.
    """

    def __init__(self, closing: Closing, view: View) -> None:
        self._closing, self._view = closing, view

    def result(self, result: RunResult) -> None:
        """A run has ended."""
        self._closing.result(result)
        self._view.result(result)

    def say(self, line: str) -> None:
        """Something happened that a person should know."""
        self._view.say(line)

    def tick(self, running: int) -> None:
        """Time goes on."""
        self._view.tick(running)
