"""Where things lie in a checkout, and how messages say it."""

import inspect
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
RUNS = BUILD / "runs"
COVERAGE = BUILD / "coverage"
REPORT = BUILD / "report"
HISTORY = BUILD / "history"


def shown(path: Path) -> str:
    """A path as messages show it: relative to the checkout where it lies inside."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def class_line(item: type) -> str:
    """A class's file, its line and its name; the name alone where the file is not there."""
    try:
        _, line = inspect.getsourcelines(item)
        return f"{shown(Path(inspect.getfile(item)))}:{line}: {item.__name__}"
    except (OSError, TypeError):
        return item.__name__
