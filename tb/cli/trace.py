"""``tb trace``: register traces on the reference device alone, or on the RTL with the device checking."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sequences.printable import printable
from tb.cli.options.design import add_attach, add_memory
from tb.cli.options.option import add_switch
from tb.cli.options.shared import add_errata, add_plusargs, add_simulation, add_taps, chosen_family
from tb.cli.self_check import add_self_check, self_check
from tb.cli.simulation import need_coverage_folder
from tb.cli.trace_rtl import need_traces, play_on_rtl
from tb.outcome.results import Verdict
from tb.outcome.traces import TraceLine
from tb.reports.summary import tally
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.traces import TraceCheck
from tb.runner.jobs.job import ERRATA_VARIABLE
from tb.runner.simulators.known import simulator

NO_SIMULATOR = "none"
SUMMARY = "Play register traces and compare their goldens."
EXAMPLES = """\
  python -m tb trace --sim none traces/sanity0 traces/sanity1
  python -m tb trace --sim verilator --strict traces
  python -m tb trace --sim verilator --attach my_rtl.toml traces"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_folders(parser)
    add_simulation(parser, sims="none | icarus | verilator")
    add_taps(parser)
    add_plusargs(parser)
    add_errata(parser)
    add_switch(parser, "strict", "take goldens literally that depend on time (STRICT=1)")
    add_attach(parser)
    add_self_check(parser)
    add_memory(parser)


def add_folders(parser: argparse.ArgumentParser) -> None:
    """Which traces."""
    parser.add_argument("folders", nargs="*", help="folders that are traces or hold some (TRACE)")


def chosen_folders(options: argparse.Namespace, what: str) -> list[Path]:
    """The folders that are named, those of TRACE if none is.

    Args:
        options: the command line's.
        what: what they hold, and the command that takes them.

    Raises:
        UserError: there are none, or TRACE has a quotation mark without a second one.
    """
    text = os.environ.get("TRACE", "")
    try:
        folders = options.folders or shlex.split(text)
    except ValueError as error:
        raise UserError(f"TRACE={text}: {str(error).lower()}; quote a folder's name as in a shell") from error
    if not folders:
        raise UserError(f'no {what} TRACE="<folders>"')
    return [Path(folder) for folder in folders]


def run(options: argparse.Namespace) -> int:
    """Check all traces, then play those that can be played.

    Raises:
        UserError: an unknown name, a missing tool, or RTL that does not compile.
    """
    folders = chosen_folders(options, "traces given; make trace")
    if options.sim == NO_SIMULATOR:
        if options.attach is not None:
            raise UserError("SIM=none plays on the reference device alone: ATTACH needs SIM=verilator or SIM=icarus")
    else:
        simulator(options.sim, (NO_SIMULATOR,)).version()
        need_coverage_folder()
    family = chosen_family(options)
    checks = checked_traces(family, folders, options.config)
    if not self_check(family, options):
        return 1
    play = _on_model if options.sim == NO_SIMULATOR else _on_rtl
    verdicts = []
    for line in play(family, checks, options):
        print(line, flush=True)
        verdicts.append(line.verdict)
    print(tally(verdicts))
    return 1 if Verdict.FAIL in verdicts else 0


def checked_traces(family: Family, paths: Sequence[Path], config: str) -> list[TraceCheck]:
    """All traces in the given folders, each with a name of its own.

    Raises:
        UserError: something is malformed; each trace's own error was printed.
    """
    checks, errors = [], 0
    player = need_traces(family).player
    for folder in player.find(paths):
        try:
            checks.append(player.check(folder, config))
        except UserError as error:
            print(f"error: {error}", file=sys.stderr)
            errors += 1
    if errors:
        raise UserError(f"{errors} malformed, nothing was played")
    names = Counter(check.name for check in checks)
    return [replace(check, name=printable(check.folder)) if names[check.name] > 1 else check for check in checks]


def _on_model(family: Family, checks: Sequence[TraceCheck], options: argparse.Namespace) -> Iterator[TraceLine]:
    player = need_traces(family).player
    os.environ[ERRATA_VARIABLE] = options.errata
    for check in checks:
        if check.skip:
            yield TraceLine(Verdict.SKIP, check.name, check.skip)
        else:
            line = player.play_on_model(check.folder, options.config, strict=options.strict)
            yield replace(line, name=check.name)


def _on_rtl(family: Family, checks: Sequence[TraceCheck], options: argparse.Namespace) -> Iterator[TraceLine]:
    played = play_on_rtl(family, [check for check in checks if not check.skip], options)
    for check in checks:
        yield TraceLine(Verdict.SKIP, check.name, check.skip) if check.skip else played[check.name]
