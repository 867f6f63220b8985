"""All that counts for a configuration's coverage: runs of regressions that passed, recordings of other simulations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tb.coverage.covergroup import Covergroup
from tb.report.bins.attribution import Attribution
from tb.report.bins.layout import BinLayout, HitBins
from tb.report.sources.sources import Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRun:
    """A run whose coverage counts.

    Attributes:
        test: the test's number.
        seed: what its random choices hang on; None: it is a recording, which does not say.
        knobs: what was set of it.
        where: on which simulator, with which memory; of a recording its simulation.
    """

    test: int
    seed: int | None
    knobs: str
    where: str


@dataclass(slots=True)
class Players:
    """Tests and runs of all configurations, by number.

    Attributes:
        tests: numbers of tests, by ``module.name``.
        runs: the runs, in the order in which they were counted.
    """

    tests: dict[str, int]
    runs: list[CountedRun]

    def add(self, test: str, seed: int | None, knobs: str, where: str) -> tuple[int, int]:
        """A run more.

        Returns:
            Its number and its test's.
        """
        number = self.tests.setdefault(test, len(self.tests))
        self.runs.append(CountedRun(test=number, seed=seed, knobs=knobs, where=where))
        return len(self.runs) - 1, number


class Counting:
    """What was covered of a configuration.

    Attributes:
        config: its name, or a user's file.
        layout: its bins.
        by: who hit them.
        runs: how many runs of regressions counted.
        recordings: how many recordings did.
        wrong: combinations that were hit although their cross says that there are none, a line each.

    Args:
        sources: what there is.
        config: the configuration.
        groups: its covergroups.
        players: gets the tests and the runs.
    """

    def __init__(self, sources: Sources, config: str, groups: Sequence[Covergroup], players: Players) -> None:
        self.config, self.layout = config, BinLayout(groups)
        self.by = Attribution(self.layout.size)
        self.runs = self.recordings = 0
        self.wrong: dict[str, None] = {}
        self._sources, self._players = sources, players
        self._add_runs()
        self._add_recordings()

    def _add_runs(self) -> None:
        for played in self._sources.runs:
            result, run = played.result, played.result.run
            if run.setting.config != self.config or not result.passed or result.record is None:
                continue
            if not result.record.hits:
                continue  # it was not asked for coverage
            setting = run.setting
            where = " ".join([setting.on, *([Path(setting.attach).name] if setting.attach else [])])
            self._add(run.test, run.seed, run.knob_words, where, self.layout.of_packed(result.record.hits))
            self.runs += 1

    def _add_recordings(self) -> None:
        for one in self._sources.recordings(self.config):
            self._add(one.test, None, "", f"recorded: {one.simulation}", self.layout.of_recording(one.groups))
            self.recordings += 1

    def _add(self, test: str, seed: int | None, knobs: str, where: str, hit: HitBins) -> None:
        for group, why in hit.left_out:
            name = f"coverage of group {group}, {Path(self.config).stem}"
            self._sources.leave_out.add(name, f"{why}; of so many runs")
        self.wrong |= dict.fromkeys(map(self.layout.name, hit.wrong.tolist()))
        self.by.add(*self._players.add(test, seed, knobs, where), hit)
