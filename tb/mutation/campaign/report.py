"""What came out of a campaign: tables on the console, and all of it as a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tb.mutation.campaign.campaign import Campaign, Drawn, Fate, FaultOutcome
from tb.mutation.campaign.stored import UNSEEN, store
from tb.reports.console import make_table
from tb.runner.paths import shown

NOT_COUNTED = (Fate.EQUIVALENT, Fate.REFUSED)
ALL = "all"


@dataclass(frozen=True, slots=True)
class Score:
    """How many faults met which fate.

    Attributes:
        fates: how many of each.
    """

    fates: Mapping[Fate, int]

    @classmethod
    def of(cls, outcomes: Iterable[FaultOutcome]) -> Score:
        """Count outcomes."""
        return cls(Counter(outcome.fate for outcome in outcomes))

    def count(self, *fates: Fate) -> int:
        """How many met one of these."""
        return sum(self.fates.get(fate, 0) for fate in fates)

    @property
    def counted(self) -> int:
        """Faults that somebody should see."""
        return sum(self.fates.values()) - self.count(*NOT_COUNTED)

    @property
    def percent(self) -> float:
        """How many of these were caught by a checker; 100 if there is none."""
        return 100.0 * self.count(Fate.CAUGHT) / self.counted if self.counted else 100.0


def report(campaign: Campaign, console: Console, replay: Callable[[int], str]) -> Score:
    """Print the tables and what nobody saw, and write the file.

    Args:
        campaign: a campaign all of whose faults were tried.
        console: where to print.
        replay: the command that plays one fault again.

    Returns:
        The score of all units.
    """
    outcomes = campaign.outcomes()
    console.print(_by_unit(campaign.drawn, outcomes))
    console.print()
    console.print(_by_checker(outcomes.values()))
    console.print()
    for number in campaign.drawn:
        tell_unseen(campaign, console, replay, outcomes[number])
    path = store(campaign, outcomes, replay)
    console.print(Text.assemble(("report ", "dim"), shown(path)), soft_wrap=True)
    return Score.of(outcomes.values())


def tell_unseen(campaign: Campaign, console: Console, replay: Callable[[int], str], outcome: FaultOutcome) -> None:
    """Print a fault that no checker caught; nothing of another."""
    if outcome.fate not in UNSEEN:
        return
    place, *change = campaign.drawn[outcome.number].lines()
    said = [f"  {outcome.message}"] if outcome.message else []
    for line in (f"{outcome.fate.upper()}  {place}", *change, *said, f"  {replay(outcome.number)}"):
        console.print(Text(line), soft_wrap=True)


def _by_unit(drawn: Mapping[int, Drawn], outcomes: Mapping[int, FaultOutcome]) -> Table:
    titles = ("mutants", "equivalent", "refused", "caught", "clock or crash", "survived", "percent", "wall s", "cpu s")
    table = make_table(("unit",), titles)
    units = dict.fromkeys(item.unit for item in drawn.values())
    for unit in (*units, ALL):
        own = [outcomes[number] for number, item in drawn.items() if unit in (item.unit, ALL)]
        score = Score.of(own)
        fates = ((Fate.EQUIVALENT,), (Fate.REFUSED,), (Fate.CAUGHT,), (Fate.CLOCK, Fate.CRASH), (Fate.SURVIVED,))
        counts = [str(score.count(*group) or "") for group in fates]
        tried = [outcome for outcome in own if outcome.fate not in NOT_COUNTED]
        each = [_mean(outcome.wall_s for outcome in tried), _mean(outcome.cpu_s for outcome in tried)]
        table.add_row(unit, str(len(own)), *counts, f"{score.percent:.1f} %", *each)
    return table


def _by_checker(outcomes: Iterable[FaultOutcome]) -> Table:
    table = make_table(("checker",), ("caught", "of them in the stage"))
    caught = [outcome for outcome in outcomes if outcome.fate is Fate.CAUGHT]
    for checker, count in Counter(outcome.checker for outcome in caught).most_common():
        stages = Counter(_stage_kind(outcome.stage) for outcome in caught if outcome.checker == checker)
        table.add_row(checker, str(count), ", ".join(f"{name} {number}" for name, number in stages.most_common()))
    return table


def _stage_kind(stage: str) -> str:
    """A stage's name without the unit that it is for."""
    return stage.partition("-")[0]


def _mean(seconds: Iterable[float]) -> str:
    values = list(seconds)
    return f"{sum(values) / len(values):.1f}" if values else ""
