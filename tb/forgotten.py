"""Calls in a test whose ``await`` was forgotten: they do nothing, and Python only warns of them."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tb.runner.paths import shown

_WARNING = "coroutine '(.*)' was never awaited"
_ORIGIN = re.compile(rf'{_WARNING}.*\n  File "(.*)", line (\d+), in .*\n *(.*)', re.DOTALL)
"""As Python writes it where it keeps where coroutines were made."""


@contextmanager
def forgotten_awaits() -> Iterator[list[str]]:
    """Collect calls that nobody awaits, a line each: where, what, and what to write. Other warnings go their way."""
    found: list[str] = []
    depth = sys.get_coroutine_origin_tracking_depth()
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(message: Warning | str, *where: Any, **more: Any) -> None:  # noqa: ANN401 - as `warnings.showwarning`
            if re.match(_WARNING, str(message)):
                found.append(_line(str(message)))
            else:
                others(message, *where, **more)

        warnings.filterwarnings("always", _WARNING, RuntimeWarning)
        warnings.showwarning = show
        sys.set_coroutine_origin_tracking_depth(1)
        try:
            yield found
        finally:
            sys.set_coroutine_origin_tracking_depth(depth)


def _line(warning: str) -> str:
    """What to say of a warning."""
    origin = _ORIGIN.match(warning)
    if origin is None:
        return f"{warning.splitlines()[0]}: write await in front of the call"
    name, path, line, code = origin.groups()
    where = f"{shown(Path(path))}:{line}: {code.splitlines()[0]}" if code else f"{shown(Path(path))}:{line}"
    return f"{where} ({name} was called and never awaited, so it did nothing: write await in front of the call)"
