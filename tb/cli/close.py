"""``tb close``: of all that a suite could play, simulate what brings new bins, and say what is left."""

from __future__ import annotations

import argparse
import sys
import zlib
from functools import partial
from pathlib import Path

from rich.console import Console

from tb.cli.cover import DEFAULT_PERCENT
from tb.cli.options.option import add_option, number
from tb.cli.options.suite import add_suite, chosen_of, expanded_suite
from tb.cli.simulation import replay_of
from tb.coverage.explained import ExplanationError, explain, read_explanations
from tb.regression.close.closing import Closing
from tb.regression.close.device import DevicePlayers
from tb.regression.close.ledger import Ledger
from tb.regression.close.view import LearningView
from tb.regression.engines.engine import Engine
from tb.regression.engines.find import found_engine
from tb.regression.known import read_known
from tb.regression.plan.expand import Expanded
from tb.regression.regression import Bounds, Place, Regression
from tb.regression.setup import TIMES_FILE, build_all, drop_old_regressions, held, regression_folder, settings_of
from tb.regression.store.results import Results
from tb.regression.times import RunTimes
from tb.reports.closing import report_closing, report_left
from tb.reports.console import make_console
from tb.reports.progress import console_progress
from tb.reports.regression import RegressionView, report_regression
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.find import load_family, need
from tb.runner.paths import BUILD, shown

SUMMARY = "Simulate of a suite what brings new bins, and say which are left and why."
EXAMPLES = """\
  python -m tb close --suite nightly --budget 60
  python -m tb close --suite nightly --config tiny --sim verilator --budget 4"""
DEFAULT_BUDGET = "30"
MOST_MINUTES = 1_000_000
BATCH_S = 15.0
"""What a batch is to take: short, since what its runs bring decides about those that follow."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_suite(parser)
    wanted = f"a number of minutes above 0, up to {MOST_MINUTES}"
    kind = number("BUDGET", float, lambda value: 0 < value <= MOST_MINUTES, wanted)
    text = "processor minutes, those of earlier calls included (BUDGET; default %(default)s)"
    add_option(parser, "budget", text, default=DEFAULT_BUDGET, kind=kind, metavar="MINUTES")


def run(options: argparse.Namespace) -> int:
    """Play and report.

    Returns:
        0 where nothing failed but what is known, else 1.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or a wrong file of explanations.
    """
    family = load_family(options.family)
    coverage = need(family, lambda family: family.coverage, "coverage groups")
    console = make_console()
    chosen = chosen_of(options, family, without_end=True)
    expanded = expanded_suite(options, family, chosen, console)
    configs = list(dict.fromkeys(setting.config for setting in settings_of(expanded)))
    ledger = Ledger({config: coverage.groups(config) for config in configs})
    drop_old_regressions()
    folder = regression_folder(f"close-{Path(options.suite).stem}", expanded, chosen)
    with (
        held(folder),
        found_engine(options.engine, options.jobs) as engine,
        DevicePlayers(folder, options.tests) as device,
    ):
        closing = Closing(
            [kind for kind, _ in expanded.kinds],
            ledger,
            device,
            budget_s=options.budget * 60,
            seed=zlib.crc32(options.suite.encode()),
        )
        fine = _play(options, folder, expanded, closing=closing, engine=engine, console=console)
    report_closing(closing, console)
    for config in configs:
        console.print(f"\n{Path(config).stem}", style="bold")
        _report(family, config, closing, console)
    return 0 if fine else 1


def _play(
    options: argparse.Namespace, folder: Path, expanded: Expanded, *, closing: Closing, engine: Engine, console: Console
) -> bool:
    """Play until the budget is used up.

    Returns:
        Whether nothing failed but what is known.
    """
    build_all(settings_of(expanded), console_progress(make_console(sys.stderr)))
    known, again = read_known(_known_file(options)), partial(replay_of, options.tests)
    before = list(Results(folder).by_id.values())
    closing.recall(before)
    words = f", {len(before):,} runs played before" if before else ""
    console.print(
        f"{options.suite}: {options.budget:g} processor minutes{words}, {options.jobs} at a time; in {shown(folder)}",
        soft_wrap=True,
    )
    with RegressionView(console, None, before, again) as view:
        regression = Regression(
            Place(folder=folder, builds=BUILD, tests=options.tests),
            runs=closing.runs,
            engine=engine,
            times=RunTimes(TIMES_FILE),
            bounds=Bounds(batch_s=BATCH_S),
            view=LearningView(closing, view),
        )
        try:
            regression.play()
        except KeyboardInterrupt:
            view.say("interrupted: nothing is left running; the same command goes on")
        view.close()
    return report_regression(list(regression.results.by_id.values()), known, console, again, left=None)


def _known_file(options: argparse.Namespace) -> Path:
    return need(load_family(options.family), lambda family: family.suites, "suites").known


def _report(family: Family, config: str, closing: Closing, console: Console) -> None:
    """What of a configuration is covered, and what not."""
    coverage = need(family, lambda family: family.coverage, "coverage groups")
    try:
        explanations = read_explanations(coverage.explained_holes)
    except ExplanationError as error:
        raise UserError(str(error)) from error
    explained = explain(explanations, closing.ledger.counts(config), Path(config).stem)
    total = report_left(config, closing, explained, console, at_least=float(DEFAULT_PERCENT))
    console.print(
        f"{total.hit:,} of {total.bins - total.impossible:,} possible bins, {total.possible_percent:.1f} percent; "
        f"of {total.bins - total.hit:,} left {total.explained:,} are explained"
    )
