"""What was reached, by file: lines with how often and by which tests, decisions, terms of expressions, bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

import numpy as np
from numpy.typing import NDArray

from tb.code_coverage.merge import ReachedCode
from tb.code_coverage.points import Kind, Point

GENERATED_FOLDER = "generated"
BENCH_FOLDER = "tb"


class Origin(StrEnum):
    """Where a file comes from."""

    RTL = "rtl"
    GENERATED = "generated"
    """Written by a program of ours, from the register description or around a design."""
    BENCH = "bench"
    """HDL of the bench, such as memories: no part of what is tested."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is to be reached.

    Attributes:
        kind: what it is.
        line: on which line.
        column: where on the line; 0: all of it.
        text: of a branch which way, of an expression its terms with their values, of a toggle which bit.
        behind: of a branch the lines that are run with it, of the first line of a block the others.
        hits: how often it was reached.
        tests: numbers of the tests that reach it.
    """

    kind: Kind
    line: int
    column: int
    text: str
    behind: frozenset[int]
    hits: int
    tests: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FileCode:
    """A file.

    Attributes:
        file: its path, relative to the checkout where it lies inside.
        items: all that is to be reached, by line.
    """

    file: str
    items: tuple[Item, ...]

    @property
    def origin(self) -> Origin:
        """Where it comes from."""
        parts = PurePosixPath(self.file).parts
        if GENERATED_FOLDER in parts:
            return Origin.GENERATED
        return Origin.BENCH if parts[0] == BENCH_FOLDER else Origin.RTL

    @property
    def unit(self) -> str:
        """What it belongs to: its folder."""
        return str(PurePosixPath(self.file).parent)


def annotated(code: ReachedCode) -> tuple[FileCode, ...]:
    """All files, in order."""
    by_file: dict[str, list[int]] = {}
    for number, point in enumerate(code.points):
        by_file.setdefault(point.file, []).append(number)
    return tuple(FileCode(file, tuple(_items(code, numbers))) for file, numbers in sorted(by_file.items()))


def _items(code: ReachedCode, numbers: list[int]) -> Iterator[Item]:
    """The items of a file: its lines, and each point that is more than a block of lines."""
    columns = {number: code.hits[:, number] for number in numbers}
    lines: dict[int, NDArray[np.int64]] = {}
    blocks: dict[int, frozenset[int]] = {}
    for number in numbers:
        point = code.points[number]
        for line in point.covered:
            known = lines.get(line)
            lines[line] = columns[number] if known is None else np.maximum(known, columns[number])
        if not _is_item(point):
            blocks[point.line] = blocks.get(point.line, frozenset()) | _behind(point)
    found = [_item(Kind.LINE, line, hits, behind=blocks.get(line, frozenset())) for line, hits in lines.items()]
    found += [_point_item(code.points[number], columns[number]) for number in numbers if _is_item(code.points[number])]
    yield from sorted(found, key=lambda item: (item.line, list(Kind).index(item.kind), item.column, item.text))


def _is_item(point: Point) -> bool:
    return point.kind is not Kind.LINE


def _point_item(point: Point, hits: NDArray[np.int64]) -> Item:
    return _item(point.kind, point.line, hits, column=point.column, text=point.text, behind=_behind(point))


def _behind(point: Point) -> frozenset[int]:
    return frozenset(point.covered) - {point.line}


def _item(
    kind: Kind,
    line: int,
    hits: NDArray[np.int64],
    *,
    column: int = 0,
    text: str = "",
    behind: frozenset[int] = frozenset(),
) -> Item:
    return Item(kind, line, column, text, behind, int(hits.sum()), tuple(np.flatnonzero(hits).tolist()))
