"""Progress on the console: a spinner on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time

from rich.console import Console
from rich.status import Status

from tb.runner.progress import Progress

QUIET_S = 10.0


class _TimedProgress(Progress):
    """Says how long a step takes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._label, self._start_s = "", 0.0

    def start(self, label: str) -> None:
        """Note a new step."""
        self._label, self._start_s = label, time.monotonic()

    def _text(self, detail: str) -> str:
        return f"{self._label}, {time.monotonic() - self._start_s:.0f} s" + (f", {detail}" if detail else "")


class SpinnerProgress(_TimedProgress):
    """A line with a spinner that disappears when the step is over."""

    _status: Status | None = None

    def start(self, label: str) -> None:
        """Show a new step."""
        super().start(label)
        self._status = self._console.status(label)
        self._status.start()

    def tick(self, detail: str = "") -> None:
        """Renew the line."""
        if self._status is not None:
            self._status.update(self._text(detail))

    def stop(self) -> None:
        """Take the line away."""
        if self._status is not None:
            self._status.stop()
            self._status = None


class LineProgress(_TimedProgress):
    """A line now and then, for logs of machines: what takes less says nothing.

    Args:
        console: where to write.
        quiet_s: seconds between lines.
    """

    def __init__(self, console: Console, quiet_s: float = QUIET_S) -> None:
        super().__init__(console)
        self._quiet_s, self._next_s = quiet_s, 0.0

    def start(self, label: str) -> None:
        """Note a new step."""
        super().start(label)
        self._next_s = self._start_s + self._quiet_s

    @property
    def due(self) -> bool:
        """Whether the last line is long ago."""
        return time.monotonic() >= self._next_s

    def tick(self, detail: str = "") -> None:
        """Write a line if one is due."""
        if self.due:
            self._next_s = time.monotonic() + self._quiet_s
            self._console.print(self._text(detail), highlight=False, markup=False, soft_wrap=True)


def console_progress(console: Console) -> Progress:
    """The progress that fits where the console writes to."""
    return SpinnerProgress(console) if console.is_terminal else LineProgress(console)
