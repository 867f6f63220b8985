"""What one process is to play: written by the regression, read by the worker and by the simulation side."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from tb.code_coverage.counted import Counted
from tb.regression.plan.batches import Batch
from tb.regression.plan.run import Run
from tb.whole_file import append_line, complete_lines, write_whole

BATCH_VARIABLE = "NPUVM_BATCH"
"""Environment variable that names the file for the simulation side."""
BATCH_FILE = "batch.json"
LATER_FILE = "later.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLimits:
    """What a batch may take.

    Attributes:
        run_s: seconds of a processor that one run may take.
        memory_mb: memory of its process.
        output_mb: of each file that it writes.
    """

    run_s: float = 900.0
    memory_mb: int = 8192
    output_mb: int = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchJob:
    """A batch, and all that its process needs to know.

    Attributes:
        batch: what to play.
        results: file to which results are added.
        folder: where to work.
        root: folder of all builds.
        limits: what it may take.
        tests: folder of the user's tests; None: they are npuvm's own.
        later_at_most: how many more runs may be asked for when it has played those of the batch: it waits for them.
        counted: what of the RTL's code is counted, where the simulator can.
        code: file to which runs add which code they have reached.
    """

    batch: Batch
    results: Path
    folder: Path
    root: Path
    limits: BatchLimits
    tests: Path | None = None
    later_at_most: int = 0
    counted: Counted = Counted.NOTHING
    code: Path | None = None

    def write(self) -> Path:
        """Write it into its folder.

        Returns:
            The file.
        """
        path = self.folder / BATCH_FILE
        write_whole(path, json.dumps(asdict(self), default=str))
        return path

    @classmethod
    def read(cls, path: Path) -> BatchJob:
        """Read a file that was written."""
        data = json.loads(path.read_text())
        batch = data["batch"]
        return cls(
            batch=Batch(**{**batch, "runs": tuple(map(Run.from_json, batch["runs"]))}),
            results=Path(data["results"]),
            folder=Path(data["folder"]),
            root=Path(data["root"]),
            limits=BatchLimits(**data["limits"]),
            tests=None if data["tests"] is None else Path(data["tests"]),
            later_at_most=data["later_at_most"],
            counted=Counted(data["counted"]),
            code=None if data["code"] is None else Path(data["code"]),
        )

    def ask(self, run: Run) -> None:
        """Ask for a run more."""
        append_line(self.folder / LATER_FILE, json.dumps(run.to_json()))

    def later_runs(self) -> list[Run]:
        """The runs that were asked for."""
        return [Run.from_json(json.loads(line)) for line in complete_lines(self.folder / LATER_FILE)]

    @classmethod
    def from_environment(cls) -> BatchJob:
        """Read the file that the environment names: for the simulation side.

        Raises:
            KeyError: the environment names none.
        """
        return cls.read(Path(os.environ[BATCH_VARIABLE]))
