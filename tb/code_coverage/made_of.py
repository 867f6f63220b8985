"""What a build that counts code was made of: its sources as they were, and the signals that the tool leaves out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tb.code_coverage.counted import Counted
from tb.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class MissedSignal:
    """A signal whose bits the tool does not count.

    Attributes:
        file: its file, relative to the checkout where it lies inside.
        line: where it is declared.
        name: what it is called.
        bits: of one element, if it is an array.
        reason: why, as the tool says it.
    """

    file: str
    line: int
    name: str
    bits: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeOf:
    """What a build was made of.

    Attributes:
        design: its name.
        counted: what it counts.
        sources: a hash of each source's contents, by its path as messages show it.
        missed: signals that the tool leaves out.
    """

    design: str
    counted: Counted
    sources: Mapping[str, str]
    missed: tuple[MissedSignal, ...] = ()

    def write(self, path: Path) -> None:
        """Write it beside the build."""
        write_whole(path, json.dumps(self.to_data(), indent=1))

    def to_data(self) -> dict[str, object]:
        """It as JSON's objects."""
        return asdict(self)

    @classmethod
    def read(cls, path: Path) -> MadeOf:
        """Read a file that was written."""
        return cls.from_data(json.loads(path.read_text()))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> MadeOf:
        """What was written, from JSON's objects.

        Raises:
            TypeError: it has another form.
            KeyError: something is missing.
            ValueError: it counts something that nobody knows.
        """
        missed = tuple(MissedSignal(**one) for one in data["missed"])
        return cls(**{**data, "counted": Counted(data["counted"]), "missed": missed})
