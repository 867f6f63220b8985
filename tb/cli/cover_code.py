"""``tb cover --code-coverage``: which code of the RTL the tests that ran have reached, and which not."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from models.nearest import did_you_mean
from tb.cli.simulation import make_command
from tb.code_coverage.annotated import Origin, annotated
from tb.code_coverage.merge import merge_code
from tb.code_coverage.recorded import CODE_FILE
from tb.code_coverage.sources import sources_of
from tb.code_coverage.waivers import WaiverError, read_waivers, waive
from tb.reports.code import report_code
from tb.reports.coverage import SHOWN_HOLES, report_verdict
from tb.runner.errors import UserError
from tb.runner.family.parts import CoverageParts
from tb.runner.paths import ROOT, shown


def cover_code(coverage: CoverageParts, options: argparse.Namespace, console: Console) -> int:
    """Print which code of the RTL tests have reached: a table, and what is missing.

    Args:
        coverage: what the family has of coverage.
        options: of the command; `options.config` names a configuration.
        console: where to print.

    Returns:
        The exit status.

    Raises:
        UserError: nothing is recorded, no unit is called so, or the file of waivers is wrong.
    """
    name = Path(options.config).stem
    records = sorted((options.folder / name).rglob(CODE_FILE))
    code = merge_code(records, lambda what, why: console.print(f"left out: {what}: {why}", soft_wrap=True), ROOT)
    if not code.runs:
        raise UserError(
            f"no code is recorded for {name}; run make sim CONFIG={name} SIM=verilator CODE_COVERAGE=1, "
            f"or make test CODE_COVERAGE=1"
        )
    every = annotated(code)
    units = dict.fromkeys(file.unit for file in every if file.origin is Origin.RTL)
    if options.group and not any(options.group in unit for unit in units):
        near = did_you_mean(options.group, units)
        raise UserError(f"GROUP={options.group}: no unit is called so; there are {', '.join(units)}{near}")
    files = [file for file in every if not options.group or options.group in file.unit]
    try:
        waivers = read_waivers(coverage.code_waivers)
    except WaiverError as error:
        raise UserError(str(error)) from error
    sources = sources_of(every, ROOT)
    waived = waive(waivers, every, sources, configs=code.configs, root=ROOT)
    most = None if options.group else SHOWN_HOLES
    percent = report_code(files, waived, sources, console, options.at_least, most=most)
    for line in (*(f"WRONG {line}" for line in waived.wrong), *(f"STALE {line}" for line in waived.stale)):
        console.print(f"{line}; correct {shown(coverage.code_waivers or ROOT)}", soft_wrap=True)
    if most is not None:
        whose = {"FAMILY": options.family}
        report = make_command("report", whose)
        cover = make_command("cover", {**whose, "CONFIG": options.config, "CODE_COVERAGE": options.code_coverage})
        console.print(f"all holes, and the sources: {report}; of a unit: {cover} GROUP=<unit>", soft_wrap=True)
    if code.missed:
        console.print(f"{len(code.missed):,} signals too wide for their bits to be counted: see the report")
    designs = ", ".join(code.designs)
    console.print(f"tests that passed: {len(code.tests):,}, in {code.runs:,} runs of {designs}", soft_wrap=True)
    of, at_least = "of lines and branches that can be reached", options.at_least
    well = report_verdict(percent, of, console, at_least=at_least, wrong=bool(waived.wrong))
    return 0 if well else 1
