"""Instructions of a cycle or an operation: the same in each run, whatever else the machine is doing.

valgrind counts those of a whole process. Of two runs that differ in length alone, the difference is what the longer one
had more to do.
"""

import re
import shutil
import subprocess

from tests.bench.nvdla.plain import END

COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
HOW_TO = "instructions need valgrind, which is not installed: apt-get install valgrind"
GO_ON = "\n\n"
"""The answers that a plain run waits for, where it begins and where it ends."""


def can_count():
    return shutil.which(COUNTER[0]) is not None


def instructions_each(command, shorter, longer):
    """Instructions for each unit, cycle or operation, that a run says behind `end`.

    Args:
        command: a plain run's.
        shorter: its folder, and its arguments.
        longer: the same of a longer one.
    """
    (first, few), (second, many) = (_counted(command, *run) for run in (shorter, longer))
    return (second - first) / (many - few)


def _counted(command, folder, *plusargs):
    """Instructions of a run, and how many units it says that it had."""
    done = subprocess.run(
        [*COUNTER, *command, *plusargs], cwd=folder, input=GO_ON, capture_output=True, text=True, check=True
    )
    refs = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    units = re.search(rf"^{END} (\d+)", done.stdout, re.MULTILINE)
    if not refs or not units:
        raise RuntimeError(f"{COUNTER[0]} counted nothing: {done.stderr[-500:]}")
    return int(refs[1].replace(",", "")), int(units[1])
