"""Interrupts of a trace of master's dialect: which were announced, and which have come."""

from __future__ import annotations

from collections.abc import Iterable

from models.registers import Register
from sequences.nvdla.traces.master.commands import Announcement
from sequences.nvdla.traces.master.names import DONE


class Announcements:
    """The interrupts that are still to come.

    Args:
        announced: all of them, in the order of the file.
        status: the interrupt status.
    """

    def __init__(self, announced: Iterable[Announcement], status: Register) -> None:
        self._status = status
        self.left = list(announced)

    def take(self, bits: int) -> tuple[list[Announcement], list[str]]:
        """Interrupts have come.

        Args:
            bits: status bits that are set.

        Returns:
            What was announced of them, and the names of those that were not.
        """
        taken, unnamed = [], []
        for name, field in self._status.fields.items():
            if field.mask & bits:
                found = self._first(name.replace(DONE, "_")) or self._first("")
                if found is None:
                    unnamed.append(name.replace(DONE, "_"))
                else:
                    self.left.remove(found)
                    taken.append(found)
        return taken, unnamed

    def _first(self, interrupt: str) -> Announcement | None:
        return next((item for item in self.left if item.interrupt == interrupt), None)

    def still(self) -> str:
        """What is still to come, for a message."""
        return ", ".join(f"{item.interrupt or 'any interrupt'} (line {item.line})" for item in self.left)
