"""What is generated from which files, and whether it is still fresh.

Imports nothing heavy: this is the path that is taken each time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class DescriptionError(Exception):
    """The register description cannot be compiled; the message names file and line."""


def families() -> list[str]:
    """The device families that have a register description."""
    return sorted(path.stem for path in ROOT.glob("registers/*/*.rdl") if path.stem == path.parent.name)


def description(family: str) -> Path:
    """The SystemRDL file that includes all others of a family."""
    return ROOT / "registers" / family / f"{family}.rdl"


def digest(family: str) -> str:
    """A fingerprint of everything that the generated files of a family follow from."""
    sources = [
        *ROOT.glob("registers/*.rdl"),
        *ROOT.glob(f"registers/{family}/*.rdl"),
        *ROOT.glob("tb/registers/*.py"),
        ROOT / "models" / family / "config.py",
        ROOT / "models" / "registers.py",
    ]
    state = hashlib.sha256()
    for path in sorted(sources):
        state.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode())
        state.update(path.read_bytes())
    return state.hexdigest()


def is_fresh(record: Path, family: str) -> bool:
    """Whether a record's files were generated from the sources as they are now, and are still there."""
    try:
        said = json.loads(record.read_text())
    except (FileNotFoundError, json.JSONDecodeError):  # never generated, or interrupted while writing the record
        return False
    return said["digest"] == digest(family) and all((ROOT / name).is_file() for name in said["files"])


def write_record(record: Path, family: str, files: Iterable[Path]) -> None:
    """Note which files were generated from the sources as they are."""
    names = [path.relative_to(ROOT).as_posix() for path in files]
    record.write_text(json.dumps({"digest": digest(family), "files": names}, indent=1) + "\n")
