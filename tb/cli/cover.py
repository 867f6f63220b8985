"""``tb cover``: what the tests that ran have covered, and what not."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from models.nearest import did_you_mean
from tb.cli.options.option import add_option, number
from tb.cli.options.shared import add_code_coverage, add_device, chosen_family
from tb.code_coverage.annotated import annotated
from tb.code_coverage.merge import merge_code
from tb.code_coverage.recorded import CODE_FILE
from tb.code_coverage.sources import sources_of
from tb.code_coverage.waivers import WaiverError, read_waivers, waive
from tb.coverage.counts import Counts
from tb.coverage.covergroup import bins_of
from tb.coverage.explained import ExplanationError, explain, read_explanations
from tb.coverage.runs import CoverageFileError, Merged, merge
from tb.reports.code import report_code
from tb.reports.console import make_console
from tb.reports.coverage import report_coverage
from tb.runner.errors import UserError
from tb.runner.family.find import need
from tb.runner.family.parts import CoverageParts
from tb.runner.paths import COVERAGE, ROOT, shown
from tb.whole_file import write_whole

SUMMARY = "Print what the tests have covered, and what not."
EXAMPLES = """\
  python -m tb cover
  python -m tb cover --at-least 90"""
DEFAULT_PERCENT = "95.0"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_device(parser)
    add_option(parser, "group", "only groups whose name holds it (GROUP)")
    kind = number("AT_LEAST", float, lambda value: 0 <= value <= 100, "a percentage from 0 to 100")
    text = "fail below (AT_LEAST; default %(default)s)"
    add_option(parser, "at-least", text, default=DEFAULT_PERCENT, kind=kind, metavar="PERCENT")
    add_code_coverage(parser)
    parser.add_argument("--folder", type=Path, default=COVERAGE, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Merge the runs of a configuration, print the table and the holes, and write the merge as JSON.

    Raises:
        UserError: an unknown name, nothing was recorded, or a file is wrong.
    """
    family = chosen_family(options)
    coverage = need(family, lambda family: family.coverage, "coverage groups")
    if options.code_coverage:
        return _code(coverage, options)
    config = Path(options.config).stem
    merged = _merged(coverage, options)
    counts = {name: item for name, item in merged.counts.items() if not options.group or options.group in name}
    if not counts:
        near = did_you_mean(options.group, merged.counts)
        raise UserError(f"GROUP={options.group}: no group is called so; there are {', '.join(merged.counts)}{near}")
    try:
        explained = explain(read_explanations(coverage.explained_holes), merged.counts, config)
    except ExplanationError as error:
        raise UserError(str(error)) from error
    console = make_console()
    total = report_coverage(counts, explained, console, options.at_least)
    stale = [line for line in explained.stale if line.split(":")[0] in counts or not options.group]
    wrong = [line for item in counts.values() for line in item.impossible()]
    for line in wrong:
        console.print(f"WRONG {line}: was hit, and its cross says that it cannot be", soft_wrap=True)
    for line in stale:
        console.print(f"STALE {line}; correct {shown(coverage.explained_holes)}", soft_wrap=True)
    _say_runs(merged)
    written = _write(options.folder / f"{config}.merged.json", counts)
    print(f"{total.possible_percent:.1f} percent of what is possible, at least {options.at_least:g}; {shown(written)}")
    return 0 if total.possible_percent >= options.at_least and not wrong else 1


def _code(coverage: CoverageParts, options: argparse.Namespace) -> int:
    """Which code tests have reached: a table, and what is missing.

    Raises:
        UserError: nothing is recorded, or the file of waivers is wrong.
    """
    name, console = Path(options.config).stem, make_console()
    records = sorted((options.folder / name).rglob(CODE_FILE))
    code = merge_code(records, lambda what, why: console.print(f"left out: {what}: {why}", soft_wrap=True), ROOT)
    if not code.runs:
        raise UserError(
            f"no code is recorded for {name}; run make sim CONFIG={name} SIM=verilator CODE_COVERAGE=1, "
            f"or make test CODE_COVERAGE=1"
        )
    files = annotated(code)
    try:
        waivers = read_waivers(coverage.code_waivers)
    except WaiverError as error:
        raise UserError(str(error)) from error
    sources = sources_of(files, ROOT)
    waived = waive(waivers, files, sources, configs=code.configs, root=ROOT)
    percent = report_code(files, waived, sources, console, options.at_least)
    for line in (*(f"WRONG {line}" for line in waived.wrong), *(f"STALE {line}" for line in waived.stale)):
        console.print(f"{line}; correct {shown(coverage.code_waivers or ROOT)}", soft_wrap=True)
    if code.missed:
        print(f"{len(code.missed)} signals whose bits are not counted, since they are too wide: see the report")
    print(f"tests that ran: {len(code.tests)}, in {code.runs} runs of {', '.join(code.designs)}")
    print(f"{percent:.1f} percent of lines and branches that can be reached, at least {options.at_least:g}")
    return 0 if percent >= options.at_least and not waived.wrong else 1


def _merged(coverage: CoverageParts, options: argparse.Namespace) -> Merged:
    """All runs of a configuration.

    Raises:
        UserError: there are none, or a file is wrong.
    """
    name = Path(options.config).stem
    try:
        merged = merge(coverage.groups(options.config), options.folder / name)
    except CoverageFileError as error:
        raise UserError(str(error)) from error
    if not merged.runs:
        old = f" ({merged.outdated} ignored: coverage points changed since)" if merged.outdated else ""
        raise UserError(
            f"nothing is recorded for {name}{old}; run make test first, or make test CONFIG={name}, "
            f"or make sim with NPUVM_COVERAGE={shown(options.folder / name / 'mine')}"
        )
    return merged


def _say_runs(merged: Merged) -> None:
    if merged.outdated:
        many = "s" if merged.outdated > 1 else ""
        print(f"{merged.outdated} recording{many} ignored: coverage points changed since; run them again")
    print(f"tests that ran: {merged.runs}")


def _write(path: Path, counts: dict[str, Counts]) -> Path:
    """The merge for other tools: each item's bins with their hits, 0 where there were none."""
    data = {
        name: {item.name: {label: group.hit(item.name, label) for label in bins_of(item)} for item in group.group.items}
        for name, group in counts.items()
    }
    write_whole(path, json.dumps(data, indent=1))
    return path
