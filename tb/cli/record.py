"""``tb record``: run tests and write what they played as trace folders, with the design's answers as goldens."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from tb.cli.options.design import add_attach, add_memory, chosen_design
from tb.cli.options.option import add_option
from tb.cli.options.seeds import seeds
from tb.cli.options.selection import add_tests, selected_modules, variables_of_tests
from tb.cli.options.shared import add_errata, add_simulation, chosen_family
from tb.cli.self_check import STOP
from tb.cli.sim import replay
from tb.cli.simulation import need_coverage_folder, need_folder, simulate
from tb.cli.trace_rtl import need_traces
from tb.outcome.record import DIALECT_VARIABLE, RECORD_VARIABLE
from tb.reports.console import make_console, report
from tb.runner.errors import UserError
from tb.runner.family.traces import TraceParts
from tb.runner.jobs.run_dir import new_run_dir

DEFAULT_FOLDER = "build/recorded"
MOST_SEEDS = 10_000
SUMMARY = "Write what tests play as traces, to be played anywhere."
EXAMPLES = """\
  python -m tb record --test Random --seeds 1-20
  python -m tb record --sim verilator --attach my_rtl.toml --test Random --seeds 3,5,7 --out layers"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_simulation(parser)
    add_attach(parser)
    add_memory(parser)
    add_errata(parser)
    add_tests(parser)
    text = "seeds and ranges of seeds, such as 1,5,10-20 (SEEDS; default %(default)s)"
    add_option(parser, "seeds", text, default="1", kind=seeds(MOST_SEEDS))
    add_option(parser, "out", "folder for the traces (OUT; default %(default)s)", default=DEFAULT_FOLDER, kind=Path)
    add_option(parser, "dialect", "the form of the traces, where a family has several (DIALECT)", default="")
    parser.set_defaults(taps=False, self_check=STOP)


def run(options: argparse.Namespace) -> int:
    """Run the tests once a seed, and say what was written.

    Raises:
        UserError: no test was named, or one of the reasons of ``tb sim``.
    """
    if not options.test and options.tests is None:
        raise UserError("name the tests to record: make record TEST=<regular expression> SEEDS=1-10, or TESTS=<folder>")
    need_folder("OUT", options.out)
    need_coverage_folder()
    family = chosen_family(options)
    console = make_console(sys.stderr)
    traces = need_traces(family)
    _check_dialect(traces, options.dialect, family.name)
    design = chosen_design(family, options)
    modules = selected_modules(family, options)
    env = {RECORD_VARIABLE: str(options.out.resolve()), DIALECT_VARIABLE: options.dialect} | variables_of_tests(options)
    failed = 0
    for seed in options.seeds:
        options.seed = seed
        folder = new_run_dir(f"record-{options.sim}")
        result = simulate(design, modules, options, run_dir=folder, console=console, test_filter=options.test, env=env)
        if not result.passed:
            failed += 1
            report(result, console, partial(replay, options))
    written = _written(traces, options.out)
    for name in written:
        print(name)
    print(f"{len(written)} trace(s) in {options.out}; {failed} of {len(options.seeds)} run(s) failed")
    return 1 if failed or not written else 0


def _check_dialect(traces: TraceParts, dialect: str, family: str) -> None:
    """Make sure that a family's traces have a form.

    Raises:
        UserError: they do not.
    """
    if dialect and dialect not in traces.dialects:
        forms = (
            f"choose one of {', '.join(traces.dialects)}" if traces.dialects else f"traces of {family} have one form"
        )
        raise UserError(f"DIALECT={dialect}: {forms}")


def _written(traces: TraceParts, out: Path) -> list[str]:
    """The traces in a folder."""
    try:
        return sorted(folder.name for folder in traces.player.find([out]))
    except UserError:
        return []
