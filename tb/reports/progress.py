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
    """A line every ten seconds, for logs of machines: what takes less says nothing."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._label = ""
        self._start_s = 0.0
        self._next_s = 0.0

    def start(self, label: str) -> None:
        """Note a new step."""
        self._label, self._start_s = label, time.monotonic()
        self._next_s = self._start_s + QUIET_S

    def tick(self, detail: str = "") -> None:
        """Write a line if the last one is long ago."""
        now_s = time.monotonic()
        if now_s >= self._next_s:
            self._next_s = now_s + QUIET_S
            self._console.print(_text(self._label, now_s - self._start_s, detail), highlight=False, markup=False)

    def stop(self) -> None:
        """The step is over: nothing to say."""


def console_progress(console: Console) -> SpinnerProgress | LineProgress:
    """The progress that fits where the console writes to."""
    return SpinnerProgress(console) if console.is_terminal else LineProgress(console)


def _text(label: str, elapsed_s: float, detail: str) -> str:
    return f"{label}, {elapsed_s:.0f} s" + (f", {detail}" if detail else "")
