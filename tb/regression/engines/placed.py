"""What a worker of a cluster does with a batch: it starts the batch's process and looks after it."""

from __future__ import annotations

import socket
import time
from pathlib import Path

from tb.regression.batch.batch_file import BatchJob
from tb.regression.batch.process import BatchProcess, Ended
from tb.regression.engines.engine import POLL_S
from tb.regression.engines.sign_of_life import LifeWatch
from tb.runner.paths import shown

BEGUN_FILE = "begun"
SIGHT_S = 20.0
LOST_WORKER = "its worker died"


def play_placed(job: BatchJob, sign: Path) -> Ended:
    """Play a batch in a process of its own, which ends with this worker, and when the regression does.

    Args:
        job: what to play; its paths are those of this machine too.
        sign: the regression's sign of life.

    Returns:
        How the process ended; what became of runs is on disk.
    """
    name, watch = job.batch.name, LifeWatch(sign)
    if not watch.seen_within(SIGHT_S):
        where = f"{socket.gethostname()} sees no {shown(sign.parent)}"
        return Ended(name, f"{where}; let the checkout lie where all machines see it under the same name", fatal=True)
    if not _begin(job.folder):
        return Ended(name, LOST_WORKER, lost=True)
    process = BatchProcess(job)
    try:
        while (ended := process.poll()) is None:
            if watch.is_over:
                return Ended(name, "the regression ended before it did", lost=True)
            time.sleep(POLL_S)
        return ended
    finally:
        process.stop()


def _begin(folder: Path) -> bool:
    """Say that a batch is begun.

    Returns:
        Whether it was not yet: Dask places a task once more if its worker is lost, and what was begun there may still
        write.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        (folder / BEGUN_FILE).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
