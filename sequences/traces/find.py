"""Which traces a user means."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from sequences.traces.source import Location


def find_folders(paths: Sequence[Path], is_commands: Callable[[str], bool], wanted: str) -> list[Path]:
    """The folders of all traces in the given folders, at any depth.

    Args:
        paths: folders; each is a trace or holds some.
        is_commands: whether a file of that name makes a folder a trace.
        wanted: what such files are called, for the error.

    Returns:
        Sorted, each trace once.

    Raises:
        TraceError: a path is not a folder, or no trace is in it.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        if not path.is_dir():
            Location(path).fail("no such folder", "folders that are traces or hold some")
        inside = [Path(folder) for folder, _, files in os.walk(path) if any(map(is_commands, files))]
        if not inside:
            Location(path).fail("no trace in it", f"folders with {wanted}, at any depth")
        for folder in inside:
            found.setdefault(folder.resolve(), folder)
    return sorted(found.values())
