"""The processes of a regression, found by what they were started with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tb.regression.batch.process import WORKER
from tb.runner.paths import ROOT

LIMIT_S = 240.0
SIMULATOR = "vvp"


def start(*words, output, env=os.environ):
    """Start a module of Python's in the checkout."""
    with output.open("a") as file:
        return subprocess.Popen(
            [sys.executable, "-m", *map(str, words)],
            cwd=ROOT,
            env={**env, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def workers(folder):
    """Of each batch that is played the process that looks after it, by the batch's folder."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if WORKER in words and words[3].startswith(str(folder)):
            found[Path(words[3]).parent] = int(process.name)
    return found


def simulators(folder):
    """Likewise the simulator."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            cwd = (process / "cwd").resolve()
            if (process / "comm").read_text().strip() == SIMULATOR and cwd.is_relative_to(folder):
                found[cwd] = int(process.name)
        except OSError:
            continue
    return found


def is_alone(batch):
    """Whether a batch is one run that is played for the last time."""
    try:
        return json.loads((batch / "batch.json").read_text())["batch"]["alone"]
    except FileNotFoundError:  # it has just ended
        return True


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return


def eventually(condition, limit_s=LIMIT_S):
    """Wait for a condition: whether it came."""
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False
