"""The text of the files that are shown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tb.code_coverage.annotated import FileCode


def sources_of(files: Iterable[FileCode], root: Path) -> dict[str, list[str]]:
    """The lines of each file that is there.

    Args:
        files: the files.
        root: what their paths are relative to.
    """
    paths = {file.file: root / file.file for file in files}
    return {name: path.read_text(errors="replace").splitlines() for name, path in paths.items() if path.is_file()}
