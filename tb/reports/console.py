"""The result of a simulation on the console: a line a test, then what went wrong, then how to see it again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path
from shlex import quote
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tb.findings import Finding, Severity
from tb.outcome.results import Verdict
from tb.reports.summary import Row, rows, tally
from tb.runner.jobs.job import SimResult
from tb.runner.paths import shown
from tb.waves.view import SUFFIXES

LOG_WIDTH = 120
SHOWN_ERRORS = 5
"""Kinds of errors that are shown with all that is known of their first one."""
SHOWN_LINES = 12
"""Errors that are shown by a line alone: the same kinds about other registers, ports and units, and further kinds."""
SHOWN_WARNINGS = 5
STYLES = {Verdict.PASS: "green", Verdict.FAIL: "bold red", Verdict.SKIP: "yellow"}
FAIL = ("FAIL  ", STYLES[Verdict.FAIL])
_UNITS = ((1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns"))


def make_console(file: TextIO | None = None) -> Console:
    """A console with colours only on a terminal (and not where ``NO_COLOR`` is set), of fixed width elsewhere."""
    file = file or sys.stdout
    return Console(file=file, width=None if file.isatty() else LOG_WIDTH, highlight=False, markup=False, emoji=False)


def make_table(left: Iterable[str] = (), right: Iterable[str] = ()) -> Table:
    """A table without lines: columns of words, then columns of numbers, by their titles."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for title in left:
        table.add_column(title, no_wrap=True)
    for title in right:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def report(result: SimResult, console: Console, replay: Callable[[str], str] | None = None) -> None:
    """Print what came out of a simulation, and what its tests tell.

    Args:
        result: what came out.
        console: where to print.
        replay: the command that runs a test again, given its name, or all of them, given nothing.
    """
    shown_rows = rows(result.tests, result.records)
    if shown_rows:
        console.print(_table(shown_rows))
        console.print()
    for row in shown_rows:
        _notes(row, console)
    failed = [row for row in shown_rows if row.verdict is Verdict.FAIL]
    for row in failed:
        _failure(row, console)
    for row in shown_rows:
        _warnings(row, console)
    if result.problem:
        _line(console, Text.assemble(FAIL, result.problem))
    _paths(result, console)
    _line(
        console,
        Text(tally([row.verdict for row in shown_rows]), STYLES[Verdict.of(result.passed)]),
    )
    if not result.passed and replay is not None:
        for name in [row.name for row in failed] or [""]:
            console.print(Text(f"REPLAY  {replay(name)}", "bold"), soft_wrap=True)


def report_text(result: SimResult) -> str:
    """What `report` prints, for the message of a failed assertion."""
    file = StringIO()
    report(result, make_console(file))
    return file.getvalue()


def format_time(time_ns: float) -> str:
    """A time with the unit that suits it: ``12.3 us``."""
    size, unit = next((item for item in _UNITS if time_ns >= item[0]), _UNITS[-1])
    return f"{time_ns / size:.1f} {unit}"


def _table(shown_rows: Sequence[Row]) -> Table:
    table = make_table(("test", "result"), ("sim time", "wall", "ns/s"))
    table.add_column("scoreboard")
    for row in shown_rows:
        table.add_row(
            Text(row.name),
            Text(row.verdict, STYLES[row.verdict]),
            format_time(row.sim_time_ns) if row.sim_time_ns else "",
            f"{row.wall_s:.2f} s" if row.wall_s else "",
            f"{row.sim_time_ns / row.wall_s:,.0f}" if row.wall_s else "",
            Text(", ".join(f"{name} {count:,}" for name, count in row.record.counters.items())),
        )
    return table


def _notes(row: Row, console: Console) -> None:
    for line in row.record.notes:
        _line(console, Text(line), indent=2)
    if row.record.notes:
        console.print()


def _warnings(row: Row, console: Console) -> None:
    warnings = row.of_severity(Severity.WARNING)
    for finding in warnings[:SHOWN_WARNINGS]:
        _line(console, Text.assemble(("WARN  ", "yellow"), f"{row.name}: {finding.headline}"))
    total = sum(count for key, count in row.record.counts.items() if key.startswith(Severity.WARNING))
    if more := total - sum(finding.count for finding in warnings[:SHOWN_WARNINGS]):
        _line(console, Text(f"{more} more in the log", "dim"), indent=6)


def _failure(row: Row, console: Console) -> None:
    _line(console, Text.assemble(FAIL, (row.name, "bold")))
    errors = row.of_severity(Severity.ERROR)
    first = list(_first_of_each(errors, lambda finding: finding.kind))
    shown: set[str] = set()
    for finding in first[:SHOWN_ERRORS]:
        _line(console, Text(finding.headline), indent=2)
        for line in finding.details:
            if line not in shown:
                _line(console, Text(line, "dim"), indent=4)
        shown.update(finding.details)
    _others(errors, first[:SHOWN_ERRORS], console)
    if row.record.counts:
        _line(
            console,
            Text("in all: " + ", ".join(f"{count:,} x {kind}" for kind, count in row.record.counts.items())),
            indent=2,
        )
    if row.message and not errors:
        _line(console, Text(row.message), indent=2)
    console.print()


def _others(errors: Sequence[Finding], shown_before: Sequence[Finding], console: Console) -> None:
    """A line for each register, port and unit of which nothing was said yet: nothing new hides behind what is known."""
    others = [
        finding
        for finding in _first_of_each(errors, lambda finding: (finding.kind, finding.about))
        if finding not in shown_before
    ]
    for finding in others[:SHOWN_LINES]:
        _line(console, Text(finding.headline), indent=2)
    if (more := len(others) - SHOWN_LINES) > 0:
        _line(console, Text(f"{more} more of other registers, ports or units in the log", "dim"), indent=2)


def _first_of_each(findings: Sequence[Finding], key: Callable[[Finding], object]) -> Iterable[Finding]:
    """The first finding of each, in the order in which they were made: the others say the same again."""
    first: dict[object, Finding] = {}
    for finding in findings:
        first.setdefault(key(finding), finding)
    return first.values()


def _paths(result: SimResult, console: Console) -> None:
    console.print(Text.assemble(("log    ", "dim"), shown(result.log)), soft_wrap=True)
    if result.wave is not None:
        console.print(Text.assemble(("waves  ", "dim"), shown(result.wave)), soft_wrap=True)
        for line in open_lines(result.wave):
            console.print(Text.assemble(("open   ", "dim"), line), soft_wrap=True)


def open_lines(wave: Path) -> list[str]:
    """The commands that open waves with the signals that matter, where there are views of them."""
    save, commands = (wave.with_suffix(suffix) for suffix in SUFFIXES.values())
    lines = [f"gtkwave {quote(shown(save))}"] if save.is_file() else []
    if commands.is_file():
        lines.append(f"cd {quote(shown(wave.parent))} && surfer --command-file {commands.name} {wave.name}")
    return lines


def _line(console: Console, text: Text, indent: int = 0) -> None:
    """Print lines of text that a terminal wraps under their indentation and a log keeps whole."""
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent), expand=False))
    else:
        for line in text.split("\n"):
            console.print(Text(" " * indent) + line, soft_wrap=True)
