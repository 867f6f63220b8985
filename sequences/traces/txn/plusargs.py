"""What stands beside a trace for the simulator: ``plusargs.txt``."""

from __future__ import annotations

import os

from sequences.traces.commands import DEFAULT_POLL_TRIES
from sequences.traces.source import DECIMAL, Location, TraceFiles, quote

PLUSARGS_FILE = "plusargs.txt"
RETRIES, CONTINUE = "+read_reg_poll_retries", "+continue_on_fail"


def read_plusargs(files: TraceFiles) -> tuple[int, bool]:
    """How often a register is polled at most, and whether a failure ends the trace.

    Raises:
        TraceError: an unknown or malformed argument.
    """
    tries, continue_on_fail = DEFAULT_POLL_TRIES, False
    path = files.folder / PLUSARGS_FILE
    if not os.path.lexists(path):
        return tries, continue_on_fail
    for line, text in enumerate(files.lines(path), 1):
        for argument in text.split("#", 1)[0].split():
            name, _, value = argument.partition("=")
            if argument == CONTINUE:
                continue_on_fail = True
            elif name == RETRIES and DECIMAL.fullmatch(value) and int(value) > 0:
                tries = int(value)
            else:
                Location(path, line).fail(f"{quote(argument)}", f"{RETRIES}=<number above 0>, {CONTINUE}")
    return tries, continue_on_fail
