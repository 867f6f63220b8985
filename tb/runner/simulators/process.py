"""Running a simulator or a compiler so that nothing of it is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

POLL_S = 0.2
GRACE_S = 2.0
STARVED_FACTOR = 20.0
"""A limit is one of processor time, which a machine that is busy otherwise does not use up: so much more is too long on
the wall."""
_TICKS_A_S = os.sysconf("SC_CLK_TCK")
_SENTRY = 'trap "" INT TERM HUP; read -r _; kill -KILL 0'
"""Ends for nobody; when its input ends, which is when the process ends that started it, it kills its process group."""


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
        timeout_s: how long it may take: seconds of a processor, and on the wall `STARVED_FACTOR` times as many; None is
            without end.
        tick: called several times a second while it runs.

    Raises:
        CommandFailedError: it ended with a status other than 0.
        CommandTimeoutError: it was killed after `timeout_s`.
        KeyboardInterrupt: it was killed because the user pressed Ctrl-C, or this process was told to end.
    """
    with _group() as group:
        # a group of its own: Ctrl-C on the console reaches only us, and we kill it as a whole
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=None if output is None else subprocess.STDOUT,
            process_group=group,
        )
        try:
            status = _wait(process, timeout_s, tick)
        finally:
            _end(process, group)
    if status:
        raise CommandFailedError(command[0], status)


@contextmanager
def _group() -> Iterator[int]:
    """A process group for what is to end with this process, even if that is killed for good; it is killed at the end.

    Its leader is there before any other process of it, and waits for our end.
    """
    sentry = subprocess.Popen(
        ["/bin/sh", "-c", _SENTRY],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )
    try:
        yield sentry.pid
    finally:
        os.killpg(sentry.pid, signal.SIGKILL)
        sentry.communicate()


def _end(process: subprocess.Popen[bytes], group: int) -> None:
    """End what is left of a process and of all that it started: politely first, then for good."""
    try:
        os.killpg(group, signal.SIGTERM)
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        pass
    finally:  # also where the user presses Ctrl-C once more
        os.killpg(group, signal.SIGKILL)
        process.wait()


def _wait(process: subprocess.Popen[bytes], timeout_s: float | None, tick: Callable[[], None]) -> int:
    start = time.monotonic()
    while True:
        try:
            return process.wait(POLL_S)
        except subprocess.TimeoutExpired:
            tick()
        if timeout_s is None:
            continue
        if _cpu_s(process.pid) > timeout_s or time.monotonic() - start > STARVED_FACTOR * timeout_s:
            raise CommandTimeoutError(f"stopped: it took longer than {timeout_s:g} s")


def _cpu_s(process: int) -> float:
    """The processor time of a process that has not been waited for yet, with that of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS_A_S
