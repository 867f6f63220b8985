"""Files of a version each, of which one that is damaged keeps none of the others back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from tb.report.left_out import LeaveOut
from tb.runner.paths import shown
from tb.versioned import VersionedError

T = TypeVar("T")


def read_each(paths: Iterable[Path], read: Callable[[Path], T], leave_out: LeaveOut) -> list[T]:
    """What files hold, by their names.

    Args:
        paths: the files.
        read: reads one; VersionedError, OSError.
        leave_out: gets what is damaged, or of another version.
    """
    found = []
    for path in sorted(paths):
        try:
            found.append(read(path))
        except VersionedError as error:
            leave_out.add(shown(path), str(error))
        except OSError as error:
            leave_out.add(shown(path), f"cannot be read ({error.strerror})")
    return found
