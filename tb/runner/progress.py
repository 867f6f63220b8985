"""What a long step tells about itself while it runs."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Shown while a build or a simulation runs; `tb.reports.progress` has the ones for a console."""

    def start(self, label: str) -> None:
        """A step begins."""

    def tick(self, detail: str = "") -> None:
        """The step still runs; called several times a second."""

    def stop(self) -> None:
        """The step is over, whether it came to its end or not."""


class SilentProgress:
    """No progress: for tests and scripts."""

    def start(self, label: str) -> None:
        """Say nothing."""

    def tick(self, detail: str = "") -> None:
        """Say nothing."""

    def stop(self) -> None:
        """Say nothing."""
