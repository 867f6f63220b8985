"""A file by which workers elsewhere see that the regression still wants what they play."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from uuid import uuid4

from tb.whole_file import write_whole

RENEWED_EACH_S = 5.0
DEAD_S = 120.0
"""So long after the last renewal nobody is left who renews it, however late a shared file system shows it."""


class SignOfLife:
    """The regression's side of it: there while it plays, renewed while its process lives, whatever else that does.

    Args:
        folder: where it lies; workers see it there too.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"regression-{uuid4().hex}.alive"
        write_whole(self.path, "0")
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="sign of life", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Let all workers end what they play."""
        self._is_over.set()
        self._thread.join()
        self.path.unlink(missing_ok=True)

    def _renew(self) -> None:
        """Show now and then that this process lives."""
        for number in count(1):
            if self._is_over.wait(RENEWED_EACH_S):
                return
            with suppress(OSError):  # the disk is full for a moment: the next one may come through
                write_whole(self.path, str(number))


class LifeWatch:
    """A worker's side of it; no clock of another machine is looked at.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen, self._since_s = "", time.monotonic()

    def seen_within(self, seconds: float) -> bool:
        """Whether the file comes into sight: what another machine wrote just now may take its time."""
        end_s = time.monotonic() + seconds
        while not self._path.exists():
            if time.monotonic() > end_s:
                return False
            with suppress(OSError):
                list(self._path.parent.iterdir())  # lets a shared file system look again
            time.sleep(0.1)
        return True

    @property
    def is_over(self) -> bool:
        """Whether the regression has ended, or its process."""
        try:
            text = self._path.read_text()
        except OSError:
            return True
        if text != self._seen:
            self._seen, self._since_s = text, time.monotonic()
        return time.monotonic() - self._since_s > DEAD_S
