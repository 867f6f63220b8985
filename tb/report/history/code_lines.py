"""Code coverage line by line: what is kept of a file, and what of it another report has lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tb.code_coverage.annotated import Origin
from tb.code_coverage.points import Kind
from tb.code_coverage.waivers import source_hash
from tb.report.history.packed import (
    Bits,
    DamagedArrayError,
    Numbers,
    pack_bits,
    pack_numbers,
    unpack_bits,
    unpack_numbers,
)
from tb.report.history.record import KeptCode
from tb.report.left_out import LeaveOut
from tb.report.panels.code import Code, CodeFile


@dataclass(frozen=True, slots=True)
class LineItems:
    """Items of a file, of one kind, line by line.

    Attributes:
        at: numbers of them in the file's `CodeItems`.
        lines: of each the hash of its line and of those around it, uint32.
        reached: of each whether it was reached.
    """

    at: list[int]
    lines: Numbers
    reached: Bits


def files_of_rtl(code: Code | None) -> tuple[CodeFile, ...]:
    """The files of what is tested, without HDL of the bench."""
    return tuple(file for file in code.files if file.origin != Origin.BENCH) if code else ()


def line_items(file: CodeFile) -> Mapping[str, LineItems]:
    """The items of a file by kind; those whose line is not there are left out."""
    hashes: dict[int, int] = {}
    for line in dict.fromkeys(file.items.line):
        if 0 < line <= len(file.source):
            hashes[line] = crc32(source_hash(file.source, line).encode())
    found = {}
    for kind in Kind:
        at = [number for number, own in enumerate(file.items.kind) if own == kind and file.items.line[number] in hashes]
        if at:
            lines = np.array([hashes[file.items.line[number]] for number in at], np.uint32)
            found[str(kind)] = LineItems(at, lines, np.array([file.items.hits[number] > 0 for number in at], bool))
    return found


def kept_code(file: CodeFile) -> dict[str, KeptCode]:
    """What is kept of a file, by kind."""
    return {
        kind: KeptCode(lines=pack_numbers(items.lines), reached=pack_bits(items.reached))
        for kind, items in line_items(file).items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class LostCode:
    """Something that was reached and is not any more.

    Attributes:
        file: its file.
        line: its line, as the file is now.
        kind: line, branch, expression or toggle.
        text: of a branch which way, of an expression its terms, of a toggle which bit; empty for a line.
        source: the line, without blanks at its ends.
    """

    file: str
    line: int
    kind: str
    text: str
    source: str


def lost_code(code: Code | None, before: Mapping[str, Mapping[str, KeptCode]], leave_out: LeaveOut) -> list[LostCode]:
    """What was reached in the RTL before and is not any more.

    Lines are found again by their text and that of those around them, wherever they are now; those that a change has
    made other lines are left out.

    Args:
        code: code coverage as it is.
        before: what was kept of it.
        leave_out: gets what cannot be compared.
    """
    files = {file.file: file for file in files_of_rtl(code)}
    lost = []
    for name, kinds in before.items():
        file = files.get(name)
        if file is None:
            leave_out.add(f"code of {name}", "nothing was counted of that file this time")
            continue
        now = line_items(file)
        for kind, kept in kinds.items():
            if kind not in now:
                leave_out.add(f"code of {name}", f"nothing was counted of that kind this time: {kind}")
                continue
            try:
                places, unmatched = _lost_places(now[kind], kept)
            except DamagedArrayError as error:
                leave_out.add(f"code of {name}", f"damaged in the record: {error}")
                continue
            lost += [_lost(file, now[kind].at[place]) for place in places]
            if unmatched:
                leave_out.add(f"code of {name}", f"{kind}: its text, or that around it, has changed since", unmatched)
    return lost


def _lost_places(now: LineItems, kept: KeptCode) -> tuple[NDArray[np.intp], int]:
    """Places that were reached before only, and how many that were reached before are not found again."""
    lines = unpack_numbers(kept.lines)
    reached = unpack_bits(kept.reached, len(lines))
    was, unmatched = np.zeros(len(now.reached), bool), reached.copy()
    for mine, theirs in _matched(now.lines, lines):
        was[mine], unmatched[theirs] = reached[theirs], False
    return np.flatnonzero(was & ~now.reached), int(unmatched.sum())


def _matched(now: Numbers, before: Numbers) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Places that are those of the same lines, in order: of lines that have as many as before."""
    if np.array_equal(now, before):
        yield np.arange(len(now)), np.arange(len(now))
        return
    for line in np.intersect1d(now, before):
        mine, theirs = np.flatnonzero(now == line), np.flatnonzero(before == line)
        if len(mine) == len(theirs):
            yield mine, theirs


def _lost(file: CodeFile, at: int) -> LostCode:
    items, line = file.items, file.items.line[at]
    return LostCode(
        file=file.file, line=line, kind=items.kind[at], text=items.text[at], source=file.source[line - 1].strip()
    )
