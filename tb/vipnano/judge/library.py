"""Where the judge's library is."""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PACKAGE, VERSION = "ai-edge-litert", "2.3.0"
MODULE, LIBRARY = "ai_edge_litert", "libpywrap_litert_common.so"
SHA256 = "8be667880c61d506a3ff5fda0edbe5ccd8ee106335e36489a340e1fdc3d8580d"
WHERE = "NPUVM_JUDGE"
"""Environment variable: a folder that has the package's modules, where it is not installed."""


class NoJudgeError(Exception):
    """There is no judge; the message says what was looked for, and how it is got."""


def find_folder() -> Path:
    """The folder from which the package is imported, of the version that is known.

    Raises:
        NoJudgeError: it is not there, or another one.
    """
    folder = _folder()
    path = folder / MODULE / LIBRARY
    if not path.is_file():
        raise NoJudgeError(
            f"{path} is not there; install {PACKAGE}=={VERSION} (22 MB) with pip, or with --target into a folder of "
            f"its own, and set {WHERE} to that"
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256:
        raise NoJudgeError(f"{path} is not that of {PACKAGE} {VERSION}: its sha256 is {found}, expected {SHA256}")
    return folder


def _folder() -> Path:
    if folder := os.environ.get(WHERE):
        return Path(folder)
    try:
        return Path(str(distribution(PACKAGE).locate_file("")))
    except PackageNotFoundError:
        return Path()
