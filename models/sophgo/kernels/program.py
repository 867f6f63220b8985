"""What a queue runs of a kernel: words with their operations, up to the end of the stream or to where it stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.memory.sparse import Bytes
from models.sophgo.config import HwConfig
from models.sophgo.operations.operand import MemberError, UndefinedError
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.table import operation_of
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason, Refusal, split
from models.sophgo.words.word import Word


@dataclass(frozen=True, slots=True)
class Step:
    """A word that a queue executes.

    Attributes:
        number: which word of the stream, from 1.
        word: the word.
        operation: what it does; None: nobody knows.
        undefined: why nobody knows.
    """

    number: int
    word: Word
    operation: Operation | None
    undefined: str = ""

    def __str__(self) -> str:
        return f"{self.word.queue} word {self.number} ({self.word.kind.name}.{self.word.function})"

    def explain(self) -> tuple[str, ...]:
        """The word, for messages."""
        return (self.word.disassemble(),)


@dataclass(frozen=True, slots=True)
class Program:
    """The words of one queue.

    Attributes:
        queue: whose they are.
        steps: those that it executes; the n-th has the id n.
        refusal: the word at which it stops; None: it comes to the end of its stream.
    """

    queue: Queue
    steps: tuple[Step, ...]
    refusal: Refusal | None

    def needs(self, number: int) -> int:
        """So many words of the other queue end before the n-th word executes, as this queue's order has it."""
        return max((step.word["cmd_id_dep"] for step in self.steps[:number]), default=0)


def program_of(data: Bytes, queue: Queue, config: HwConfig) -> Program:
    """The program of a stream."""
    steps: list[Step] = []
    for item in _steps(data, queue, config):
        if isinstance(item, Refusal):
            return Program(queue, tuple(steps), item)
        steps.append(item)
    return Program(queue, tuple(steps), None)


def _steps(data: Bytes, queue: Queue, config: HwConfig) -> Iterator[Step | Refusal]:
    for number, item in enumerate(split(data, queue), 1):
        if isinstance(item, Refusal):
            yield item
        elif not item.ends:
            try:
                yield Step(number, item, operation_of(item, config))
            except MemberError as error:
                yield Refusal(queue, number, Reason.MEMBER, error.field, error.value, error.why)
                return
            except UndefinedError as error:
                yield Step(number, item, None, str(error))
