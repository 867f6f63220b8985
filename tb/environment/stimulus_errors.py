"""What a test's own code raised, told in a line that the test's author wrote, and what it says."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Sequence
from pathlib import Path
from traceback import FrameSummary

from tb.runner.paths import ROOT, shown

MOST_LINES = 6
"""Of those that led there, and of those between the author's line and what was raised."""
_NPUVM = tuple(ROOT / name for name in ("models", "sequences", "tb", "tools"))
_PYTHON = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib"))


def failure_lines(error: BaseException) -> tuple[str, tuple[str, ...]]:
    """An error that stimulus raised, for a finding.

    Args:
        error: with its traceback.

    Returns:
        One line: the innermost line outside npuvm and Python's packages, and what was raised; and the lines around it,
        the author's first: what called it, then what it called.
    """
    frames = traceback.extract_tb(error.__traceback__)
    kind, first = type(error).__name__, str(error).splitlines()[0] if str(error) else ""
    said = f"{kind}: {first}".rstrip(": ")
    own = next((at for at in reversed(range(len(frames))) if _is_authors(frames[at])), None)
    if own is None:
        return (f"{_line(frames[-1])} ({said})" if frames else said), _told("called from", frames[-2::-1])
    frame, raised_in = frames[own], frames[-1]
    around = (
        *_told("called from", [item for item in reversed(frames[:own]) if _is_authors(item)]),
        *_told("which calls", frames[own + 1 :]),
    )
    if first and _is_below(raised_in, _NPUVM):
        return f"{_place(frame)}: {first} ({kind})", (_line(frame), *around)
    return f"{_line(frame)} ({said})", around


def _told(how: str, frames: Sequence[FrameSummary]) -> tuple[str, ...]:
    """Their lines, each once; of many the nearest, and the one that raised."""
    lines = list(dict.fromkeys(f"{how} {_line(frame)}" for frame in frames))
    return tuple(lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], lines[-1]])


def _is_authors(frame: FrameSummary) -> bool:
    return not frame.filename.startswith("<") and not _is_below(frame, (*_NPUVM, *_PYTHON))


def _is_below(frame: FrameSummary, folders: Sequence[Path]) -> bool:
    return any(Path(frame.filename).is_relative_to(folder) for folder in folders)


def _place(frame: FrameSummary) -> str:
    return f"{shown(Path(frame.filename))}:{frame.lineno}"


def _line(frame: FrameSummary) -> str:
    return f"{_place(frame)}: {frame.line}"
