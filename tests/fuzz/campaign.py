"""Many cases, in a process beside this one: what ends that process is a finding too."""

import json
import os
import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.cases import case_of, kind_of, prepare
from tests.fuzz.folder import Spot
from tests.fuzz.oracle import Oracle, limit_memory

MOST_FOUND = 20
SCRATCH = next((name for name in ("/dev/shm",) if os.access(name, os.W_OK)), None)
"""Where cases are laid out: in memory where that can be."""


@dataclass(frozen=True)
class Found:
    """A case about which something is wrong.

    Attributes:
        number: of the case.
        kind: what it is.
        text: what is wrong.
        folder: a copy of its files; None: none was kept.
    """

    number: int
    kind: str
    text: str
    folder: Path | None = None


def campaign(seed, numbers, keep, tick=lambda _number, _found: None, case_of=case_of):
    """Try cases; returns what is wrong, at most `MOST_FOUND` of it.

    Args:
        seed: all that is drawn hangs on it and on the number.
        numbers: of the cases, a range.
        keep: folder for copies of cases about which something is wrong; None: none is kept.
        tick: called with the number of each case that is done, and what was found of it or None.
        case_of: makes a case of a seed and a number.
    """
    prepare()
    found = []
    with TemporaryDirectory(prefix="npuvm-fuzz-", dir=SCRATCH) as scratch:
        while numbers and len(found) < MOST_FOUND:
            numbers = _some(seed, numbers, Path(scratch) / "spot", keep, (tick, found, case_of))
    return found


def _some(seed, numbers, root, keep, told):
    """Cases in one process, until it has tried all or ends; returns the numbers that are left."""
    tick, found, make = told
    read_end, write_end = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        os.close(read_end)
        _child(seed, numbers, root, write_end, make)
    os.close(write_end)
    number = numbers.start - 1
    with os.fdopen(read_end) as lines:
        for line in lines:
            number, text = json.loads(line)
            item = _kept(seed, number, text, keep, make) if text else None
            found += [item] if item else []
            tick(number, item)
            if len(found) >= MOST_FOUND:
                os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if status and len(found) < MOST_FOUND:
        number += 1
        why = f"ended the process, by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "ended the process"
        found.append(_kept(seed, number, why, keep, make))
        tick(number, found[-1])
    return numbers[number + 1 - numbers.start :]


def _child(seed, numbers, root, write_end, make):
    """Try all, and say what is wrong with each; never returns."""
    status = 1
    try:
        oracle, spot = Oracle(), Spot(root)
        limit_memory()
        with os.fdopen(write_end, "w") as out:
            for number in numbers:
                name, files, run = make(seed, number)
                spot.lay(name, files)
                print(json.dumps([number, oracle.check(run, spot.case)]), file=out, flush=True)
        status = 0
    finally:
        os._exit(status)


def _kept(seed, number, text, keep, make):
    """A copy of a case, laid anew."""
    folder = None
    if keep is not None:
        name, files, _ = make(seed, number)
        folder = keep / f"{seed}-{number}"
        shutil.rmtree(folder, ignore_errors=True)
        Spot(folder).lay(name, files)
    return Found(number, kind_of(number), text, folder)
