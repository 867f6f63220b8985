"""Where things lie in a checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
RUNS = BUILD / "runs"
COVERAGE = BUILD / "coverage"


def shown(path: Path) -> str:
    """A path as messages show it: relative to the checkout where it lies inside."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
