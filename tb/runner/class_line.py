"""Where a class stands, for messages."""

from __future__ import annotations

import inspect
from pathlib import Path

from tb.runner.paths import shown


def class_line(item: type) -> str:
    """Its file, its line and its name; the name alone where the file is not there."""
    try:
        _, line = inspect.getsourcelines(item)
        return f"{shown(Path(inspect.getfile(item)))}:{line}: {item.__name__}"
    except (OSError, TypeError):
        return item.__name__
