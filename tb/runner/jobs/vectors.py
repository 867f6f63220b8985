"""Recorded layers that come with the project, one archive each: unpacked when they are needed."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tb.runner.cache import COMPLETE, build_once
from tb.runner.paths import BUILD


def unpack_vectors(archives: Path, folder: Path = BUILD / "vectors") -> Iterator[Path]:
    """The trace folders of all archives in a folder, unpacked anew where an archive is younger.

    Args:
        archives: folder with ``.zip`` files, each one trace.
        folder: where the traces go.
    """
    for archive in sorted(archives.glob("*.zip")):
        target = folder / archive.stem
        is_younger = partial(_is_younger, target, archive)
        build_once(target, partial(_unpack, archive, target), lambda: None, is_younger)
        yield target


def _unpack(archive: Path, target: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(target)


def _is_younger(target: Path, archive: Path) -> bool:
    return (target / COMPLETE).stat().st_mtime >= archive.stat().st_mtime
