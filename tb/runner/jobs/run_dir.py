"""A folder for each run."""

from __future__ import annotations

import shutil
import time
from itertools import count
from pathlib import Path

from tb.runner.paths import RUNS

KEPT_RUNS = 30
IN_USE_S = 86400.0


def new_run_dir(name: str, runs: Path = RUNS) -> Path:
    """Make a folder for a run, named by the time and `name`; of many the oldest go, if they are older than a day."""
    runs.mkdir(parents=True, exist_ok=True)
    old = sorted((path for path in runs.iterdir() if path.is_dir()), key=_last_use)
    for path in old[: -KEPT_RUNS + 1]:
        if time.time() - _last_use(path) > IN_USE_S:
            shutil.rmtree(path, ignore_errors=True)
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{name}"
    for number in count(1):
        folder = runs / (stem if number == 1 else f"{stem}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:  # a run that started in the same second
            continue
        return folder
    raise AssertionError("count() never ends")


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:  # another process deletes it at this moment
        return 0.0
