"""A regression on the console: how far it is while it runs, and what came out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tb.coverage.packed import places_of
from tb.regression.known import KnownFailure, reason_of
from tb.regression.plan.expand import Expanded
from tb.regression.plan.run import Run
from tb.regression.signature import FailureGroup, grouped, signature_of
from tb.regression.store.result import RunResult
from tb.regression.times import RunTimes
from tb.reports.console import FAIL, make_table
from tb.reports.duration import duration
from tb.reports.progress import QUIET_S

REFRESH_A_SECOND = 4
SHOWN_GROUPS = 20
Replay = Callable[[Run], str]


class CoveredBins:
    """Which bins runs have hit, of each configuration and group by itself."""

    def __init__(self) -> None:
        self._hit: dict[tuple[str, str, str], NDArray[np.bool_]] = {}

    def add(self, result: RunResult) -> int:
        """A run's hits.

        Returns:
            How many bins it was the first to hit.
        """
        new = 0
        for group, text in (result.record.hits if result.record else {}).items():
            version, places = places_of(text)
            key = (result.run.setting.config, group, version)
            hit = self._hit.get(key, np.zeros(0, bool))
            if len(places) and places[-1] >= len(hit):
                hit = np.concatenate([hit, np.zeros(int(places[-1]) + 1 - len(hit), bool)])
            new += int(np.count_nonzero(~hit[places]))
            hit[places] = True
            self._hit[key] = hit
        return new

    @property
    def count(self) -> int:
        """How many bins were hit."""
        return sum(int(np.count_nonzero(hit)) for hit in self._hit.values())


class RegressionView:
    """What happens, as it happens: a line that is renewed on a terminal, one now and then elsewhere.

    Args:
        console: where to print.
        total: how many runs there are; None: they end with time.
        known: what was played before.
        replay: the command that plays a run again.
    """

    def __init__(self, console: Console, total: int | None, known: Sequence[RunResult], replay: Replay) -> None:
        self._console, self._total, self._replay = console, total, replay
        self._done, self._failed, self._layers = len(known), sum(not result.passed for result in known), 0
        self._signatures = {signature_of(result) for result in known if not result.passed}
        self._bins = CoveredBins()
        for result in known:
            self._bins.add(result)
        self._before, self._begun_s, self._next_s = self._done, time.monotonic(), time.monotonic() + QUIET_S
        self._live: Live | None = None

    def __enter__(self) -> RegressionView:
        if self._console.is_terminal:
            self._live = Live(console=self._console, refresh_per_second=REFRESH_A_SECOND, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take the line away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def result(self, result: RunResult) -> None:
        """A run has ended; of each new kind of failure the first line is shown."""
        self._done += 1
        self._layers += result.layers
        self._bins.add(result)
        if result.passed:
            return
        self._failed += 1
        if (signature := signature_of(result)) not in self._signatures:
            self._signatures.add(signature)
            test = result.run.test.rpartition(".")[2]
            self._print(Text.assemble(FAIL, f"{test}, seed {result.run.seed}: {result.first_line}"))
            self._print(Text(f"      {self._replay(result.run)}", "dim"))

    def say(self, line: str) -> None:
        """Something happened that a person should know."""
        self._print(Text(line, "yellow"))

    def tick(self, running: int) -> None:
        """Renew the line."""
        if self._live is not None:
            self._live.update(self._state(running))
        elif time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + QUIET_S
            self._print(self._state(running))

    def _state(self, running: int) -> Text:
        """How far it is, on one line."""
        seconds = max(time.monotonic() - self._begun_s, 1e-3)
        of = f" of {self._total:,}" if self._total is not None else ""
        words = [f"{self._done:,}{of} runs", f"{running} running", f"{self._failed:,} failed"]
        words += [f"{self._layers / seconds:,.1f} layers/s", f"{self._bins.count:,} bins"]
        rate = (self._done - self._before) / seconds
        if self._total is not None and rate:
            words.append(f"{duration((self._total - self._done) / rate)} left")
        return Text(", ".join(words))

    def _print(self, line: Text) -> None:
        self._console.print(line, soft_wrap=True)


def list_runs(expanded: Expanded, times: RunTimes, jobs: int, console: Console) -> None:
    """Print what would be played, and how long that is expected to take."""
    table = make_table(("test", "knobs", "config", "on"), ("runs", "s a run", "min"))
    total_s, unknown = 0.0, 0
    for run, seeds in expanded.kinds:
        setting, each_s = run.setting, times.expected_s(run)
        own_s = len(seeds) * (each_s or 0.0)
        total_s, unknown = total_s + own_s, unknown + (len(seeds) if each_s is None else 0)
        table.add_row(
            run.test.rpartition(".")[2],
            run.knob_words,
            Path(setting.config).stem,
            setting.on,
            f"{len(seeds):,}",
            "?" if each_s is None else f"{each_s:.1f}",
            "?" if each_s is None else f"{own_s / 60:.1f}",
        )
    console.print(table)
    count = expanded.count()
    runs = f"{count:,} runs" if count is not None else "again and again, with new seeds"
    beside = f", beside {unknown:,} runs of which nobody knows yet" if unknown else ""
    console.print(f"{runs}; {duration(total_s / jobs)} with {jobs} at a time{beside}")


def report_regression(
    results: Sequence[RunResult],
    known: Sequence[KnownFailure],
    console: Console,
    replay: Replay,
    *,
    left: int | None,
) -> bool:
    """Print what came out: a line a test, then the failures by what they have in common.

    Args:
        results: of all runs.
        known: failures that are known.
        console: where to print.
        replay: the command that plays a run again.
        left: how many runs were not played; None: there is no end of them.

    Returns:
        Whether nothing failed but what is known.
    """
    groups = grouped(result for result in results if not result.passed)
    reasons = {group.signature: reason_of(group, known) for group in groups}
    console.print(_table(results))
    console.print()
    for group in groups[:SHOWN_GROUPS]:
        _tell_group(group, reasons[group.signature], console, replay)
    if len(groups) > SHOWN_GROUPS:
        console.print(f"      and {len(groups) - SHOWN_GROUPS} more kinds of failures")
    failed = sum(len(group.results) for group in groups if not reasons[group.signature])
    console.print(_verdict(results, groups, reasons, left), soft_wrap=True)
    return not failed


def _table(results: Sequence[RunResult]) -> Table:
    table = make_table(("test", "config", "on"), ("runs", "failed", "layers", "sim us", "wall s", "peak MB"))
    rows: dict[tuple[str, str, str], list[RunResult]] = {}
    for result in results:
        setting = result.run.setting
        key = (result.run.test.rpartition(".")[2], setting.config.rpartition("/")[2], setting.on)
        rows.setdefault(key, []).append(result)
    for key, own in sorted(rows.items()):
        failed = sum(not result.passed for result in own)
        sim_us = sum(result.record.sim_time_ns for result in own if result.record) / 1000
        table.add_row(
            *key,
            f"{len(own):,}",
            Text(f"{failed:,}" if failed else "", "bold red"),
            f"{sum(result.layers for result in own):,}",
            f"{sim_us:,.0f}",
            f"{sum(result.wall_s for result in own):,.0f}",
            f"{max(result.peak_mb for result in own):,.0f}",
        )
    return table


def _tell_group(group: FailureGroup, reason: str, console: Console, replay: Replay) -> None:
    run = group.shortest.run
    count = len(group.results)
    often = f"{count:,} runs, first with seed {group.first_seed}" if count > 1 else "1 run"
    head = (f"{reason}  ", "dim") if reason else FAIL
    test = run.test.rpartition(".")[2]
    console.print(Text.assemble(head, f"{group.shortest.first_line}"), soft_wrap=True)
    console.print(Text(f"      {often}; the shortest: {test}, seed {run.seed}, {group.shortest.layers} layers"))
    if group.shortest.alone:
        console.print(Text("      its batch did not come to an end, so it was played by itself"))
    console.print(Text(f"      REPLAY  {replay(run)}"), soft_wrap=True)


def _verdict(
    results: Sequence[RunResult], groups: Sequence[FailureGroup], reasons: Mapping[str, str], left: int | None
) -> Text:
    counts = Counter(bool(reasons[group.signature]) for group in groups for _ in group.results)
    passed = sum(result.passed for result in results)
    words = [f"{passed:,} passed", f"{counts[False]:,} failed"]
    words += [f"{counts[True]:,} failed as is known"] if counts[True] else []
    words += [f"{left:,} not played"] if left else []
    return Text(", ".join(words), "bold red" if counts[False] else "green")
