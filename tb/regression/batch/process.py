"""Starting the process of a batch, waiting for it, and ending it with all that it started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tb.regression.batch.batch_file import BatchJob
from tb.runner.paths import ROOT

LOG_FILE = "worker.log"
END_FILE = "end.json"
"""In the batch's folder, when its process has come to its end: why runs may be without a result."""
WORKER = "tb.regression.batch.worker"
GRACE_S = 5.0
STOPPED = 130
"""Exit status of a process that was told to end."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A batch whose process has ended.

    Attributes:
        name: the batch.
        problem: what went wrong with it as a whole; empty if nothing did.
        fatal: whether no other batch can do better, such as on a full disk.
        lost: whether its process was ended from outside, with its worker or by a signal: its runs have nothing to do
            with it.
    """

    name: str
    problem: str = ""
    fatal: bool = False
    lost: bool = False


class BatchProcess:
    """The process of one batch, which ends with this one.

    Args:
        job: what it is to play.
    """

    def __init__(self, job: BatchJob) -> None:
        self._job = job
        file = job.write()
        (job.folder / END_FILE).unlink(missing_ok=True)
        with (job.folder / LOG_FILE).open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", WORKER, str(file.resolve()), str(os.getpid())],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C on the console reaches only us, and we end it
            )

    @property
    def name(self) -> str:
        """The batch's."""
        return self._job.batch.name

    def poll(self) -> Ended | None:
        """How it ended; None while it has not."""
        return None if self._process.poll() is None else self._ended()

    def stop(self) -> None:
        """End it: politely, so that it ends its simulator, then for good, at which the simulator ends by itself."""
        self._process.terminate()
        try:
            self._process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ended(self) -> Ended:
        try:
            said = json.loads((self._job.folder / END_FILE).read_text())
            return Ended(self.name, said["problem"], fatal=bool(said["status"]))
        except FileNotFoundError:
            status = self._process.returncode
            how = f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"
            problem = f"its process {how}{_last_words(self._job.folder / LOG_FILE)}"
            return Ended(self.name, problem, lost=status < 0 or status == STOPPED)


def _last_words(log: Path) -> str:
    """The last line of a log, if there is one."""
    lines = log.read_text(errors="replace").strip().splitlines() if log.is_file() else []
    return f": {lines[-1]}" if lines else ""
