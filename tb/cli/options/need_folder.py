"""Folders that a simulation is to write into: what cannot be written is not worth one."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryFile

from sequences.printable import printable
from tb.coverage.runs import COVERAGE_VARIABLE
from tb.runner.errors import UserError


def need_folder(name: str, folder: Path) -> None:
    """Make a folder, and a file in it that is gone at once.

    Args:
        name: the variable that names it.
        folder: where it is.

    Raises:
        UserError: one of the two cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        text = f"{name}={printable(folder)}: {error.strerror}; name a folder that you may write to"
        raise UserError(text) from error


def need_coverage_folder() -> None:
    """The same of the folder for coverage, if there shall be one.

    Raises:
        UserError: as above.
    """
    if folder := os.environ.get(COVERAGE_VARIABLE):
        need_folder(COVERAGE_VARIABLE, Path(folder))
