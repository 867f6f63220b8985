"""Errors that the user can put right."""

from __future__ import annotations

import errno
import os
from types import MappingProxyType


class UserError(Exception):
    """Wrong input or a missing tool; its text is one line that says what was wrong and what to do next."""


NO_ROOM = "make room on that disk, then run it again"
_REMEDIES = MappingProxyType(
    {
        errno.ENOSPC: NO_ROOM,
        errno.EDQUOT: NO_ROOM,
        errno.EROFS: "work where you may write",
        errno.EACCES: "ask for permission, or work elsewhere",
        errno.EPERM: "ask for permission, or work elsewhere",
        errno.ENAMETOOLONG: "give it a shorter name",
        errno.EMFILE: "raise the limit on open files (ulimit -n)",
        errno.ENOMEM: "let less run at a time",
        errno.EAGAIN: "let less run at a time",
    }
)


def system_error(error: OSError) -> str:
    """An error of the operating system on one line: what it concerns, what is wrong, what to do next."""
    name = [os.fsdecode(error.filename)] if isinstance(error.filename, str | bytes) else []
    text = ": ".join([*name, error.strerror or str(error) or type(error).__name__])
    return printable("; ".join(filter(None, [text, _REMEDIES.get(error.errno or 0)])))


def printable(text: str) -> str:
    """A text on one line, with what would not be seen or would steer a terminal written out."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
