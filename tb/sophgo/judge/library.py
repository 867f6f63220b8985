"""Where the judge's library is."""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PACKAGE, VERSION = "tpu_mlir", "1.28.1"
LIBRARY = "libcmodel_bm1684x.so"
SHA256 = "2ad18397d5bef180d27d43be7e1bebe16460aa8f2ca5a3b5e4288d4f0c93c402"
WHERE = "NPUVM_JUDGE"
"""Environment variable: a folder that has the library, where the package is not installed."""


class NoJudgeError(Exception):
    """There is no judge; the message says what was looked for, and how it is got."""


def find_library() -> Path:
    """The library, of the version that is known.

    Raises:
        NoJudgeError: it is not there, or another one.
    """
    path = _path()
    if not path.is_file():
        raise NoJudgeError(
            f"{path} is not there; install {PACKAGE}=={VERSION} (268 MB), or unpack its wheel and set {WHERE} to the "
            f"folder that has {LIBRARY}"
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256:
        raise NoJudgeError(f"{path} is not that of {PACKAGE} {VERSION}: its sha256 is {found}, expected {SHA256}")
    return path


def _path() -> Path:
    if folder := os.environ.get(WHERE):
        return Path(folder) / LIBRARY
    try:
        return Path(str(distribution(PACKAGE).locate_file(PACKAGE))) / "lib" / LIBRARY
    except PackageNotFoundError:
        return Path(PACKAGE) / "lib" / LIBRARY
