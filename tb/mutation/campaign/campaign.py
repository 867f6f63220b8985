"""A campaign: faults that were drawn, and what became of each, written down as it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tb.mutation.campaign.outcome import Fate, FaultOutcome, read_outcomes
from tb.mutation.faults.fault import RtlFault
from tb.runner.design import Design
from tb.runner.family.mutation import TrialStage
from tb.runner.paths import shown

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
        seed: the tests' seed.
        folder: where all of it goes.
    """

    design: Design
    drawn: Mapping[int, Drawn]
    stages: Mapping[str, tuple[TrialStage, ...]]
    answered: Callable[[Design, str], Design]
    sim: str
    config: str
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
