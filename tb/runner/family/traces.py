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

    def lint(self, folder: Path, config: str) -> ProgramLint:
        """The rules that a trace's register program breaks."""

    def play_on_model(self, folder: Path, config: str, *, strict: bool) -> TraceLine:
        """Play a trace on the reference device alone, and compare its goldens."""

    def explain(self, folder: Path, config: str, place: str) -> Sequence[str]:
        """How the reference device comes to a value of a trace, a line for each step.

        Args:
            folder: of the trace, which was checked.
            config: the hardware configuration.
            place: address or coordinates of the value.

        Raises:
            UserError: the trace cannot be played, or no layer writes there.
        """
