"""What is generated from which files, and whether it is still fresh.

Imports nothing heavy: this is the path that is taken each time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from models.user_file import DESCRIPTION_BYTES, read_user_file
from tb.runner.paths import ROOT
from tb.whole_file import write_whole

CONFIG_SUFFIX = ".toml"
"""What the path of a user's configuration ends with."""


class DescriptionError(Exception):
    """The register description cannot be compiled; the message names file and line."""


def families() -> list[str]:
    """The device families that have a register description."""
    return sorted(path.stem for path in ROOT.glob("registers/*/*.rdl") if path.stem == path.parent.name)


def description(family: str) -> Path:
    """The SystemRDL file that includes all others of a family."""
    return ROOT / "registers" / family / f"{family}.rdl"


def digest(family: str, own: str = "") -> str:
    """A fingerprint of everything that the generated files of a family, or of a user's own configuration, follow from.

    Raises:
        DescriptionError: the user's file cannot be read.
    """
    sources = [
        *ROOT.glob("registers/*.rdl"),
        *ROOT.glob(f"registers/{family}/*.rdl"),
        *ROOT.glob("tb/registers/*.py"),
        *ROOT.glob(f"models/{family}/config/*.*"),
        *ROOT.glob(f"models/{family}/*/*.toml"),
        *(path for name in ("rtl_packages", "register_logic") for path in ROOT.glob(f"tb/{family}/{name}.py")),
        *ROOT.glob(f"models/{family}/register_behaviours.py"),
        *(ROOT / "models" / name for name in ("registers.py", "register_behaviours.py")),
        *([Path(own)] if own else []),
    ]
    state = hashlib.sha256()
    for path in sorted(sources):
        try:
            data = read_user_file(path, DESCRIPTION_BYTES)
        except OSError as error:
            raise DescriptionError(f"{path}: {error.strerror}") from error
        state.update(f"{path}\0{len(data)}\0".encode())
        state.update(data)
    return state.hexdigest()


def is_fresh(record: Path, family: str, own: str = "") -> bool:
    """Whether a record's files were generated from the sources as they are now, and are still there."""
    try:
        said = json.loads(record.read_text())
    except (FileNotFoundError, json.JSONDecodeError):  # never generated, or interrupted while writing the record
        return False
    return said["digest"] == digest(family, own) and all((ROOT / name).is_file() for name in said["files"])


def write_record(record: Path, family: str, files: Iterable[Path], own: str = "") -> None:
    """Note which files were generated from the sources as they are."""
    names = [path.relative_to(ROOT).as_posix() for path in files]
    write_whole(record, json.dumps({"digest": digest(family, own), "files": names}, indent=1) + "\n")
