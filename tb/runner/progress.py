"""What a long step tells about itself while it runs."""

from __future__ import annotations

from collections.abc import Callable


class Progress:
    """Is told how a build or a simulation gets on, and says nothing; `tb.reports.progress` has those for a console."""

    def start(self, label: str) -> None:
        """A step begins."""

    def tick(self, detail: str = "") -> None:
        """The step still runs; called several times a second."""

    def stop(self) -> None:
        """The step is over, whether it came to its end or not."""


class WatchedProgress(Progress):
    """A progress with a look at something at each tick; then it passes on what it is told.

    Args:
        look: what it raises ends the step.
        progress: is told in turn.
    """

    def __init__(self, look: Callable[[], None], progress: Progress | None = None) -> None:
        self._look, self._progress = look, progress or Progress()

    def start(self, label: str) -> None:
        """Pass it on."""
        self._progress.start(label)

    def tick(self, detail: str = "") -> None:
        """Look, and pass it on."""
        self._look()
        self._progress.tick(detail)

    def stop(self) -> None:
        """Pass it on."""
        self._progress.stop()
