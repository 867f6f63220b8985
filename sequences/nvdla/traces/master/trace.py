"""A trace of master's dialect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sequences.traces.commands import trace_name


@dataclass(frozen=True, slots=True)
class MasterTrace:
    """A trace of master's dialect: read and checked, for a configuration that is not ours.

    Attributes:
        folder: where it was read from.
        commands: how many commands it has.
        needs: the hardware configuration that it is for, as far as it can be told.
    """

    folder: Path
    commands: int
    needs: str

    @property
    def name(self) -> str:
        """What reports call it."""
        return trace_name(self.folder)
