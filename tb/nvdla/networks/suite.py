"""A network as a suite of the regression: of each step, or of a few, a run."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tb.nvdla.networks.job import NetworkJob
from tb.outcome.network import OperationRecord
from tb.runner.errors import UserError
from tb.whole_file import write_whole

TEST = "NetworkTest"
SUFFIX = ".toml"
KEY_DIGITS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteWords:
    """How a suite plays a network.

    Attributes:
        config: name of the configuration.
        sim: the simulator.
        memory: what answers the memory ports.
        steps: of each run.
    """

    config: str
    sim: str
    memory: str
    steps: int


def write_suite(path: Path, job: NetworkJob, operations: Sequence[OperationRecord], words: SuiteWords) -> int:
    """Write a suite, and beside it a folder with all that it plays, named after its contents.

    Args:
        path: of the suite.
        job: the network, its inputs and the rules that it breaks.
        operations: those that are played.
        words: how.

    Returns:
        How many runs it has.

    Raises:
        UserError: they cannot be written there.
    """
    if path.suffix != SUFFIX:
        raise UserError(f"SUITE={path}: the suite that is written is a file such as {path.with_suffix(SUFFIX)}")
    runs = [operations[first : first + words.steps] for first in range(0, len(operations), words.steps)]
    only = [",".join(operation.name.partition("+")[0] for operation in run) for run in runs]
    try:
        folder = path.resolve().parent / f"{path.stem}-{_key(job)}"
        folder.mkdir(parents=True, exist_ok=True)
        kept = _kept(job, folder)
        text = [
            f"summary = {_text(f'The network {job.loadable.name}: {len(runs)} runs of {words.steps} of its steps.')}",
            "",
            "[[play]]",
            f'tests = ["{TEST}"]',
            f"configs = [{_text(words.config)}]",
            f"sims = [{_text(words.sim)}]",
            f"memories = [{_text(words.memory)}]",
            f"knobs.job = {_text(str(kept))}",
            f"knobs.only = [{', '.join(map(_text, only))}]",
            "",
        ]
        write_whole(path, "\n".join(text))
    except OSError as error:
        raise UserError(f"SUITE={path}: {error.strerror}; name a file that you may write") from error
    return len(runs)


def _key(job: NetworkJob) -> str:
    """Tells contents from others: results of a suite with other ones are not taken for its own."""
    found = hashlib.sha256(job.loadable.read_bytes())
    for name, path in sorted(job.inputs.items()):
        found.update(name.encode() + path.read_bytes())
    return found.hexdigest()[:KEY_DIGITS]


def _kept(job: NetworkJob, folder: Path) -> Path:
    """The job with copies of its files; returns its file."""
    inputs = {name: folder / path.name for name, path in job.inputs.items()}
    for name, path in job.inputs.items():
        shutil.copyfile(path, inputs[name])
    loadable = folder / job.loadable.name
    shutil.copyfile(job.loadable, loadable)
    return replace(job, loadable=loadable, inputs=inputs, folder=folder, only=None, every=1).write()


def _text(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)
