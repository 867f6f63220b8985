"""Files that are there as a whole or not at all, however their writer ends, and on a disk that is full."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text beside a file, then put it in the file's place: nobody ever reads a part of it.

    The folder is made if it is not there.

    Raises:
        OSError: it cannot be written; what was there before still is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def append_line(path: Path, line: str, *, anew: bool = False) -> None:
    """Add a line to a file, or to an empty one in its place; where there is room for a part of it, that is not kept.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("wb" if anew else "ab", buffering=0) as file:
        size, left = file.seek(0, os.SEEK_END), line.encode() + b"\n"
        try:
            while left:
                left = left[file.write(left) :]
        except OSError:
            with suppress(OSError):  # a device cannot be cut
                file.truncate(size)
            raise


def complete_lines(path: Path) -> list[str]:
    """The lines of a file, if there is one, but for a last one that is just being written or was cut short.

    Bytes that are no text do not keep the other lines from being read.
    """
    try:
        *lines, _unfinished = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    return lines
