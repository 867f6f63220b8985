"""Words of both queues in one order, with the ids for which they wait."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.hazards import Touched, bytes_of
from models.sophgo.operations.table import operation_of
from models.sophgo.words.description import Queue
from models.sophgo.words.word import Word


class Queues:
    """Takes words one after the other, and lets each wait for those before it on which it depends.

    Args:
        config: the hardware configuration.
        parallel: a word waits for the last one of the other queue that reads or writes what it writes, or writes what
            it reads, and so may run beside those that come later; else it waits for all before it.

    Attributes:
        words: those of both queues, in the order in which they were taken.
    """

    def __init__(self, config: SophgoConfig, *, parallel: bool = True) -> None:
        self._config, self._parallel = config, parallel
        self.words: list[Word] = []
        self._touched: dict[Queue, list[tuple[Touched, Touched]]] = {queue: [] for queue in Queue}

    def add(self, word: Word, *, least: int = 0) -> Word:
        """The word as it is in its stream.

        Args:
            word: the word; its ids are given here.
            least: of the other queue it waits for so many words at least.
        """
        operation = operation_of(word, self._config)
        mine = bytes_of((*operation.inputs, *operation.reach)), bytes_of(operation.outputs)
        others = self._touched[word.queue.other]
        after = max(least, self._needed(mine, others) if self._parallel else len(others))
        own = self._touched[word.queue]
        own.append(mine)
        ids = {"cmd_id": len(own), "cmd_id_dep": after}
        self.words.append(replace(word, values=MappingProxyType(dict(word.values) | ids)))
        return self.words[-1]

    def count(self, queue: Queue) -> int:
        """So many words of a queue were taken."""
        return len(self._touched[queue])

    @staticmethod
    def _needed(mine: tuple[Touched, Touched], others: list[tuple[Touched, Touched]]) -> int:
        """The last of the other words on which one depends, from 1; 0: on none."""
        for number in range(len(others), 0, -1):
            reads, writes = others[number - 1]
            if _meet(mine[1], reads) or _meet(mine[1], writes) or _meet(mine[0], writes):
                return number
        return 0


def _meet(one: Touched, other: Touched) -> bool:
    return any(len(np.intersect1d(one[memory], other[memory], assume_unique=True)) for memory in one if memory in other)
