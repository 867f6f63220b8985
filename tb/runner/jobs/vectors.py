"""Recorded layers that come with the project, one archive each: unpacked when they are needed."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from tb.runner.paths import BUILD


def unpack_vectors(archives: Path, folder: Path = BUILD / "vectors") -> Iterator[Path]:
    """The trace folders of all archives in a folder, unpacked anew where an archive is younger.

    Args:
        archives: folder with ``.zip`` files, each one trace.
        folder: where the traces go.
    """
    for archive in sorted(archives.glob("*.zip")):
        target = folder / archive.stem
        commands = target / "input.txn"
        if not commands.is_file() or commands.stat().st_mtime < archive.stat().st_mtime:
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(target)
            commands.touch()
        yield target
