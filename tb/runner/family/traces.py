"""What a family knows about traces, and what it says of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tb.outcome.traces import TraceLine


@dataclass(frozen=True, slots=True)
class TraceCheck:
    """A trace that was read and found well-formed.

    Attributes:
        name: what reports call it.
        folder: where it lies.
        skip: why it cannot be played; empty if it can.
    """

    name: str
    folder: Path
    skip: str = ""


@dataclass(frozen=True, slots=True)
class ProgramLint:
    """What the lint says of a register program.

    Attributes:
        skipped: why it could not be checked; empty if it was.
        broken: the rules that it breaks, a line each: rule, where the register write stands, what is wrong, section.
        stopped: why what follows could not be checked; empty if all was.
    """

    skipped: str = ""
    broken: tuple[str, ...] = ()
    stopped: str = ""


class TracePlayer(Protocol):
    """What a family knows about traces."""

    def find(self, paths: Sequence[Path]) -> list[Path]:
        """The folders of all traces in the given folders.

        Raises:
            UserError: a path is no folder, or has no trace in it.
        """

    def check(self, folder: Path, config: str) -> TraceCheck:
        """Read a trace with all of its files and decide whether it can be played.

        Raises:
            UserError: something in it is malformed.
        """

    def play_on_model(self, folder: Path, config: str, *, strict: bool) -> TraceLine:
        """Play a trace on the reference device alone, and compare its goldens."""


class LintProgram(Protocol):
    """Finds the rules that the register program of a trace breaks, which was checked."""

    def __call__(self, folder: Path, config: str) -> ProgramLint: ...  # noqa: D102


class ExplainPlace(Protocol):
    """Tells how the reference device comes to a value of a trace, which was checked, a line for each step.

    Raises:
        UserError: the trace cannot be played, or no layer writes at the place.
    """

    def __call__(self, folder: Path, config: str, place: str) -> Sequence[str]: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class Explain:
    """How values of a trace are explained.

    Attributes:
        places: what a place may be, in words.
        value: explains the one at a place.
    """

    places: str
    value: ExplainPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceParts:
    """What can be played again.

    Attributes:
        player: reads traces, and plays them on the reference device alone.
        modules: Python modules with the test that plays traces on RTL.
        vectors: folder of recorded layers, one archive a trace; attached RTL plays them first.
        lint: holds register programs against the rules.
        explain: tells how values come about.
        dialects: the forms in which traces can be written, the usual one first; empty: there is but one.
    """

    player: TracePlayer
    modules: tuple[str, ...]
    vectors: Path | None = None
    lint: LintProgram | None = None
    explain: Explain | None = None
    dialects: tuple[str, ...] = ()
