"""A fault as data: where it is and what is changed there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Form(StrEnum):
    """How a place chooses between its own text and a changed one: an ``if`` around a statement, or a ``?:``."""

    STATEMENT = "statement"
    VALUE = "value"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of a source file, in bytes.

    Attributes:
        path: the file.
        start: its first byte.
        end: the byte behind its last one.
    """

    path: Path
    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The smallest statement, value or condition that can be exchanged as a whole without changing anything else.

    Attributes:
        span: where it is.
        form: how it is exchanged.
    """

    span: Span
    form: Form


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """A change of text within a place.

    Attributes:
        start: the first byte in the file that is replaced.
        end: the byte behind the last one.
        kind: what sort of fault it is, such as ``operator``.
        text: what stands there instead.
    """

    start: int
    end: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True, order=True)
class RtlFault:
    """One change at one place.

    Attributes:
        place: where.
        change: what.
        line: the line of the change, from 1.
        original: the place's text on one line.
        changed: the same with the change; empty if nothing is left.
        nth: which one it is of those in its file that read the same, from 1.
    """

    place: Place
    change: Change
    line: int
    original: str
    changed: str
    nth: int = 1

    @property
    def path(self) -> Path:
        """The file that it is in."""
        return self.place.span.path

    @property
    def kind(self) -> str:
        """What sort of fault it is."""
        return self.change.kind


def changed_text(source: bytes, place: Place, change: Change) -> str:
    """A place's text with one change in it."""
    before, after = source[place.span.start : change.start], source[change.end : place.span.end]
    return (before + change.text.encode() + after).decode()


def one_line(text: str) -> str:
    """A text with its comments and line ends taken out, so that it reads the same however it is laid out."""
    lines = (line.split("//", 1)[0] for line in text.splitlines())
    return " ".join(" ".join(lines).split())
