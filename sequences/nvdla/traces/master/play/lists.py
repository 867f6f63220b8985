"""The commands of a trace, a list for each block: each goes on by itself, and events order them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from sequences.nvdla.traces.master.commands import Await, ListCommand
from sequences.traces.commands import ReadRegister


def is_poll(command: ListCommand) -> bool:
    """Whether a command is repeated until it is satisfied."""
    return isinstance(command, ReadRegister) and command.tries is None


class BlockLists:
    """What is left of each block's list.

    Of the commands that can go on, the one that stands first in the file comes next. A poll that was tried once and is
    not satisfied lets the others go on.

    Args:
        lists: the commands of each block.
    """

    def __init__(self, lists: Mapping[str, Iterable[ListCommand]]) -> None:
        self._left = {block: deque(commands) for block, commands in lists.items()}
        self.polling: set[str] = set()

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return not any(self._left.values())

    def ready(self, happened: Collection[str]) -> tuple[str, ListCommand] | None:
        """The block and the command that come next, but for polls that were tried; None: none can go on.

        Args:
            happened: the events that have happened.
        """
        heads = [
            (block, head)
            for block, head in self._heads()
            if block not in self.polling and not (isinstance(head, Await) and head.event not in happened)
        ]
        return min(heads, key=_line) if heads else None

    def polls(self) -> list[tuple[str, ListCommand]]:
        """Polls that were tried and are not satisfied, and their blocks, in the order of the file."""
        return sorted((item for item in self._heads() if item[0] in self.polling), key=_line)

    def done(self, block: str) -> None:
        """A block's first command is done."""
        self._left[block].popleft()
        self.polling.discard(block)

    def waiting(self) -> str:
        """Which events blocks wait for, for a message."""
        heads = sorted(self._heads(), key=_line)
        return ", ".join(
            f"{block} for {head.event} (line {head.line})" for block, head in heads if isinstance(head, Await)
        )

    def _heads(self) -> list[tuple[str, ListCommand]]:
        return [(block, commands[0]) for block, commands in self._left.items() if commands]


def _line(item: tuple[str, ListCommand]) -> int:
    return item[1].line
