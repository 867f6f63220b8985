"""Builds by content: the same sources and options are compiled once."""

from __future__ import annotations

import fcntl
import hashlib
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

COMPLETE = "complete"
KEPT_BUILDS = 4
IN_USE_S = 3600.0
LOCK_POLL_S = 0.2


def content_key(texts: Iterable[str], files: Iterable[Path]) -> str:
    """A short hash over texts, and over names and contents of files, in this order.

    Raises:
        OSError: a file cannot be read.
    """
    digest = hashlib.sha256()
    for text in texts:
        digest.update(f"{len(text)}:{text}".encode())
    for path in files:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").digest()  # a source may not fit into memory
        digest.update(f"{path.name}:".encode() + content)
    return digest.hexdigest()[:16]


@contextmanager
def locked(path: Path, tick: Callable[[], None]) -> Iterator[None]:
    """Hold a lock file: of the processes that build one thing at a time, one builds and the others wait."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                tick()
                time.sleep(LOCK_POLL_S)
        yield


def build_once(
    folder: Path, make: Callable[[], None], tick: Callable[[], None], is_whole: Callable[[], bool] = lambda: True
) -> bool:
    """Fill a folder by `make`, unless that was done before.

    The mark that says so is written last: what a killed build left behind is thrown away and built anew.

    Args:
        folder: where it goes.
        make: makes it.
        tick: called several times a second while another process makes it.
        is_whole: whether what is there is all that `make` makes.

    Returns:
        Whether `make` was called.
    """
    with locked(folder.with_suffix(".lock"), tick):
        mark = folder / COMPLETE
        if mark.is_file() and is_whole():
            mark.touch()
            return False
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make()
        mark.touch()
        return True


def drop_old_builds(parent: Path, design: str) -> None:
    """Delete all builds of a design but the last few, and those in use an hour ago: one of them may be about to run."""
    name = re.compile(re.escape(design) + "-[0-9a-f]{16}")
    drop_old((path for path in parent.iterdir() if name.fullmatch(path.name)), KEPT_BUILDS, IN_USE_S)


def drop_old(paths: Iterable[Path], kept: int, in_use_s: float) -> None:
    """Delete all folders of these but the last few, and those that were in use so many seconds ago."""
    folders = [path for path in paths if path.is_dir()]
    for folder in sorted(folders, key=last_use, reverse=True)[kept:]:
        if time.time() - last_use(folder) > in_use_s:
            shutil.rmtree(folder, ignore_errors=True)


def last_use(folder: Path) -> float:
    """When a folder was used last; 0 if it is not there any more."""
    mark = folder / COMPLETE
    try:
        return (mark if mark.is_file() else folder).stat().st_mtime
    except FileNotFoundError:  # another process deletes it at this moment
        return 0.0
