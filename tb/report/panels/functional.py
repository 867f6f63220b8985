"""Functional coverage: what was hit, by whom, and what was not, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tb.coverage.counts import Counts
from tb.coverage.explained import Explained, ExplanationError, explain, read_explanations
from tb.report.bins.attribution import NOBODY, Worth, ranking
from tb.report.bins.counting import CountedRun, Counting, Players
from tb.report.panels.covered_items import NO_BIN, BinRows, GroupCoverage, Reasons, group_coverage, sets_of
from tb.report.sources.sources import Sources
from tb.reports.coverage import Tally
from tb.runner.family.parts import CoverageParts
from tb.runner.paths import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigCoverage:
    """What was covered of a hardware configuration.

    Attributes:
        config: its name, or a user's file.
        runs: how many runs of regressions counted: those that passed.
        recordings: how many recordings of other simulations.
        tally: its bins added up.
        groups: the covergroups.
        reasons: why bins are not hit; holes name them by number.
        sets: sets of tests, each as ascending numbers of tests; bins name them by number.
        worth: what each test brings, in the order of what it adds to those before.
        stale: explanations that fit no more, a line each.
        wrong: combinations that were hit although their cross says that there are none, a line each.
    """

    config: str
    runs: int
    recordings: int
    tally: Tally
    groups: tuple[GroupCoverage, ...]
    reasons: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    worth: tuple[Worth, ...]
    stale: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Functional:
    """Functional coverage of all configurations.

    Attributes:
        tests: the tests' ``module.name``; others name them by number.
        runs: the runs that bins name by number.
        configs: of each configuration of which anything was counted.
    """

    tests: tuple[str, ...]
    runs: tuple[CountedRun, ...]
    configs: tuple[ConfigCoverage, ...]


def functional_of(sources: Sources) -> Functional | None:
    """Functional coverage of all that passed; None if nothing counted."""
    parts = sources.family.coverage
    if parts is None:
        return None
    players = Players({}, [])
    countings = [counting for config in sources.configs if (counting := _counting(sources, parts, config, players))]
    if not countings:
        return None
    numbers = _numbers(countings, len(players.runs))
    kept = tuple(run for run, number in zip(players.runs, numbers.tolist(), strict=False) if number != NOBODY)
    configs = tuple(_config(sources, parts, counting, numbers) for counting in countings)
    return Functional(tests=tuple(players.tests), runs=kept, configs=configs)


def _counting(sources: Sources, parts: CoverageParts, config: str, players: Players) -> Counting | None:
    try:
        groups = parts.groups(config)
    except (ValueError, OSError) as error:
        sources.leave_out.add(f"coverage of {config}", f"the configuration cannot be read: {error}")
        return None
    counting = Counting(sources, config, groups, players)
    return counting if counting.runs or counting.recordings else None


def _numbers(countings: Sequence[Counting], runs: int) -> NDArray[np.int64]:
    """New numbers of runs, -1 for those that no bin names; behind them stands -1, which nobody keeps."""
    named = np.zeros(runs + 1, bool)
    for counting in countings:
        named[counting.by.first] = named[counting.by.most] = True
    named[NOBODY] = False
    return np.where(named, np.cumsum(named) - 1, NOBODY)


def _config(sources: Sources, parts: CoverageParts, counting: Counting, numbers: NDArray[np.int64]) -> ConfigCoverage:
    layout, by = counting.layout, counting.by
    counts = layout.counts(by.hits)
    explained = _explained(sources, parts, counts, counting.config)
    which, sets = sets_of(by.tests, layout.size)
    rows = BinRows(
        hits=np.where(layout.bins, by.hits, NO_BIN),
        runs=by.runs.astype(np.int64),
        first=numbers[by.first],
        most=numbers[by.most],
        most_hits=by.most_hits,
        tests=which,
    )
    reasons = Reasons()
    spans = {name: layout.span(name) for name in counts}
    groups = tuple(
        group_coverage(own, explained, rows.part(spans[name].start, spans[name].stop), reasons)
        for name, own in counts.items()
    )
    return ConfigCoverage(
        config=counting.config,
        runs=counting.runs,
        recordings=counting.recordings,
        tally=sum((group.tally for group in groups), Tally()),
        groups=groups,
        reasons=tuple(reasons.numbers),
        sets=sets,
        worth=ranking(by.tests),
        stale=tuple(explained.stale),
        wrong=tuple(counting.wrong),
    )


def _explained(sources: Sources, parts: CoverageParts, counts: Mapping[str, Counts], config: str) -> Explained:
    """What explanations come to; none does if their file is wrong."""
    try:
        return explain(read_explanations(parts.explained_holes), counts, Path(config).stem)
    except ExplanationError as error:
        sources.leave_out.add(shown(parts.explained_holes), str(error))
        return Explained({}, [])
