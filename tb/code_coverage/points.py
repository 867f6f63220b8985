"""A point of the code that is counted: a block of lines, a way out of a decision, terms of an expression, a bit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum

CONTINUED = "block"
"""What Verilator calls a block of lines that no decision leads to."""


class NotCountedError(ValueError):
    """A point is of a kind that nobody asked for."""


class Kind(StrEnum):
    """What a point is of."""

    LINE = "line"
    BRANCH = "branch"
    """A way out of a decision, with the lines behind it."""
    EXPRESSION = "expression"
    TOGGLE = "toggle"


_KINDS = {"line": Kind.LINE, "branch": Kind.BRANCH, "expr": Kind.EXPRESSION, "toggle": Kind.TOGGLE}


@dataclass(frozen=True, slots=True)
class Point:
    """One point, of all instances of a module together.

    Attributes:
        file: its file, relative to the checkout where it lies inside.
        line: where it begins.
        column: where on the line.
        kind: what it is of.
        text: of a branch which way, of an expression its terms with their values, of a toggle which bit.
        lines: numbers and ranges of the lines that are run with it, such as ``7-9,12``.
    """

    file: str
    line: int
    column: int
    kind: Kind
    text: str
    lines: str = ""

    @classmethod
    def of_verilator(cls, kind: str, *, file: str, line: int, column: int, text: str, lines: str) -> Point:
        """A point as Verilator writes it.

        Raises:
            NotCountedError: of a kind that is not asked for.
            ValueError: its lines are none.
        """
        if kind not in _KINDS:
            raise NotCountedError(f"kind {kind!r}")
        ours = _KINDS[kind]
        if ours is Kind.LINE and text != CONTINUED:
            ours = Kind.BRANCH  # Verilator counts only decisions with two ways as branches
        point = cls(file, line, column, ours, text, lines)
        list(point.covered)
        return point

    @property
    def covered(self) -> Iterator[int]:
        """The lines that are run with it, its own among them; of expressions and bits none."""
        if self.kind in (Kind.LINE, Kind.BRANCH):
            yield self.line
            for part in filter(None, self.lines.split(",")):
                first, _, last = part.partition("-")
                yield from range(int(first), int(last or first) + 1)


def points_text(points: Sequence[Point]) -> str:
    """Points as a text; files are named once."""
    files = list(dict.fromkeys(point.file for point in points))
    numbers = {file: number for number, file in enumerate(files)}
    rows = [(numbers[point.file], *astuple(point)[1:]) for point in points]
    return json.dumps({"files": files, "points": rows}, separators=(",", ":"))


def points_from(text: str) -> tuple[Point, ...]:
    """The points of a text.

    Raises:
        ValueError: it is none of `points_text`; KeyError, TypeError, IndexError likewise.
    """
    data = json.loads(text)
    files: list[str] = data["files"]
    return tuple(
        Point(files[file], line, column, Kind(kind), words, lines)
        for file, line, column, kind, words, lines in data["points"]
    )
