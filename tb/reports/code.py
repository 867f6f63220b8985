"""Code coverage on the console: a line a unit, then what was not reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tb.code_coverage.annotated import FileCode, Item, Origin
from tb.code_coverage.points import Kind
from tb.code_coverage.shares import Share, shares_of
from tb.code_coverage.waivers import Waived, Waiver, source_hash
from tb.reports.console import LOG_WIDTH, make_table
from tb.reports.coverage import GOOD, HOLE, POOR

TITLES = {Kind.LINE: "lines", Kind.BRANCH: "branches", Kind.EXPRESSION: "expressions", Kind.TOGGLE: "bits"}
JUDGED = (Kind.LINE, Kind.BRANCH)
"""What the limit is about; terms of an expression may exclude each other, and nobody tells the tool."""
LISTED = (Kind.LINE, Kind.BRANCH)
DOTS = "..."


@dataclass(frozen=True, slots=True)
class CodeHole:
    """A branch or a line that was not reached.

    Attributes:
        place: its file, its line, what it is.
        text: the line.
        behind: how many lines were not reached since it was not.
        hash: what a waiver calls it.
        waiver: why it was not reached, if that is known.
    """

    place: str
    text: str
    behind: int
    hash: str
    waiver: Waiver | None


def report_code(
    files: Sequence[FileCode],
    waived: Waived,
    sources: Mapping[str, Sequence[str]],
    console: Console,
    at_least: float,
    *,
    most: int | None,
) -> float:
    """Print the table and the holes of our RTL, or of the user's.

    Args:
        files: what was reached.
        waived: what waivers come to.
        sources: the lines of each file.
        console: where to print.
        at_least: percent below which a line is not good.
        most: how many holes are shown, those with the most lines behind them first; None: all, in the order of the
            files, with their whole lines, the waived ones too.

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
    holes = [hole for file in rtl for hole in _holes(file, waived, sources.get(file.file, ()))]
    if most is None:
        for hole in holes:
            console.print(_whole_line(hole), soft_wrap=True)
    else:
        _print_most([hole for hole in holes if hole.waiver is None], most, console)
    return sum((total.get(kind, Share()) for kind in JUDGED), Share()).percent


def _row(table: Table, name: str, shares: Mapping[Kind, Share], kinds: Sequence[Kind], at_least: float) -> None:
    cells = [Text(name)]
    for kind in kinds:
        share = shares.get(kind)
        text = "" if share is None else f"{share.percent:.1f} of {share.all - share.unreachable:,}"
        cells.append(Text(text, GOOD if share is None or share.percent >= at_least else POOR))
    table.add_row(*cells)


def _holes(file: FileCode, waived: Waived, lines: Sequence[str]) -> Iterator[CodeHole]:
    """What of a file was not reached: branches, and those lines that are behind none of them."""
    holes = [item for item in file.items if not item.hits and item.kind in LISTED]
    missed = {item.line for item in holes if item.kind is Kind.LINE}
    behind = {line for item in holes for line in item.behind}
    for item in holes:
        if item.kind is Kind.LINE and (item.line in behind or any(_is_here(other, item) for other in holes)):
            continue
        text = lines[item.line - 1].strip() if item.line <= len(lines) else ""
        yield CodeHole(
            place=f"{file.file}:{item.line}: {item.text or 'line'}",
            text=text,
            behind=len(missed & item.behind),
            hash=source_hash(lines, item.line) if text else "",
            waiver=waived.of(file.file, item),
        )


def _print_most(holes: Sequence[CodeHole], most: int, console: Console) -> None:
    """Those with the most lines behind them; of equal ones those that come first."""
    ordered = sorted(holes, key=lambda hole: -hole.behind)
    for hole in ordered[:most]:
        console.print(_short_line(hole), soft_wrap=True)
    if len(ordered) > most:
        console.print(f"      and {len(ordered) - most:,} other branches and lines")


def _short_line(hole: CodeHole) -> Text:
    tail = f" (and {hole.behind:,} line{'s' if hole.behind > 1 else ''})" if hole.behind else ""
    room = LOG_WIDTH - len(HOLE[0]) - len(hole.place) - len(tail) - len(hole.hash) - len(":   ")
    text = hole.text if len(hole.text) <= room else hole.text[: max(0, room - len(DOTS))] + DOTS
    return Text.assemble(HOLE, f"{hole.place}: {text}{tail}", (f"  {hole.hash}", "dim"))


def _whole_line(hole: CodeHole) -> Text:
    text = f"{hole.place}: {hole.text}"
    if hole.waiver is None:
        return Text.assemble(HOLE, text, (f"  {hole.hash}", "dim"))
    word = "unreachable" if hole.waiver.unreachable else "waived"
    return Text(f"      {text}: {word}: {hole.waiver.reason}", "dim")


def _is_here(other: Item, line: Item) -> bool:
    return other.kind is Kind.BRANCH and other.line == line.line
