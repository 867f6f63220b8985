"""What runs have reached, on disk: the points once a build, and of each run a line with how often it reached them."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.code_coverage.made_of import MadeOf
from tb.code_coverage.points import Point, points_from, points_text
from tb.whole_file import append_line, write_whole

CODE_FILE = "code.jsonl"
"""Of a simulation; a regression has a file for each batch in a folder of its own."""
CODE_FOLDER = "code"
SUFFIX = ".jsonl"
POINTS_SUFFIX = ".points"
MOST = (1 << 32) - 1
"""Of hits of a point in one run that are kept."""


class CodeFileError(ValueError):
    """A line or a file is no record of what was reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRun:
    """What one test has reached.

    Attributes:
        points: which points they are: the name of their file.
        test: the test's ``module.name``.
        seed: of the run.
        knobs: what was set of the test.
        config: the hardware configuration; empty for a design that has none.
        passed: whether it passed; what a test that failed has reached does not count.
        places: (reached,) int64, which of the points, ascending.
        hits: (reached,) int64, how often.
    """

    points: str
    test: str
    seed: str
    knobs: str
    config: str
    passed: bool
    places: NDArray[np.int64]
    hits: NDArray[np.int64]

    @property
    def key(self) -> tuple[str, ...]:
        """The same for a run that was played again."""
        return self.points, self.test, self.seed, self.knobs, self.config

    def to_line(self) -> str:
        """It on one line."""
        numbers = np.concatenate([np.diff(self.places, prepend=0), np.minimum(self.hits, MOST)]).astype("<u4")
        words = {"points": self.points, "test": self.test, "seed": self.seed, "knobs": self.knobs}
        more = {"config": self.config, "passed": self.passed, "hits": _packed(numbers.tobytes())}
        return json.dumps({**words, **more})

    @classmethod
    def from_line(cls, line: str) -> CodeRun:
        """What a line says.

        Raises:
            CodeFileError: it was cut or changed.
        """
        try:
            data: dict[str, Any] = json.loads(line)
            steps, hits = np.split(np.frombuffer(_unpacked(data.pop("hits")), "<u4").astype(np.int64), 2)
            return cls(**data, places=np.cumsum(steps), hits=hits)
        except (ValueError, TypeError, KeyError, AttributeError, zlib.error) as error:
            raise CodeFileError(f"a line that is no record of code ({error})") from error


@dataclass(frozen=True, slots=True)
class PointsFile:
    """The points of a build.

    Attributes:
        made_of: what it was made of.
        points: the points, in the order of `CodeRun.places`.
    """

    made_of: MadeOf
    points: tuple[Point, ...]

    def write(self, path: Path) -> None:
        """Write them."""
        packed = _packed(points_text(self.points).encode())
        write_whole(path, json.dumps({"made_of": self.made_of.to_data(), "points": packed}))

    @classmethod
    def read(cls, path: Path) -> PointsFile:
        """Read a file that was written.

        Raises:
            CodeFileError: it is not there, or damaged.
        """
        try:
            data = json.loads(path.read_text())
            return cls(MadeOf.from_data(data["made_of"]), points_from(_unpacked(data["points"]).decode()))
        except FileNotFoundError:
            raise CodeFileError("is not there: what its runs reached is lost") from None
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error) as error:
            raise CodeFileError(f"is no file of points ({error}); delete it and run its tests again") from error


def points_path(record: Path, points: str) -> Path:
    """Where the points of a record's runs are."""
    return record.with_name(points + POINTS_SUFFIX)


def add_run(record: Path, run: CodeRun) -> None:
    """Add what a run has reached."""
    append_line(record, run.to_line())


def runs_of(record: Path) -> Iterator[CodeRun | CodeFileError]:
    """The runs of a record, or what is wrong with one; of a run that was played again the last time.

    Raises:
        OSError: it cannot be read.
    """
    by_key: dict[tuple[str, ...], CodeRun] = {}
    *lines, rest = record.read_text(errors="replace").split("\n")
    for line in lines:
        try:
            run = CodeRun.from_line(line)
        except CodeFileError as error:
            yield error
            continue
        by_key[run.key] = run
    if rest:
        yield CodeFileError("a last line that is not whole: it is being written, or was cut short")
    yield from by_key.values()


def _packed(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content, 9)).decode()


def _unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))
