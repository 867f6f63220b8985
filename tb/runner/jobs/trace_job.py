"""What traces one simulation is to play: written by the command line, read by the simulation side."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tb.whole_file import write_whole

TRACES_VARIABLE = "NPUVM_TRACES"
"""Environment variable that names the file."""


@dataclass(frozen=True, slots=True)
class TraceJob:
    """The traces of one simulation; each comes back as a `TestRecord` of its name.

    Attributes:
        strict: whether goldens that depend on time are taken literally.
        folders: where each trace lies, by the name that reports call it.
    """

    strict: bool
    folders: dict[str, Path]

    def write(self, path: Path) -> None:
        """Write it where the simulation side is told to find it."""
        folders = {name: str(folder.resolve()) for name, folder in self.folders.items()}
        write_whole(path, json.dumps({"strict": self.strict, "folders": folders}, indent=1))

    @classmethod
    def from_environment(cls) -> TraceJob:
        """Read the file that the environment names: for the simulation side.

        Raises:
            KeyError: the environment names none.
        """
        data = json.loads(Path(os.environ[TRACES_VARIABLE]).read_text())
        return cls(data["strict"], {name: Path(folder) for name, folder in data["folders"].items()})
