"""What a test's own code raised, told in a line: where it stands, and what it says."""

from __future__ import annotations

import traceback
from pathlib import Path

from tb.runner.paths import shown

MOST_LINES = 6


def failure_lines(error: BaseException) -> tuple[str, tuple[str, ...]]:
    """An error that stimulus raised, for a finding.

    Args:
        error: with its traceback.

    Returns:
        One line: file, line, the code there, and what was raised; and the lines that called it, innermost first.
    """
    frames = traceback.extract_tb(error.__traceback__)
    first = str(error).splitlines()[0] if str(error) else ""
    said = f"{type(error).__name__}: {first}".rstrip(": ")
    lines = [f"{shown(Path(frame.filename))}:{frame.lineno}: {frame.line}" for frame in reversed(frames)]
    message = f"{lines[0]} ({said})" if lines else said
    return message, tuple(f"called from {line}" for line in lines[1:MOST_LINES])
