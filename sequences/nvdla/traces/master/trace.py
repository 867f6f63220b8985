"""A trace of master's dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sequences.nvdla.traces.master.commands import Announcement, Check, ListCommand, MemoryCommand
from sequences.traces.commands import trace_name


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterTrace:
    """A trace of master's dialect that was read and checked.

    Attributes:
        folder: where it was read from.
        source: name of the file of commands, for messages.
        commands: how many commands it has.
        lists: the commands of each block, which go on by themselves; blocks as in ``CDMA``.
        memory: what becomes of memory, in the order of the file.
        announced: interrupts that will come.
        checks: what is compared at the end, or whenever an event has happened.
        needs: what it needs that is not there: a configuration, blocks, data files; empty: nothing.
        continue_on_fail: a register that reads otherwise, or an interrupt that nobody announced, does not end it.
    """

    folder: Path
    source: str
    commands: int
    lists: Mapping[str, tuple[ListCommand, ...]]
    memory: tuple[MemoryCommand, ...]
    announced: tuple[Announcement, ...]
    checks: tuple[Check, ...]
    needs: str = ""
    continue_on_fail: bool = False

    @property
    def name(self) -> str:
        """What reports call it."""
        return trace_name(self.folder)
