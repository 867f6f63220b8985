"""``tb regress``: play a suite of random tests under many seeds, and go on where it was stopped."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tb.cli.options.option import add_option, add_switch, number, one_of
from tb.cli.options.seeds import seeds
from tb.cli.options.shared import add_code_coverage
from tb.cli.options.suite import MOST, add_count, add_suite, chosen_of, expanded_suite, played_of
from tb.cli.report import add_report_folders, report_on
from tb.cli.shrink import shrink_groups
from tb.cli.simulation import replay_of
from tb.code_coverage.counted import Counted
from tb.regression.engines.engine import Engine
from tb.regression.engines.find import found_engine
from tb.regression.known import KnownFailure, read_known, reason_of
from tb.regression.plan.expand import Expanded
from tb.regression.regression import Bounds, Place, Regression
from tb.regression.setup import (
    RERUN,
    TIMES_FILE,
    build_all,
    drop_old_regressions,
    held,
    other_regressions,
    regression_folder,
    settings_of,
)
from tb.regression.signature import grouped
from tb.regression.store.results import Results
from tb.regression.times import RunTimes
from tb.reports.console import make_console
from tb.reports.progress import console_progress
from tb.reports.regression import RegressionView, list_runs, report_regression
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.find import load_family, need
from tb.runner.paths import BUILD, REPORT, shown
from tb.runner.simulators.known import counted_on

SUMMARY = "Play a suite of random tests under many seeds."
EXAMPLES = """\
  python -m tb regress
  python -m tb regress --suite nightly --hours 8
  python -m tb regress --suite smoke --seeds 1-100 --config tiny --sim verilator
  python -m tb regress --suite smoke --rerun failed"""
MOST_HOURS = 10_000
FAILED = "failed"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_suite(parser)
    add_option(parser, "seeds", "seeds of each test, such as 1-100, in place of the suite's (SEEDS)", kind=seeds(MOST))
    wanted = f"a number above 0, up to {MOST_HOURS}"
    hours = number("HOURS", float, lambda value: 0 < value <= MOST_HOURS, wanted)
    add_option(parser, "hours", "play seed after seed until so much time is over (HOURS)", kind=hours, metavar="H")
    add_count(parser, "max-failures", None, "end after so many failures that are not known")
    add_option(
        parser,
        "rerun",
        "play those that failed once more, with waves and taps (RERUN=failed)",
        kind=one_of("RERUN", FAILED),
    )
    text = "make the first failure of each kind as small as it can be (SHRINK=0 does not; docs/regressions.md)"
    add_switch(parser, "shrink", text, default=True)
    add_report_folders(parser)
    add_code_coverage(parser)
    add_switch(parser, "list", "say what would be played, and how long it would take (LIST=1)")


def run(options: argparse.Namespace) -> int:
    """Play and report.

    Raises:
        UserError: an unknown name, a missing tool, or RTL that does not compile.
    """
    family = load_family(options.family)
    suites = need(family, lambda family: family.suites, "suites")
    console = make_console()
    chosen = chosen_of(options, family, seeds=tuple(options.seeds or ()), without_end=options.hours is not None)
    expanded = expanded_suite(options, family, chosen, console)
    if options.list:
        list_runs(expanded, RunTimes(TIMES_FILE), options.jobs, console)
        return 0
    known = read_known(suites.known)
    drop_old_regressions()
    counted = options.code_coverage
    _need_counting(expanded, counted)
    folder = regression_folder(Path(options.suite).stem, expanded, chosen, counted)
    with held(folder), found_engine(options.engine, options.jobs) as engine:
        played_of(options, family, expanded).write(folder)
        status = _play(options, folder, expanded, known=known, engine=engine, console=console)
    _report(family, folder, options, console)
    return status


def _report(family: Family, folder: Path, options: argparse.Namespace, console: Console) -> None:
    """Write the report; whatever is wrong with it, the regression has ended as it has."""
    try:
        text = shown(report_on(family, [folder], out=options.out or REPORT, history=options.history))
    except Exception as error:
        text = f"was not written: {type(error).__name__}: {error}"
    console.print(Text.assemble(("report  ", "dim"), text), soft_wrap=True)


def _need_counting(expanded: Expanded, counted: Counted) -> None:
    """See that something can be counted, if it is to be.

    Raises:
        UserError: no simulator of the suite can.
    """
    sims = dict.fromkeys(setting.sim for setting in settings_of(expanded))
    if counted and not any(counted_on(sim, counted) for sim in sims):
        raise UserError(f"CODE_COVERAGE={counted}: {', '.join(sims)} counts no code; add SIM=verilator")


def _play(
    options: argparse.Namespace,
    folder: Path,
    expanded: Expanded,
    *,
    known: Sequence[KnownFailure],
    engine: Engine,
    console: Console,
) -> int:
    """Play what is left, or once more what failed, and report."""
    runs, place, before = expanded.runs, folder, Results(folder)
    if options.rerun:
        failed = [result.run for result in before.by_id.values() if not result.passed]
        if not failed:
            raise UserError(f"RERUN={FAILED}: nothing has failed of {shown(folder)}{_failed_before(folder)}")
        place = folder / RERUN
        shutil.rmtree(place, ignore_errors=True)
        runs, before = lambda: iter(failed), Results(place)
    counted = Counted.NOTHING if options.rerun else options.code_coverage
    progress = console_progress(make_console(sys.stderr))
    build_all(settings_of(expanded), progress, waves=bool(options.rerun), counted=counted)
    total = len(list(runs())) if options.rerun else expanded.count()
    console.print(_title(options, total, before, place), soft_wrap=True)
    with RegressionView(console, total, list(before.by_id.values()), partial(replay_of, options.tests)) as view:
        hours = options.hours
        regression = Regression(
            Place(folder=place, builds=BUILD, tests=options.tests, counted=counted),
            runs=runs,
            engine=engine,
            times=RunTimes(TIMES_FILE),
            bounds=Bounds(seconds=None if hours is None else hours * 3600, failures=options.max_failures, known=known),
            view=view,
            waves=bool(options.rerun),
        )
        try:
            regression.play()
        finally:
            view.close()
            results = list(regression.results.by_id.values())
            left = None if total is None else total - len(results)
            fine = report_regression(results, known, console, partial(replay_of, options.tests), left=left)
            console.print(Text.assemble(("results ", "dim"), shown(place)), soft_wrap=True)
    if options.shrink and not options.rerun:
        groups = [group for group in grouped(one for one in results if not one.passed) if not reason_of(group, known)]
        shrink_groups(groups, jobs=options.jobs, tests=options.tests, console=console)
    return 0 if fine and results else 1


def _failed_before(folder: Path) -> str:
    """Which regression of the same suite has failures, where this one has none."""
    for other in other_regressions(folder):
        if count := sum(not result.passed for result in Results(other).by_id.values()):
            why = "which was played with other arguments or other sources; play the suite as it is now first"
            return f"; {count:,} of its runs failed in {shown(other)}, {why}"
    return ""


def _title(options: argparse.Namespace, total: int | None, before: Results, folder: Path) -> str:
    count = f"{total:,} runs" if total is not None else f"runs for {options.hours:g} hours"
    known = f", {len(before.by_id):,} of them played before" if before.by_id else ""
    return f"{options.suite}: {count}{known}, {options.jobs} at a time; in {shown(folder)}"
