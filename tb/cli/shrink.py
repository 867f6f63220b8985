"""``tb shrink``: the smallest program that fails as a test does, as a program, a test and a trace."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from tb.cli.options.design import add_attach, add_responder
from tb.cli.options.option import add_option, number
from tb.cli.options.selection import add_tests
from tb.cli.options.shared import add_errata, add_plusargs, add_simulation, chosen_family
from tb.cli.simulation import make_command
from tb.knob_words import read_words
from tb.regression.plan.run import Run, Setting
from tb.regression.setup import build_all
from tb.regression.shrink.note import write_note
from tb.regression.shrink.setup import DEFAULT_RUNS, shrink_run
from tb.regression.shrink.shrink import Shrunk
from tb.regression.signature import EXCEPTION, FailureGroup
from tb.reports.console import make_console
from tb.reports.progress import console_progress
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.find import load_family
from tb.runner.paths import shown
from tb.runner.simulators.known import simulator
from tb.runner.under_test import HDL

SUMMARY = "Make a failing test as small as it can be."
EXAMPLES = """\
  python -m tb shrink --test RandomSdpTest --seed 3
  python -m tb shrink --test RandomSdpTest --seed 3 --sim verilator --attach my_rtl.toml --max-runs 200"""
MOST_RUNS = 100_000
RUNS_OF_A_GROUP, MOST_GROUPS = 200, 8
"""Programs that are played for a kind of failures at the end of a regression, and for how many kinds."""
WITHOUT_LAYERS = (EXCEPTION, "stimulus")
"""How signatures of failures begin that no program of layers has: crashes, a test's own expectations."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_simulation(parser)
    add_attach(parser)
    add_responder(parser, "what answers the memory ports (MEMORY; default %(default)s)", HDL)
    add_plusargs(parser)
    add_errata(parser)
    add_tests(parser)
    for name, default, what in (
        ("max-runs", str(DEFAULT_RUNS), "programs that are played at most"),
        ("jobs", "2", "simulators at a time"),
    ):
        variable = name.upper().replace("-", "_")
        kind = number(variable, int, lambda value: 1 <= value <= MOST_RUNS, f"a whole number from 1 to {MOST_RUNS}")
        add_option(parser, name, f"{what} ({variable}; default %(default)s)", default=default, kind=kind, metavar="N")


def run(options: argparse.Namespace) -> int:
    """Shrink and report.

    Returns:
        0 where the written test fails as the run did, else 1.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or a run that cannot be made smaller.
    """
    family, console = chosen_family(options), make_console()
    test = _one_test(family, options)
    simulator(options.sim).version()
    setting = Setting(
        family=family.name,
        config=options.config,
        sim=options.sim,
        memory=options.memory,
        attach=None if options.attach is None else str(options.attach.resolve()),
        plusargs=options.plusargs,
        errata=options.errata,
    )
    knobs = tuple(sorted(read_words(options.knobs).items()))
    failing = Run(setting=setting, test=test, seed=options.seed, knobs=knobs)
    build_all([setting], console_progress(make_console(sys.stderr)))
    shrunk = shrink_run(
        failing,
        jobs=options.jobs,
        most=options.max_runs,
        tests=options.tests,
        tell=partial(console.print, soft_wrap=True, highlight=False, markup=False),
    )
    write_note(failing, shrunk, _lines(shrunk))
    report_shrunk(shrunk, console)
    return 0 if shrunk.test_run else 1


def report_shrunk(shrunk: Shrunk, console: Console) -> None:
    """Print what became of a run, the commands that play it, and the test."""
    console.print("\n".join(_lines(shrunk)), soft_wrap=True, highlight=False, markup=False)
    console.print(shrunk.test.read_text(), soft_wrap=True, highlight=False, markup=False)


def _lines(shrunk: Shrunk) -> list[str]:
    """What became of a run, a line each."""
    bound = "; it may become smaller yet with a larger MAX_RUNS" if shrunk.over else ""
    said = [
        f"before   {shrunk.before}",
        f"after    {shrunk.after}",
        f"fails    {shrunk.error}",
        f"tried    {shrunk.played} programs played, {shrunk.refused} not legal{bound}",
        f"program  {make_command('sim', shrunk.run.words)}",
    ]
    if shrunk.test_run is None:
        said.append(f"test     {shown(shrunk.test)}, which does not fail as the run did")
    else:
        words = {**shrunk.test_run.words, "TESTS": shown(shrunk.test.parent)}
        said.append(f"test     {make_command('sim', words)}")
    if shrunk.trace is not None:
        words = {"TRACE": shown(shrunk.trace), **shrunk.run.setting.words}
        passes = "" if shrunk.trace_fails else ", which passes"
        said.append(f"trace    {make_command('trace', words)}{passes}")
    elif load_family(shrunk.run.setting.family).traces is not None:
        said.append("trace    none: something lies where no trace reaches it")
    return said


def shrink_groups(
    groups: Sequence[FailureGroup], *, jobs: int, tests: Path | None, console: Console, most: int = RUNS_OF_A_GROUP
) -> None:
    """Make the shortest run of each kind of failures smaller, and say in a few lines where the result is.

    Args:
        groups: the kinds, the most frequent ones first.
        jobs: how many simulators there are at a time.
        tests: folder of the user's tests, if they are not npuvm's.
        console: where to print.
        most: how many programs may be played for each.
    """
    able = [group for group in groups if not group.signature.startswith(WITHOUT_LAYERS)]
    for group in able[:MOST_GROUPS]:
        run, tell = group.shortest.run, partial(console.print, soft_wrap=True, highlight=False, markup=False)
        try:
            shrunk = shrink_run(run, jobs=jobs, most=most, tests=tests, tell=lambda _: None)
        except UserError as error:
            tell(f"not made smaller: {error}")
            continue
        write_note(run, shrunk, _lines(shrunk))
        tell(f"SHRUNK  {group.shortest.first_line}")
        tell("\n".join(f"      {line}" for line in _lines(shrunk)))
    if len(able) > MOST_GROUPS:
        console.print(f"      {len(able) - MOST_GROUPS} more kinds of failures were not made smaller; see make shrink")


def _one_test(family: Family, options: argparse.Namespace) -> str:
    """The one test that is meant.

    Raises:
        UserError: none or several are, or it cannot be played.
    """
    if not options.test:
        raise UserError("name the test that fails: make shrink TEST=<name> SEED=<seed>")
    tests = family.tests(options.config, options.attach is not None, options.tests)
    found = [name for name in tests if re.search(options.test, name)]
    exact = [name for name in found if name.rpartition(".")[2] == options.test]
    if len(exact or found) != 1:
        names = ", ".join(name.rpartition(".")[2] for name in found[:8])
        raise UserError(f"TEST={options.test}: {f'{len(found)} tests match: {names}' if found else 'no test matches'}")
    (name,) = exact or found
    if tests[name]:
        raise UserError(f"TEST={options.test}: {name.rpartition('.')[2]} {tests[name]}")
    return name
