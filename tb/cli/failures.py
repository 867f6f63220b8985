"""``tb failures``: what of regressions has failed, once more, or as lines that continuous integration shows."""

from __future__ import annotations

import argparse

from tb.cli.options.option import add_option, one_of
from tb.cli.options.results import add_results
from tb.cli.report import sources_of
from tb.cli.simulation import replay_of
from tb.regression.known import read_known, reason_of
from tb.regression.plan.run import Run
from tb.regression.signature import grouped
from tb.report.exports.annotations import annotations_of
from tb.report.sources.regressions import last_regression
from tb.reports.console import make_console
from tb.reports.regression import report_regression
from tb.runner.errors import UserError
from tb.runner.family.find import load_family, need
from tb.runner.paths import REPORT

SUMMARY = "Print the failures of regressions by what they have in common."
EXAMPLES = """\
  python -m tb failures
  python -m tb failures --format github"""
TEXT, GITHUB = "text", "github"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_results(parser)
    text = f"{TEXT}, or {GITHUB}: a line a kind of failure that is shown beside a change (FORMAT; default %(default)s)"
    add_option(parser, "format", text, default=TEXT, kind=one_of("FORMAT", TEXT, GITHUB))


def run(options: argparse.Namespace) -> int:
    """Read the results, and print.

    Returns:
        0 where nothing failed but what is known, else 1.

    Raises:
        UserError: no regression was played, a folder is none of one, or the file of known failures is wrong.
    """
    family = load_family(options.family)
    known = read_known(need(family, lambda family: family.suites, "suites").known)
    last = last_regression(family.name)
    if not (folders := options.results or ([last] if last else [])):
        raise UserError(f"no regression of {family.name} was played here; run make regress, or name one: RESULTS=")
    sources = sources_of(family, folders, REPORT, test=options.test)
    tests = {played.result.run.id: played.tests for played in sources.runs}
    results = [played.result for played in sources.runs]
    console = make_console()

    def replay(played: Run) -> str:
        return replay_of(tests[played.id], played)

    if options.format == TEXT:
        fine = report_regression(results, known, console, replay, left=None)
        for line in sources.leave_out.all():
            console.print(f"left out: {line.what}: {line.why}", soft_wrap=True)
        return 0 if fine else 1
    groups = grouped(result for result in results if not result.passed)
    reasons = {group.signature: reason_of(group, known) for group in groups}
    for text in annotations_of(groups, reasons, sources.leave_out.all(), replay):
        console.print(text, soft_wrap=True)
    return 0 if all(reasons.values()) else 1
