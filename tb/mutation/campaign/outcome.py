"""What became of one fault, as data: a line of JSON each, appended as it ends."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from tb.whole_file import append_line, write_whole


class Fate(StrEnum):
    """What became of a fault."""

    CAUGHT = "caught"
    """A test failed at a point of simulated time."""
    CLOCK = "wall clock"
    """Nothing but the time on the wall ended the simulation; that is no check."""
    CRASH = "crash"
    """The simulator itself gave up; that is no check either."""
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    REFUSED = "refused"
    """It does not compile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultOutcome:
    """What became of one fault.

    Attributes:
        number: the fault's number.
        fate: what became of it.
        checker: the kind of the first error finding; ``exception`` if a test ended without any.
        message: what it said; for an equivalent fault the reason.
        stage: the stage that ended it.
        test: the test that failed.
        sim_time_ns: simulated time of the failed test.
        wall_s: how long all its stages took.
        cpu_s: how much of a processor's time that was; on a busy machine the better measure.
    """

    number: int
    fate: Fate
    checker: str = ""
    message: str = ""
    stage: str = ""
    test: str = ""
    sim_time_ns: float = 0.0
    wall_s: float = 0.0
    cpu_s: float = 0.0

    def after(self, earlier: FaultOutcome) -> FaultOutcome:
        """The same, with the time that an earlier attempt took added."""
        wall_s, cpu_s = self.wall_s + earlier.wall_s, self.cpu_s + earlier.cpu_s
        return replace(self, wall_s=round(wall_s, 2), cpu_s=round(cpu_s, 2))


def append_outcome(path: Path, outcome: FaultOutcome) -> None:
    """Add an outcome to a file, at once and for good."""
    append_line(path, json.dumps(asdict(outcome)))


def read_outcomes(path: Path) -> dict[int, FaultOutcome]:
    """The outcomes of a file by number; a last line that was cut short is taken out of the file."""
    if not path.is_file():
        return {}
    text = path.read_text()
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        write_whole(path, complete)
    read = [json.loads(line) for line in complete.splitlines()]
    return {data["number"]: FaultOutcome(**{**data, "fate": Fate(data["fate"])}) for data in read}
