"""A campaign: faults that were drawn, and what became of each, written down as it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from tb.mutation.faults.fault import RtlFault
from tb.runner.design import Design
from tb.runner.family.mutation import TrialStage
from tb.runner.paths import shown
from tb.whole_file import append_line, write_whole


class Fate(StrEnum):
    """What became of a fault."""

    CAUGHT = "caught"
    """A test failed at a point of simulated time."""
    CLOCK = "clock"
    """Nothing but the time that it took ended the simulation; that is no check."""
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


OUTCOMES_FILE = "outcomes.jsonl"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fault of a campaign.

    Attributes:
        unit: the unit that it is in.
        fault: what it is.
        equivalent: why nobody can see it; empty if somebody should.
    """

    unit: str
    fault: RtlFault
    equivalent: str = ""

    def lines(self) -> list[str]:
        """Where it is, what is changed, what to."""
        place = f"{shown(self.fault.path)}:{self.fault.line}: {self.unit}, {self.fault.kind}"
        return [place, f"  was  {self.fault.original}", f"  now  {self.fault.changed or '(nothing)'}"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What is to be tried.

    Attributes:
        design: the design without faults and without memories.
        drawn: the faults by number.
        stages: by unit, what looks for its faults.
        answered: puts behind a design's memory ports what a stage asks for.
        sim: the simulator's name.
        config: the hardware configuration.
        memory: what answers the memory ports in all stages; None: what each stage says.
        seed: of the draw, and of the tests.
        folder: where all of it goes.
    """

    design: Design
    drawn: Mapping[int, Drawn]
    stages: Mapping[str, tuple[TrialStage, ...]]
    answered: Callable[[Design, str], Design]
    sim: str
    config: str
    memory: str | None
    seed: int
    folder: Path

    @property
    def outcomes_file(self) -> Path:
        """Where outcomes are written down."""
        return self.folder / OUTCOMES_FILE

    def outcomes(self) -> dict[int, FaultOutcome]:
        """What is known so far; the list of equivalent faults is obeyed as it is now."""
        known = read_outcomes(self.outcomes_file)
        equivalent = {
            number: FaultOutcome(number=number, fate=Fate.EQUIVALENT, message=item.equivalent)
            for number, item in self.drawn.items()
            if item.equivalent
        }
        return known | equivalent


def numbered(drawn: Sequence[tuple[str, RtlFault]], equivalents: Mapping[RtlFault, str]) -> dict[int, Drawn]:
    """Drawn faults by number, from 1."""
    return {number: Drawn(unit, fault, equivalents.get(fault, "")) for number, (unit, fault) in enumerate(drawn, 1)}
