"""All that a report is made of, as the panels are given it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tb.regression.plan.run import Run
from tb.report.left_out import LeaveOut
from tb.report.sources.recordings import Recording, recordings
from tb.report.sources.regressions import PlayedRegression, PlayedRun, merged
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
        leave_out: gets what cannot be counted, and why.
    """

    family: Family
    regressions: tuple[PlayedRegression, ...]
    page: Path
    replay: Callable[[Path | None, Run], str]
    build: Path = BUILD
    leave_out: LeaveOut = field(default_factory=LeaveOut)

    @cached_property
    def runs(self) -> tuple[PlayedRun, ...]:
        """The runs of all regressions, each once."""
        return merged(self.regressions, self.leave_out)

    @cached_property
    def configs(self) -> tuple[str, ...]:
        """The hardware configurations that anything was played on, and those of the family, its own first."""
        used = dict.fromkeys(run.result.run.setting.config for run in self.runs)
        return tuple(dict.fromkeys([*self.family.configs, *used]))

    def recordings(self, config: str) -> Iterator[Recording]:
        """What simulations beside regressions have covered of a configuration."""
        return recordings(config, self.leave_out, self.build / "coverage")
