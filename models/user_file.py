"""Reading a file that a user names: a file on disk, of a size that can be meant."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

DESCRIPTION_BYTES = 1 << 20
"""The most that a description may hold: a hardware configuration, or an attach file."""


def read_user_file(path: Path, most_bytes: int) -> bytes:
    """A file's content.

    A pipe or a device is not even opened: reading it might never end.

    Raises:
        OSError: it cannot be read, is not a file on disk, or is too large; `strerror` says so in words.
    """
    try:
        state = os.stat(path)  # noqa: PTH116 - Path.stat says no more
    except ValueError as error:  # what a path cannot hold
        raise OSError(errno.EINVAL, f"no path ({error})", str(path)) from error
    if not stat.S_ISREG(state.st_mode):
        what = "a folder" if stat.S_ISDIR(state.st_mode) else "a pipe or a device"
        raise OSError(errno.EINVAL, f"{what}, not a file", str(path))
    with path.open("rb") as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        size = max(state.st_size, len(content))
        raise OSError(errno.EFBIG, f"holds {size:,} bytes, at most {most_bytes:,} are read", str(path))
    return content


def read_user_text(path: Path, most_bytes: int) -> str:
    """The same of a text, without the mark that some editors put in front of it.

    Raises:
        OSError: as above, or it is not UTF-8.
    """
    content = read_user_file(path, most_bytes)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        why = f"line {line} is not UTF-8 (byte {content[error.start]:#04x}); save it as UTF-8"
        raise OSError(errno.EILSEQ, why, str(path)) from error
