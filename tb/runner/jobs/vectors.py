"""Recorded layers that come with the project, one archive each: unpacked when they are needed."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tb.runner.cache import locked
from tb.runner.paths import BUILD

UNPACKED = "unpacked"
"""What a folder has that was unpacked to its end; as old as that."""


def unpack_vectors(archives: Path, folder: Path = BUILD / "vectors") -> Iterator[Path]:
    """The trace folders of all archives in a folder, unpacked anew where an archive is younger.

    Args:
        archives: folder with ``.zip`` files, each one trace.
        folder: where the traces go.
    """
    for archive in sorted(archives.glob("*.zip")):
        target = folder / archive.stem
        with locked(folder / f"{archive.stem}.lock", lambda: None):
            if not _is_unpacked(target, archive):
                _unpack(archive, target)
        yield target


def _is_unpacked(target: Path, archive: Path) -> bool:
    mark = target / UNPACKED
    return mark.is_file() and mark.stat().st_mtime >= archive.stat().st_mtime


def _unpack(archive: Path, target: Path) -> None:
    """Unpack beside, then move into place: nobody takes a part for the trace."""
    beside = target.with_name(f"{target.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    try:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(beside)
        (beside / UNPACKED).write_text(f"{archive.name}\n")
        shutil.rmtree(target, ignore_errors=True)
        beside.rename(target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
