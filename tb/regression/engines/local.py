"""The cores of this machine."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tb.regression.batch.batch_file import BatchJob
from tb.regression.batch.process import BatchProcess, Ended
from tb.regression.engines.engine import POLL_S


class LocalEngine:
    """Plays some batches side by side.

    Args:
        jobs: how many.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._processes: list[BatchProcess] = []

    @property
    def free(self) -> int:
        """How many more it can play now."""
        return self._jobs - len(self._processes)

    def start(self, job: BatchJob) -> None:
        """Begin a batch."""
        self._processes.append(BatchProcess(job))

    def wait(self) -> Sequence[Ended]:
        """Wait a moment.

        Returns:
            The batches that have ended since.
        """
        time.sleep(POLL_S)
        ended = []
        for process in list(self._processes):
            if (end := process.poll()) is not None:
                self._processes.remove(process)
                ended.append(end)
        return ended

    def news(self) -> Sequence[str]:
        """Nothing."""
        return ()

    def stop(self) -> None:
        """End all batches."""
        for process in self._processes:
            process.stop()
        self._processes.clear()
