"""Running a simulator or a compiler so that nothing of it is left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

POLL_S = 0.2
GRACE_S = 2.0
PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


class CommandFailedError(RuntimeError):
    """A command ended with a status other than 0 (negative: killed by that signal)."""

    def __init__(self, program: str, status: int) -> None:
        reason = f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with exit status {status}"
        super().__init__(f"{Path(program).name} {reason}")
        self.status = status


class CommandTimeoutError(RuntimeError):
    """A command took longer than it may and was killed."""


def run_group(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    output: TextIO | None,
    timeout_s: float | None,
    tick: Callable[[], None],
) -> None:
    """Run a command as a process group of its own and kill the whole group if anything goes wrong meanwhile.

    Args:
        command: program and arguments.
        cwd: folder to run in.
        env: its whole environment.
        output: where its output and errors go; the console if None.
        timeout_s: how long it may take; None is without end.
        tick: called several times a second while it runs.

    Raises:
        CommandFailedError: it ended with a status other than 0.
        CommandTimeoutError: it was killed after `timeout_s`.
        KeyboardInterrupt: it was killed because the user pressed Ctrl-C.
    """
    process = subprocess.Popen(  # its own session: Ctrl-C on the console reaches only us, and we kill it as a whole
        command,
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_die_with_parent,  # noqa: PLW1509 (we have one thread that starts processes, and take no locks there)
    )
    try:
        status = _wait(process, timeout_s, tick)
    finally:
        kill_group(process)
    if status:
        raise CommandFailedError(command[0], status)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a process group whose leader is `process`: politely first, then for good."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            continue


def _die_with_parent() -> None:
    """Even a parent killed for good, which cannot kill anybody any more, leaves no simulator running."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _wait(process: subprocess.Popen[bytes], timeout_s: float | None, tick: Callable[[], None]) -> int:
    start = time.monotonic()
    while True:
        try:
            return process.wait(POLL_S)
        except subprocess.TimeoutExpired:
            tick()
        if timeout_s is not None and time.monotonic() - start > timeout_s:
            raise CommandTimeoutError(f"stopped: it took longer than {timeout_s:g} s")
