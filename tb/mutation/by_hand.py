"""What became of a fault that tests plant by hand: a file each, of the last time that it was tried."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tb.runner.paths import BUILD
from tb.versioned import from_versioned, to_versioned
from tb.whole_file import write_whole

TRIED = BUILD / "planted" / "tried"
SUFFIX = ".json"
VERSION = 1
"""Grows with every change after which an older reader would misread a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedFault:
    """A fault, and what became of it.

    Attributes:
        name: what it is, in words with dashes.
        file: its file, relative to the folder of the family's RTL.
        original: the text that is changed.
        changed: what it becomes.
        config: the hardware configuration that it was simulated in.
        test: the test that caught it, or that should have.
        checker: the kind of the first error; empty: nothing caught it.
        expected: the kind that it should have; empty: any.
        time: when it was tried, UTC, as ISO 8601 has it.
        commit: that of the checkout, and whether files differed from it; empty: unknown.
    """

    name: str
    file: str
    original: str
    changed: str
    config: str
    test: str
    checker: str
    expected: str
    time: str
    commit: str


def write_tried(family: str, fault: TriedFault, root: Path = TRIED) -> None:
    """Write what became of a fault of a family, in place of the last time."""
    write_whole(root / family / f"{fault.name}{SUFFIX}", to_versioned(fault, VERSION))


def read_tried(path: Path) -> TriedFault:
    """Read such a file.

    Raises:
        VersionedError: it is damaged, or of another version.
        OSError: it cannot be read.
    """
    return from_versioned(path.read_bytes(), TriedFault, VERSION)
