"""Room on disk: tools and simulators do not all notice that what they write is cut short, so somebody looks.

Icarus writes a truncated program and says that all is well; a design whose log is cut short looks wrong.
"""

from __future__ import annotations

import errno
import math
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tb.runner.errors import NO_ROOM, UserError
from tb.runner.paths import shown

LEAST_BYTES = 64 << 10
"""A disk with less is full: a write that did not fit took what there was, up to the last block."""
FEW_BYTES = 64 << 20
"""Where a compiler failed and less is left, that may be why: what did not fit it deletes, and its message was lost."""
SIGNS = (os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT))
"""What tools say: no room at all, or none for this user."""


class NoRoomError(UserError):
    """A disk is full; nothing that was written since is to be trusted."""


class RoomWatch:
    """Looks at the disks that a build or a simulation writes to: its folder's and that of temporary files.

    Args:
        folder: where it writes; it is there.
    """

    def __init__(self, folder: Path) -> None:
        self._folders = (folder, Path(tempfile.gettempdir()))

    def look(self) -> None:
        """See whether there is room.

        Raises:
            NoRoomError: there is none.
        """
        for folder in self._folders:
            if _is_full(folder):
                raise _no_room(folder)

    def look_after_failure(self) -> None:
        """See whether a compiler may have failed for want of room.

        Raises:
            NoRoomError: there is too little.
        """
        self.look()
        for folder in self._folders:
            if (free := _free_bytes(folder)) < FEW_BYTES:
                raise NoRoomError(
                    f"{shown(folder)}: what was built there failed, and {free / 1024:,.0f} KiB are left; {NO_ROOM}"
                )

    def listen(self, texts: Iterable[str]) -> None:
        """Hear what tools said.

        Raises:
            NoRoomError: one of them found no room.
        """
        if any(sign in text for text in texts for sign in SIGNS):
            raise _no_room(self._folders[0])


def _no_room(folder: Path) -> NoRoomError:
    return NoRoomError(f"{shown(folder)}: {SIGNS[0]}; {NO_ROOM}")


def _is_full(folder: Path) -> bool:
    state = os.statvfs(folder)
    names = state.f_ffree if os.geteuid() == 0 else state.f_favail
    return _free_bytes(folder) < LEAST_BYTES or (state.f_files > 0 and names == 0)  # some file systems count no names


def _free_bytes(folder: Path) -> float:
    state = os.statvfs(folder)
    blocks = state.f_bfree if os.geteuid() == 0 else state.f_bavail
    return blocks * state.f_frsize if state.f_blocks else math.inf  # some count nothing
