"""Where the judge's library is."""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PACKAGE, VERSION = "tpu_mlir", "1.28.1"
LIBRARIES = {
    "bm1684x": "2ad18397d5bef180d27d43be7e1bebe16460aa8f2ca5a3b5e4288d4f0c93c402",
    "bm1684": "4404428c33c21bee9be7d40d9e56353f471541a426d32649fcf0dd08a12155aa",
}
"""The sha256 of each chip's library."""
WHERE = "NPUVM_JUDGE"
"""Environment variable: a folder that has the library, where the package is not installed."""


class NoJudgeError(Exception):
    """There is no judge; the message says what was looked for, and how it is got."""


def find_library(chip: str) -> Path:
    """The library of a chip, of the version that is known.

    Raises:
        NoJudgeError: it is not there, or another one.
    """
    name = f"libcmodel_{chip}.so"
    path = _folder() / name
    if not path.is_file():
        raise NoJudgeError(
            f"{path} is not there; install {PACKAGE}=={VERSION} (268 MB), or unpack its wheel and set {WHERE} to the "
            f"folder that has {name}"
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != LIBRARIES[chip]:
        expected = LIBRARIES[chip]
        raise NoJudgeError(f"{path} is not that of {PACKAGE} {VERSION}: its sha256 is {found}, expected {expected}")
    return path


def _folder() -> Path:
    if folder := os.environ.get(WHERE):
        return Path(folder)
    try:
        return Path(str(distribution(PACKAGE).locate_file(PACKAGE))) / "lib"
    except PackageNotFoundError:
        return Path(PACKAGE) / "lib"
