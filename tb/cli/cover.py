"""``tb cover``: what the tests that ran have covered, and what not."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console

from models.nearest import did_you_mean
from tb.cli.cover_code import cover_code
from tb.cli.options.option import add_option, number
from tb.cli.options.shared import add_code_coverage, add_device, chosen_family
from tb.cli.simulation import make_command
from tb.coverage.counts import Counts
from tb.coverage.covergroup import bins_of
from tb.coverage.explained import ExplanationError, explain, read_explanations
from tb.coverage.runs import Merged, merge
from tb.coverage.simulations import not_played
from tb.reports.console import make_console
from tb.reports.coverage import SHOWN_HOLES, report_coverage, report_verdict
from tb.runner.errors import UserError
from tb.runner.family.find import need
from tb.runner.family.parts import CoverageParts
from tb.runner.paths import COVERAGE, shown
from tb.whole_file import write_whole

SUMMARY = "Print what the tests have covered, and what not."
EXAMPLES = """\
  python -m tb cover
  python -m tb cover --group bdma
  python -m tb cover --at-least 90"""
DEFAULT_PERCENT = "95.0"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_device(parser)
    text = "only groups, or units of the RTL, whose name holds it, with all their holes (GROUP)"
    add_option(parser, "group", text)
    kind = number("AT_LEAST", float, lambda value: 0 <= value <= 100, "a percentage from 0 to 100")
    text = "the exit status is 1 below (AT_LEAST; default %(default)s)"
    add_option(parser, "at-least", text, default=DEFAULT_PERCENT, kind=kind, metavar="PERCENT")
    add_code_coverage(parser)
    parser.add_argument("--folder", type=Path, default=COVERAGE, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Merge the runs of a configuration, print the table and the holes, and write the merge as JSON.

    Returns:
        0 where as much was hit as is wanted, and nothing is wrong; else 1.

    Raises:
        UserError: an unknown name, nothing was recorded, or a file is wrong.
    """
    family = chosen_family(options)
    coverage = need(family, lambda family: family.coverage, "coverage groups")
    console = make_console()
    return (cover_code if options.code_coverage else _cover_bins)(coverage, options, console)


def _cover_bins(coverage: CoverageParts, options: argparse.Namespace, console: Console) -> int:
    """Which bins tests have hit.

    Raises:
        UserError: nothing is recorded, no group is called so, or the file of explanations is wrong.
    """
    config = Path(options.config).stem
    merged = _merged(coverage, options, console)
    counts = {name: item for name, item in merged.counts.items() if not options.group or options.group in name}
    if not counts:
        near = did_you_mean(options.group, merged.counts)
        raise UserError(f"GROUP={options.group}: no group is called so; there are {', '.join(merged.counts)}{near}")
    try:
        explained = explain(read_explanations(coverage.explained_holes), merged.counts, config)
    except ExplanationError as error:
        raise UserError(str(error)) from error
    most = None if options.group else SHOWN_HOLES
    total = report_coverage(counts, explained, console, options.at_least, most=most)
    stale = [line for line in explained.stale if line.split(":")[0] in counts or not options.group]
    wrong = [line for item in counts.values() for line in item.impossible()]
    for line in wrong:
        console.print(f"WRONG {line}: was hit, and its cross says that it cannot be", soft_wrap=True)
    for line in stale:
        console.print(f"STALE {line}; correct {shown(coverage.explained_holes)}", soft_wrap=True)
    if most is not None:
        whose = {"FAMILY": options.family}
        report, cover = make_command("report", whose), make_command("cover", {**whose, "CONFIG": options.config})
        rest = f"all holes, and the {total.explained:,} bins that are explained"
        console.print(f"{rest}: {report}; of a group: {cover} GROUP=<group>", soft_wrap=True)
    written = _write(options.folder / f"{config}.merged.json", counts)
    console.print(f"tests that passed: {merged.runs}; each bin: {shown(written)}", soft_wrap=True)
    _say_not_played(options, config, console)
    percent, at_least = total.possible_percent, options.at_least
    well = report_verdict(percent, "of what is possible", console, at_least=at_least, wrong=bool(wrong))
    return 0 if well else 1


def _merged(coverage: CoverageParts, options: argparse.Namespace, console: Console) -> Merged:
    """All runs of a configuration.

    Raises:
        UserError: there are none.
    """
    name = Path(options.config).stem
    merged = merge(coverage.groups(options.config), options.folder / name)
    for path in merged.damaged:
        console.print(f"left out: {shown(path)}: no record of coverage; run its test again", soft_wrap=True)
    if not merged.runs:
        old = f" ({merged.outdated} ignored: coverage points changed since)" if merged.outdated else ""
        raise UserError(
            f"nothing is recorded for {name}{old}; run make test first, or make test CONFIG={name}, "
            f"or make sim with NPUVM_COVERAGE={shown(options.folder / name / 'mine')}"
        )
    if merged.outdated:
        many = "s" if merged.outdated > 1 else ""
        console.print(f"{merged.outdated} recording{many} ignored: coverage points changed since; run them again")
    return merged


def _say_not_played(options: argparse.Namespace, config: str, console: Console) -> None:
    """What belongs to coverage too, and has left nothing so far."""
    missing = not_played(options.folder, config)
    parts = {"make test": missing.test, "make long": missing.long}
    words = [f"{command} plays {count}" for command, count in parts.items() if count]
    if words:
        text = f"not played yet: {missing.count} of {missing.all} simulations of {config}, which count too: "
        console.print(f"{text}{', '.join(words)} of them", soft_wrap=True)


def _write(path: Path, counts: dict[str, Counts]) -> Path:
    """The merge for other tools: each item's bins with their hits, 0 where there were none."""
    data = {
        name: {item.name: {label: group.hit(item.name, label) for label in bins_of(item)} for item in group.group.items}
        for name, group in counts.items()
    }
    write_whole(path, json.dumps(data, indent=1))
    return path
