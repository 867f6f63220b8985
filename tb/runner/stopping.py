"""How a process of ours is told to end: by signals, and by the end of the make that started it."""

from __future__ import annotations

import ctypes
import os
import signal
from pathlib import Path
from types import FrameType
from typing import NoReturn

PR_SET_PDEATHSIG = 1
MAKE_VARIABLE = "NPUVM_MAKE"
"""Environment variable in which our Makefile tells its make's process id."""
_MAKES = ("make", "gmake")
_ENDED = ("", "Z", "X")
_libc = ctypes.CDLL(None)


class StoppedError(KeyboardInterrupt):
    """The process was told to end; nobody in between may take it for an error, pytest neither."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def end_when_told() -> None:
    """Let SIGINT, SIGTERM and SIGHUP end this process in good order, by KeyboardInterrupt or `StoppedError`.

    A shell starts what runs in the background of a script with SIGINT ignored, which Python would leave so. SIGHUP
    stays ignored: that is what nohup is for. A make that is killed for good can tell nobody, so the kernel does; one
    that is killed while Python starts has ended before the kernel was asked, so it is looked for.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _stop)
    parent = os.getppid()
    if _name(parent) in _MAKES:
        send_at_end_of_parent(parent, signal.SIGTERM)
    make = os.environ.get(MAKE_VARIABLE, "")
    if make.isdecimal() and _state(int(make)) in _ENDED:
        os.kill(os.getpid(), signal.SIGTERM)


def send_at_end_of_parent(parent: int, number: signal.Signals) -> None:
    """Have the kernel send this process a signal when its parent ends, or send it now if the parent has ended.

    Args:
        parent: the parent's id, from when it surely lived.
        number: the signal.
    """
    _libc.prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def _name(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


def _state(process: int) -> str:
    """The letter of its state; empty if there is no such process."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    raise StoppedError(number)
