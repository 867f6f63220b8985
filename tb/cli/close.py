"""``tb close``: of all that a suite could play, simulate what brings new bins, and say what is left."""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from tb.cli.cover import DEFAULT_PERCENT
from tb.cli.options.option import add_option, number
from tb.cli.options.suite import add_suite, chosen_of, expanded_suite, played_of
from tb.cli.simulation import make_command, replay_of
from tb.coverage.explained import ExplanationError, explain, read_explanations
from tb.regression.close.closing import Closing
from tb.regression.close.device import DevicePlayers
from tb.regression.close.ledger import Ledger
from tb.regression.close.view import LearningView
from tb.regression.engines.engine import Engine
from tb.regression.engines.find import found_engine
from tb.regression.known import read_known
from tb.regression.regression import Bounds, Place, Regression
from tb.regression.setup import TIMES_FILE, build_all, drop_old_regressions, held, regression_folder, settings_of
from tb.regression.store.result import RunResult
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
    configs = dict.fromkeys(setting.config for setting in settings_of(expanded))
    drop_old_regressions()
    folder = regression_folder(f"close-{Path(options.suite).stem}", expanded, chosen)
    with (
        held(folder),
        found_engine(options.engine, options.jobs) as engine,
        DevicePlayers(folder, options.tests) as device,
    ):
        played_of(options, family, expanded).write(folder)
        closing = Closing(
            [kind for kind, _ in expanded.kinds],
            Ledger({config: coverage.groups(config) for config in configs}),
            device,
            budget_s=options.budget * 60,
            seed=zlib.crc32(options.suite.encode()),
        )
        build_all(settings_of(expanded), console_progress(make_console(sys.stderr)))
        before = list(Results(folder).by_id.values())
        closing.recall(before)
        console.print(_title(options, len(before), folder), soft_wrap=True)
        with RegressionView(console, None, before, partial(replay_of, options.tests)) as view:
            regression = _regression(options, folder, closing=closing, engine=engine, view=view)
            try:
                regression.play()
            finally:
                view.close()
                fine = _report(options, family, list(regression.results.by_id.values()), closing, console)
                command = make_command("report", {"FAMILY": family.name, "RESULTS": shown(folder)})
                console.print(f"all holes, with what explains them: {command}", soft_wrap=True)
    return 0 if fine else 1


def _title(options: argparse.Namespace, before: int, folder: Path) -> str:
    words = f", {before:,} runs played before" if before else ""
    return f"{options.suite}: {options.budget:g} processor minutes{words}, {options.jobs} at a time; in {shown(folder)}"


def _regression(
    options: argparse.Namespace, folder: Path, *, closing: Closing, engine: Engine, view: RegressionView
) -> Regression:
    return Regression(
        Place(folder=folder, builds=BUILD, tests=options.tests),
        runs=closing.runs,
        engine=engine,
        times=RunTimes(TIMES_FILE),
        bounds=Bounds(batch_s=BATCH_S),
        view=LearningView(closing, view),
    )


def _report(
    options: argparse.Namespace, family: Family, results: Sequence[RunResult], closing: Closing, console: Console
) -> bool:
    """What failed, how bins came, and what of each configuration is left.

    Returns:
        Whether nothing failed but what is known.

    Raises:
        UserError: a file of explanations or of known failures is wrong.
    """
    suites = need(family, lambda family: family.suites, "suites")
    known = read_known(suites.known)
    fine = report_regression(results, known, console, partial(replay_of, options.tests), left=None)
    report_closing(closing, console)
    for config in closing.ledger.configs:
        console.print(f"\n{Path(config).stem}", style="bold")
        _report_config(family, config, closing, console)
    return fine


def _report_config(family: Family, config: str, closing: Closing, console: Console) -> None:
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
