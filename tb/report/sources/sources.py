"""All that a report is made of, as the panels are given it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tb.mutation.by_hand import TriedFault
from tb.regression.plan.run import Run
from tb.report.left_out import LeaveOut
from tb.report.sources.campaigns import Counted, counted_campaigns, tried_faults
from tb.report.sources.recordings import Recording, recordings
from tb.report.sources.regressions import PlayedRegression, PlayedRun, merged
from tb.report.sources.stored import read_each
from tb.reports.played_network import PLAYED, SUFFIX, PlayedNetwork, read_played
from tb.runner.family.family import Family
from tb.runner.paths import BUILD


@dataclass(frozen=True, kw_only=True)
class Sources:
    """What there is on disk.

    Attributes:
        family: the device family that the report is about.
        regressions: those that are reported.
        page: folder of the page: what it links to is relative to it.
        replay: the command that plays a run again, given the folder of the user's tests or nothing.
        build: where recordings of coverage, campaigns and minimised programs are.
        test: regular expression on ``module.name`` of the tests that are reported; all if None.
        leave_out: gets what cannot be counted, and why.
    """

    family: Family
    regressions: tuple[PlayedRegression, ...]
    page: Path
    replay: Callable[[Path | None, Run], str]
    build: Path = BUILD
    test: str | None = None
    leave_out: LeaveOut = field(default_factory=LeaveOut)

    @cached_property
    def runs(self) -> tuple[PlayedRun, ...]:
        """The runs of all regressions, each once."""
        runs = merged(self.regressions, self.leave_out)
        kept = tuple(run for run in runs if self._is_meant(run.result.run.test))
        if len(kept) < len(runs):
            self.leave_out.add(
                "runs of other tests", f"only tests that match {self.test} are reported", len(runs) - len(kept)
            )
        return kept

    @cached_property
    def configs(self) -> tuple[str, ...]:
        """The hardware configurations that anything was played on, and those of the family, its own first."""
        used = dict.fromkeys(run.result.run.setting.config for run in self.runs)
        return tuple(dict.fromkeys([*self.family.configs, *used]))

    @cached_property
    def campaigns(self) -> Counted:
        """The faults planted by machine that count, by setting and unit."""
        plan = self.family.mutation
        return counted_campaigns(self.build / "mutation", plan.folder, self.leave_out) if plan else {}

    @cached_property
    def by_hand(self) -> tuple[TriedFault, ...]:
        """The faults planted by hand that were tried."""
        return tried_faults(self.build / "planted" / "tried" / self.family.name, self.leave_out)

    @cached_property
    def networks(self) -> tuple[PlayedNetwork, ...]:
        """The networks that were played by themselves, each the last time on a design."""
        folder = self.build / PLAYED.name / self.family.name
        return tuple(read_each(folder.glob(f"*{SUFFIX}"), read_played, self.leave_out))

    def recordings(self, config: str) -> Iterator[Recording]:
        """What simulations beside regressions have covered of a configuration."""
        found = recordings(config, self.leave_out, self.build / "coverage")
        return (one for one in found if self._is_meant(one.test))

    def _is_meant(self, test: str) -> bool:
        return self.test is None or re.search(self.test, test) is not None
