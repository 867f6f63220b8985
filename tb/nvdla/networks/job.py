"""What a simulation is to play of a network, and what it found: files between the command line and the simulation."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tb.outcome.network import NetworkRecord, network_of
from tb.whole_file import write_whole

RESULT_FILE = "network.json"
JOB_FILE = "job.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkJob:
    """What is played.

    Attributes:
        loadable: the file.
        inputs: arrays in files of numpy, by the input's name.
        only: numbers of the steps that are played; None: all.
        every: of so many steps one is played.
        cube_bytes: of a cube in its structures; None: whichever makes sense.
        announced: rules that the network breaks, as its compiler or the kernel driver does.
        folder: where the result goes.
    """

    loadable: Path
    inputs: dict[str, Path]
    folder: Path
    only: tuple[int, ...] | None = None
    every: int = 1
    cube_bytes: int | None = None
    announced: tuple[str, ...] = ()

    def write(self) -> Path:
        """Write it into its folder; returns the file."""
        data = {
            "loadable": str(self.loadable.resolve()),
            "inputs": {name: str(path.resolve()) for name, path in self.inputs.items()},
            "folder": str(self.folder.resolve()),
            "only": self.only,
            "every": self.every,
            "cube_bytes": self.cube_bytes,
            "announced": self.announced,
        }
        path = self.folder / JOB_FILE
        write_whole(path, json.dumps(data, indent=1))
        return path

    @classmethod
    def read(cls, path: Path) -> NetworkJob:
        """Read a file that was written.

        Raises:
            OSError: there is none.
        """
        data = json.loads(path.read_text())
        return cls(
            loadable=Path(data["loadable"]),
            inputs={name: Path(path) for name, path in data["inputs"].items()},
            folder=Path(data["folder"]),
            only=None if data["only"] is None else tuple(data["only"]),
            every=data["every"],
            cube_bytes=data["cube_bytes"],
            announced=tuple(data["announced"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkResult:
    """What came of a network.

    Attributes:
        record: what is known of it.
        outputs: files of numpy, by the output's name.
        wrong: files of numpy of the first wrong tensor, `found` and `expected`; empty: none is wrong.
    """

    record: NetworkRecord
    outputs: dict[str, str]
    wrong: dict[str, str]

    def write(self, folder: Path) -> None:
        """Write it into a folder."""
        write_whole(folder / RESULT_FILE, json.dumps(asdict(self), indent=1))

    @classmethod
    def read(cls, folder: Path) -> NetworkResult:
        """Read what was written there.

        Raises:
            OSError: nothing was.
        """
        data = json.loads((folder / RESULT_FILE).read_text())
        return cls(**{**data, "record": network_of(data["record"])})
