"""Changes of the behavioural RTL made by hand: found by their text, and planted all at once.

A build serves as many of them as have a `Form`: each simulation chooses one by its number, as with faults planted by
machine (`tb/mutation/faults/plant.py`).
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

import pytest

from tb.mutation.by_hand import TriedFault, write_tried
from tb.mutation.faults.fault import Change, Form, Place, RtlFault, Span, one_line
from tb.runner.family.family import Family
from tb.runner.versions import commit


@dataclass(frozen=True, kw_only=True)
class HandFault:
    """One change; a device family's own class says which family that is.

    Attributes:
        family: whose RTL is changed.
        name: what the fault is, in words with dashes.
        file: the file that it is in, relative to the folder of the RTL.
        text: what stands there, once in `within`.
        replacement: what is put there instead.
        config: the configuration that it is simulated in.
        within: what stands around the text, once in the whole file; empty if that is the file.
        form: what the text is, for `text` and `replacement` to stand side by side: a ``VALUE`` (an expression, as a
            condition, the right side of an assignment or a part of one) or a ``STATEMENT`` of a process or a function,
            with its semicolon; None if it is neither, so that the fault needs a build of its own.
    """

    family: ClassVar[Family]
    name: str
    file: str
    text: str
    replacement: str
    config: str
    within: str = ""
    form: Form | None = Form.VALUE

    def __str__(self):
        return self.name

    @property
    def path(self):
        """The file."""
        return self.family.mutation.folder / self.file

    @property
    def start(self):
        """Where in the file's bytes the text begins."""
        source = self.path.read_text()
        within = self.within or source
        for text, whole, where in ((within, source, self.file), (self.text, within, self.within or self.file)):
            if (found := whole.count(text)) != 1:
                raise ValueError(
                    f"planted fault {self.name}: {text!r} is {found} times in {where!r}, must be there once; "
                    f"look up what became of that line"
                )
        return len(source[: source.index(within) + within.index(self.text)].encode())

    @property
    def span(self):
        """Where the text stands."""
        return Span(self.path, self.start, self.start + len(self.text.encode()))

    @property
    def changed(self):
        """The file's text with the fault in it."""
        span, source = self.span, self.path.read_bytes()
        return (source[: span.start] + self.replacement.encode() + source[span.end :]).decode()

    def tried(self, *, test, checker, expected=""):
        """Note what became of it, for the report: which test caught it, or should have, and its first error's kind."""
        write_tried(
            self.family.name,
            TriedFault(
                name=self.name,
                file=self.file,
                original=one_line(self.text),
                changed=one_line(self.replacement),
                config=self.config,
                test=test,
                checker=checker,
                expected=expected,
                time=datetime.now(UTC).isoformat(timespec="seconds"),
                commit=commit(),
            ),
        )

    def placed(self):
        """The fault as `plant` takes it."""
        span = self.span
        # in a block, so that no `if` in it takes the `else` behind it
        text = f"begin {self.replacement} end" if self.form is Form.STATEMENT else self.replacement
        return RtlFault(
            place=Place(span, self.form),
            change=Change(span.start, span.end, "by hand", text),
            line=self.path.read_bytes().count(b"\n", 0, span.start) + 1,
            original=one_line(self.text),
            changed=one_line(self.replacement),
        )


def check_planted(faults):
    """Hold that no two faults share a name, and that each changes its file: what stands there may have moved on.

    Raises:
        ValueError: a fault's text is not in its file once.
        AssertionError: two faults of one name, or one that changes nothing.
    """
    assert len({fault.name for fault in faults}) == len(faults)
    assert not [fault.name for fault in faults if fault.changed == fault.path.read_text()]


def numbers_of(faults, quick):
    """The numbers of numbered faults, as parameters of a test; `make test` plays the first so many."""
    return [
        pytest.param(number, id=str(fault), marks=() if number <= quick else pytest.mark.long)
        for number, fault in faults.items()
    ]


def side_by_side(faults):
    """Faults by their numbers, as `plant` takes them: one that stands within another one's place takes that place."""
    placed = {number: fault.placed() for number, fault in faults.items()}
    outer = None
    for number in sorted(placed, key=lambda number: _outermost_first(placed[number])):
        place = placed[number].place
        if outer is None or outer.span.path != place.span.path or outer.span.end <= place.span.start:
            outer = place
        elif place.span.end <= outer.span.end:
            placed[number] = replace(placed[number], place=outer)
        else:
            raise ValueError(f"planted fault {faults[number]}: its text begins in another one's and ends behind it")
    return placed


def _outermost_first(fault):
    span = fault.place.span
    return span.path, span.start, -span.end
