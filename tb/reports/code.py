"""Code coverage on the console: a line a unit, then what was not reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tb.code_coverage.annotated import FileCode, Item, Origin
from tb.code_coverage.points import Kind
from tb.code_coverage.shares import Share, shares_of
from tb.code_coverage.waivers import Waived, source_hash
from tb.reports.console import make_table
from tb.reports.coverage import GOOD, POOR

TITLES = {Kind.LINE: "lines", Kind.BRANCH: "branches", Kind.EXPRESSION: "expressions", Kind.TOGGLE: "bits"}
JUDGED = (Kind.LINE, Kind.BRANCH)
"""What the limit is about; terms of an expression may exclude each other, and nobody tells the tool."""
LISTED = (Kind.LINE, Kind.BRANCH)


def report_code(
    files: Sequence[FileCode],
    waived: Waived,
    sources: Mapping[str, Sequence[str]],
    console: Console,
    at_least: float,
) -> float:
    """Print the table and the holes of our RTL, or of the user's.

    Args:
        files: what was reached.
        waived: what waivers come to.
        sources: the lines of each file.
        console: where to print.
        at_least: percent below which a line is not good.

    Returns:
        Percent of lines and branches together, of what can be reached.
    """
    rtl = [file for file in files if file.origin is Origin.RTL]
    total = shares_of(rtl, waived)
    kinds = tuple(total)
    table = make_table(("unit",), tuple(TITLES[kind] for kind in kinds))
    for unit in dict.fromkeys(file.unit for file in rtl):
        _row(table, unit, shares_of([file for file in rtl if file.unit == unit], waived), kinds, at_least)
    _row(table, "all", total, kinds, at_least)
    generated = shares_of([file for file in files if file.origin is Origin.GENERATED], waived)
    _row(table, "generated", generated, kinds, at_least)
    console.print(table)
    for file in rtl:
        for line in _hole_lines(file, waived, sources.get(file.file, ())):
            console.print(line, soft_wrap=True)
    return sum((total.get(kind, Share()) for kind in JUDGED), Share()).percent


def _row(table: Table, name: str, shares: Mapping[Kind, Share], kinds: Sequence[Kind], at_least: float) -> None:
    cells = [Text(name)]
    for kind in kinds:
        share = shares.get(kind)
        text = "" if share is None else f"{share.percent:.1f} of {share.all - share.unreachable:,}"
        cells.append(Text(text, GOOD if share is None or share.percent >= at_least else POOR))
    table.add_row(*cells)


def _hole_lines(file: FileCode, waived: Waived, lines: Sequence[str]) -> Iterator[Text]:
    """What of a file was not reached: branches, and those lines that are behind none of them."""
    holes = [item for item in file.items if not item.hits and item.kind in LISTED]
    behind = {line for item in holes for line in item.behind}
    for item in holes:
        if item.kind is Kind.LINE and (item.line in behind or any(_is_here(other, item) for other in holes)):
            continue
        text = lines[item.line - 1].strip() if item.line <= len(lines) else ""
        place = f"{file.file}:{item.line}: {item.text or 'line'}: {text}"
        reason = waived.of(file.file, item)
        if reason is not None:
            yield Text(f"      {place}: {'unreachable' if reason.unreachable else 'waived'}: {reason.reason}", "dim")
        else:
            mark = source_hash(lines, item.line) if text else ""
            yield Text.assemble(("HOLE  ", POOR), place, (f"  {mark}", "dim"))


def _is_here(other: Item, line: Item) -> bool:
    return other.kind is Kind.BRANCH and other.line == line.line
