"""What a regression was called for, beside its runs: written when it begins, for whoever reads its results later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from tb.whole_file import write_whole

FILE = "played.json"


class PlayedFileError(ValueError):
    """The file is damaged, or of another version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A regression as it was called.

    Attributes:
        suite: the suite's name or file.
        family: the device family.
        commit: that of the checkout, and whether files differed from it; empty: unknown.
        versions: those of simulators and packages, by name.
        begun: when it was called first, in UTC, as ISO 8601 has it.
        planned: how many runs it has; None: they end with time.
        left_out: tests that a configuration cannot play, a line each.
        tests: folder of the user's tests; empty: they are npuvm's own.
    """

    suite: str
    family: str
    commit: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    begun: str = ""
    planned: int | None = None
    left_out: tuple[str, ...] = ()
    tests: str = ""

    def write(self, regression: Path) -> None:
        """Write it into a regression's folder; one that goes on has begun when it was called first."""
        try:
            before = read_played(regression)
        except PlayedFileError:
            before = None
        begun = before.begun if before else datetime.now(UTC).isoformat(timespec="seconds")
        write_whole(regression / FILE, json.dumps(asdict(replace(self, begun=begun)), indent=1))


def read_played(regression: Path) -> Played | None:
    """What a regression was called for; None where it does not say.

    Raises:
        PlayedFileError: its file is damaged, or of another version.
    """
    try:
        data = json.loads((regression / FILE).read_text())
        played = Played(**{**data, "left_out": tuple(data["left_out"]), "versions": dict(data["versions"])})
    except FileNotFoundError:
        return None
    except (TypeError, KeyError, ValueError) as error:
        raise PlayedFileError(f"{FILE} is damaged, or of another version ({error})") from error
    texts = (played.suite, played.family, played.commit, played.begun, played.tests, *played.left_out)
    pairs = (*played.versions.keys(), *played.versions.values())
    if not all(isinstance(text, str) for text in (*texts, *pairs)) or not isinstance(played.planned, int | None):
        raise PlayedFileError(f"{FILE} is damaged, or of another version (a text or a number is none)")
    return played
