"""The files that decide what tests do and find."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tb.runner.paths import ROOT

FOLDERS = ("models", "sequences", "tb", "tests/sim")
SUFFIXES = (".py", ".sv", ".toml", ".json", ".h", ".cpp")


def bench_files() -> Iterator[Path]:
    """All of them: what was found with others may not be so any more."""
    for folder in FOLDERS:
        yield from sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES)
