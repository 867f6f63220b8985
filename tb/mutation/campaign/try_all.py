"""Trying a campaign's faults, side by side and in two waves.

First come the stages that name their tests, which are quick. What they do not catch goes through whole modules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from tb.mutation.campaign.campaign import Campaign, Fate, FaultOutcome, append_outcome
from tb.mutation.campaign.limits import limits_of, measure, together
from tb.mutation.campaign.prepare import prepare
from tb.mutation.campaign.trial import Limits, TrialBench, try_fault
from tb.mutation.campaign.workers import Result, Work, work_through
from tb.runner.family.mutation import TrialStage
from tb.runner.progress import Progress
from tb.whole_file import write_whole

TIMES_FILE = "times.json"
OnOutcome = Callable[[FaultOutcome], None]


def try_all(campaign: Campaign, *, jobs: int, progress: Progress, on_outcome: OnOutcome) -> None:
    """Try the faults whose fate is not known yet.

    Args:
        campaign: what is to be tried.
        jobs: how many simulations run side by side.
        progress: shown while it takes time.
        on_outcome: called with each new outcome.

    Raises:
        UserError: something does not compile, or the tests fail without a fault.
    """
    campaign.folder.mkdir(parents=True, exist_ok=True)
    if campaign.drawn.keys() <= campaign.outcomes().keys():
        return
    _Waves(campaign, prepare(campaign, progress), jobs, progress, on_outcome).go()


@dataclass(frozen=True, slots=True)
class _Waves:
    _campaign: Campaign
    _bench: TrialBench
    _jobs: int
    _progress: Progress
    _on_outcome: OnOutcome

    def go(self) -> None:
        untried = self._campaign.drawn.keys() - self._campaign.outcomes().keys()
        through = {number: FaultOutcome(number=number, fate=Fate.SURVIVED) for number in sorted(untried)}
        left = self._wave("0", through, whole=False)
        self._wave("1", left, whole=True)

    def _wave(self, name: str, before: dict[int, FaultOutcome], *, whole: bool) -> dict[int, FaultOutcome]:
        """One wave.

        Returns:
            What it did not catch, unless that has survived for good.
        """
        if not before:
            return {}
        stages = {
            unit: tuple(stage for stage in stages if bool(stage.whole_modules) == whole)
            for unit, stages in self._campaign.stages.items()
        }
        limits = self._limits(name, dict.fromkeys(stage for each in stages.values() for stage in each))
        drawn = self._campaign.drawn

        def work(number: int, tick: Callable[[], None]) -> FaultOutcome:
            return try_fault(self._bench, number, stages[drawn[number].unit], limits, tick)

        left = {}
        label = "faults that are left, all tests" if whole else "faults"
        for outcome in self._work_through(before, work, label):
            total = outcome.after(before[outcome.number])
            if outcome.fate is Fate.SURVIVED and not whole:
                left[outcome.number] = total
            else:
                self._tell(total)
        return left

    def _work_through(self, tasks: Collection[int], work: Work[int, Result], label: str) -> Iterable[Result]:
        """The results of a wave, with progress: it may have a thread, so it begins when all processes are there."""
        done, begun = 0, False

        def tick() -> None:
            nonlocal begun
            if not begun:
                self._progress.start(f"trying {label}")
                begun = True
            self._progress.tick(f"{done} of {len(tasks)}")

        try:
            for result in work_through(tasks, work, jobs=self._jobs, tick=tick):
                done += 1
                yield result
        finally:
            self._progress.stop()

    def _tell(self, outcome: FaultOutcome) -> None:
        append_outcome(self._campaign.outcomes_file, outcome)
        self._on_outcome(outcome)

    def _limits(self, wave: str, stages: Iterable[TrialStage]) -> dict[TrialStage, Limits]:
        """The limits of a wave's stages; what they hang on is measured once a campaign."""
        path = self._campaign.folder / f"{wave}-{TIMES_FILE}"
        stages = list(stages)
        if not path.is_file():
            merged = [together(stages, memory) for memory in self._bench.designs]
            measured = self._measure([stage for stage in merged if stage is not None])
            write_whole(path, json.dumps(measured))
        times = json.loads(path.read_text())
        return {stage: limits_of(stage, times[stage.memory]) for stage in stages}

    def _measure(self, stages: list[TrialStage]) -> dict[str, object]:
        def work(number: int, tick: Callable[[], None]) -> tuple[str, object]:
            return stages[number].memory, measure(self._bench, stages[number], tick)

        return dict(self._work_through(range(len(stages)), work, "the tests without a fault"))
