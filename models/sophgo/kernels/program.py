"""What a queue runs of a kernel: words with their operations, up to the end of the stream or to where it stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.memory.sparse import Bytes
from models.sophgo.config import SophgoConfig
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
    undefined: UndefinedError | None = None

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


@dataclass(frozen=True, slots=True)
class KernelPrograms:
    """The programs of a kernel, or of one of its queues where nobody knows the other one's.

    Attributes:
        streams: the bytes of the streams.
        programs: what the queues make of them.
    """

    streams: Mapping[Queue, Bytes]
    programs: Mapping[Queue, Program]

    @classmethod
    def of(cls, streams: Mapping[Queue, Bytes], config: SophgoConfig) -> KernelPrograms:
        """The programs of streams."""
        return cls(streams, {queue: program_of(data, queue, config) for queue, data in streams.items()})

    def __getitem__(self, queue: Queue) -> Program:
        return self.programs[queue]

    def stuck(self) -> Iterator[tuple[Step, int]]:
        """Words that wait for ever: each the first one of its queue, and how many words of the other queue end."""
        if len(self.programs) < len(Queue):
            return
        ended, moved = dict.fromkeys(Queue, 0), True
        while moved:
            moved = False
            for queue in Queue:
                steps = self.programs[queue].steps
                while ended[queue] < len(steps) and steps[ended[queue]].word["cmd_id_dep"] <= ended[queue.other]:
                    ended[queue] += 1
                    moved = True
        for queue in Queue:
            if ended[queue] < len(self.programs[queue].steps):
                yield self.programs[queue].steps[ended[queue]], ended[queue.other]


def program_of(data: Bytes, queue: Queue, config: SophgoConfig) -> Program:
    """The program of a stream."""
    steps: list[Step] = []
    for number, item in enumerate(split(data, queue), 1):
        if isinstance(item, Word) and item.ends:
            break
        step = step_of(item, number, config) if isinstance(item, Word) else item
        if isinstance(step, Refusal):
            return Program(queue, tuple(steps), step)
        steps.append(step)
    return Program(queue, tuple(steps), None)


def step_of(word: Word, number: int, config: SophgoConfig) -> Step | Refusal:
    """A word that has its place in a stream as a step, or why the device refuses it.

    Args:
        word: one that is executed, and not the end.
        number: which word of the stream it is.
        config: the hardware configuration.
    """
    try:
        return Step(number, word, operation_of(word, config))
    except MemberError as error:
        return Refusal(word.queue, number, Reason.MEMBER, error.field, error.value, error.why)
    except UndefinedError as error:
        return Step(number, word, None, error)
