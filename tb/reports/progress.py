"""Progress on the console: a spinner on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time

from rich.console import Console
from rich.status import Status

QUIET_S = 10.0


class SpinnerProgress:
    """A line with a spinner that disappears when the step is over."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Status | None = None
        self._label = ""
        self._start_s = 0.0

    def start(self, label: str) -> None:
        """Show a new step."""
        self._label, self._start_s = label, time.monotonic()
        self._status = self._console.status(label)
        self._status.start()

    def tick(self, detail: str = "") -> None:
        """Renew the line."""
        if self._status is not None:
            self._status.update(_text(self._label, time.monotonic() - self._start_s, detail))

    def stop(self) -> None:
        """Take the line away."""
        if self._status is not None:
            self._status.stop()
            self._status = None


class LineProgress:
    """A line now and then, for logs of machines: what takes less says nothing.

    Args:
        console: where to write.
        quiet_s: seconds between lines.
    """

    def __init__(self, console: Console, quiet_s: float = QUIET_S) -> None:
        self._console, self._quiet_s = console, quiet_s
        self._label = ""
        self._start_s = 0.0
        self._next_s = 0.0

    def start(self, label: str) -> None:
        """Note a new step."""
        self._label, self._start_s = label, time.monotonic()
        self._next_s = self._start_s + self._quiet_s

    @property
    def due(self) -> bool:
        """Whether the last line is long ago."""
        return time.monotonic() >= self._next_s

    def tick(self, detail: str = "") -> None:
        """Write a line if one is due."""
        if self.due:
            now_s = time.monotonic()
            self._next_s = now_s + self._quiet_s
            self._console.print(
                _text(self._label, now_s - self._start_s, detail), highlight=False, markup=False, soft_wrap=True
            )

    def stop(self) -> None:
        """The step is over: nothing to say."""


def console_progress(console: Console) -> SpinnerProgress | LineProgress:
    """The progress that fits where the console writes to."""
    return SpinnerProgress(console) if console.is_terminal else LineProgress(console)


def _text(label: str, elapsed_s: float, detail: str) -> str:
    return f"{label}, {elapsed_s:.0f} s" + (f", {detail}" if detail else "")
