"""A folder for each run, kept for a while: bounded in number and in size."""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import IO

from tb.runner.cache import last_use
from tb.runner.paths import RUNS

KEPT_RUNS = 30
KEPT_BYTES = 2 << 30
LAST_RUNS = 10
"""These stay whatever they take: a report has just named them."""
LOCK_FILE = "in_use.lock"
FAILED_FILE = "failed"
"""In the folder of a run that failed: such folders are counted apart, so that runs that pass do not drive them out."""

_held: dict[Path, IO[str]] = {}


def new_run_dir(name: str, runs: Path = RUNS) -> Path:
    """Make a folder for a run, named by the time and `name`; the oldest ones that are too many or too large go.

    Those of runs that failed are counted apart from the others.

    It stays as long as it is held: until `release`, or until this process ends, however it does.
    """
    runs.mkdir(parents=True, exist_ok=True)
    _drop_old(runs)
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{name}"
    for number in count(1):
        folder = runs / (stem if number == 1 else f"{stem}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:  # a run that started in the same second
            continue
        _held[folder] = hold(folder)
        return folder
    raise AssertionError("count() never ends")


def hold(folder: Path) -> IO[str]:
    """Let nobody delete a run's folder until the file that is returned is closed."""
    file = (folder / LOCK_FILE).open("w")
    fcntl.flock(file, fcntl.LOCK_SH)
    return file


def release(folder: Path) -> None:
    """Say that a run has ended: its folder is the last one now, and may go when there are many younger ones."""
    if file := _held.pop(folder, None):
        file.close()
        os.utime(folder)


def mark_failed(folder: Path) -> None:
    """Say that a run has failed: its folder goes when there are many younger ones that failed."""
    (folder / FAILED_FILE).touch()


def _drop_old(runs: Path) -> None:
    idle = [path for path in runs.iterdir() if path.is_dir() and not _in_use(path)]
    failed = {path for path in idle if (path / FAILED_FILE).exists()}
    for kind in (failed, set(idle) - failed):
        _drop_oldest(kind)


def _drop_oldest(idle: Iterable[Path]) -> None:
    total = 0
    for rank, folder in enumerate(sorted(idle, key=last_use, reverse=True)):
        total += _size(folder)
        if rank >= KEPT_RUNS or (rank >= LAST_RUNS and total > KEPT_BYTES):
            shutil.rmtree(folder, ignore_errors=True)


def _in_use(folder: Path) -> bool:
    try:
        with (folder / LOCK_FILE).open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:  # one that is being made is young enough to stay
        return False
    except BlockingIOError:
        return True
    return False


def _size(folder: Path) -> int:
    """The bytes in a folder; another process may delete them at this moment."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(parent) / name).lstat().st_size
            except FileNotFoundError:
                continue
    return total
