"""Playing traces on RTL: all of them in one simulation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

from tb.cli.options.design import chosen_design
from tb.cli.simulation import TAPS_HINT, simulate
from tb.outcome.results import Verdict
from tb.outcome.traces import TraceLine, line_of_record
from tb.reports.console import make_console, open_lines
from tb.runner.family.family import Family
from tb.runner.family.find import need
from tb.runner.family.traces import TraceCheck, TraceParts
from tb.runner.jobs.job import SimResult
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.jobs.trace_job import TRACES_VARIABLE, TraceJob
from tb.runner.paths import shown

TRACES_FILE = "traces.json"


def need_traces(family: Family) -> TraceParts:
    """What a family can play again.

    Raises:
        UserError: it has no traces.
    """
    return need(family, lambda family: family.traces, "traces")


def play_on_rtl(family: Family, checks: Sequence[TraceCheck], options: argparse.Namespace) -> Mapping[str, TraceLine]:
    """Play traces in one simulation.

    Returns:
        A line for each trace, by its name: one that the simulation did not come to has failed.

    Raises:
        UserError: a missing tool, or RTL that does not compile.
    """
    if not checks:
        return {}
    run_dir = new_run_dir(f"trace-{options.sim}")
    traces = run_dir / TRACES_FILE
    TraceJob(options.strict, {check.name: check.folder for check in checks}).write(traces)
    design, console = chosen_design(family, options), make_console(sys.stderr)
    env, modules = {TRACES_VARIABLE: str(traces)}, need_traces(family).modules
    result = simulate(design, modules, options, run_dir=run_dir, console=console, env=env)
    _say_where(result)
    if not result.passed and not options.taps and options.attach is None:
        print(TAPS_HINT, file=sys.stderr)
    lines = {record.name: line_of_record(record) for record in result.records}
    return {check.name: lines.get(check.name) or _not_played(check, result) for check in checks}


def _not_played(check: TraceCheck, result: SimResult) -> TraceLine:
    failed = [f"{test.name}: {test.message}" for test in result.tests if test.verdict is Verdict.FAIL]
    why = (result.problem or "; ".join(failed) or "no verdict").splitlines()[0]
    return TraceLine(
        Verdict.FAIL, check.name, f"the simulation did not come to its end: {why}; log {shown(result.log)}"
    )


def _say_where(result: SimResult) -> None:
    """The paths go to standard error: standard output has the verdicts only."""
    print(f"log    {shown(result.log)}", file=sys.stderr)
    if result.wave is not None:
        print(f"waves  {shown(result.wave)}", file=sys.stderr)
        for line in open_lines(result.wave):
            print(f"open   {line}", file=sys.stderr)
