"""Words of the two queues that nothing orders, and that touch the same bytes: software races."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.sophgo.kernels.program import Program, Step
from models.sophgo.operations.operand import Operand
from models.sophgo.words.description import Queue

Touched = Mapping[str, NDArray[np.int64]]
"""Bytes by the memory that they are in, each once, ascending."""


@dataclass(frozen=True, slots=True)
class Race:
    """Two words that race.

    Attributes:
        text: which words, what they do, and which bytes, on one line.
        steps: queue and number of both.
        reads: those of them whose input is contested.
        memory: where.
        contested: the bytes, ascending.
    """

    text: str
    steps: frozenset[tuple[Queue, int]]
    reads: frozenset[tuple[Queue, int]]
    memory: str
    contested: NDArray[np.int64]


def races_of(tiu: Program, gdma: Program) -> Iterator[Race]:
    """The races of a kernel."""
    touched = {(step.word.queue, step.number): _touched(step) for program in (tiu, gdma) for step in program.steps}
    for one in tiu.steps:
        for other in gdma.steps:
            if other.number > tiu.needs(one.number) and one.number > gdma.needs(other.number):
                mine, theirs = touched[Queue.TIU, one.number], touched[Queue.GDMA, other.number]
                yield from _between(one, other, mine, theirs)


def _between(one: Step, other: Step, mine: tuple[Touched, Touched], theirs: tuple[Touched, Touched]) -> Iterator[Race]:
    """The races of two words, of which each has what it reads and what it writes."""
    cases = (
        (one, other, mine[1], theirs[1], "writes what the other writes", ()),
        (one, other, mine[1], theirs[0], "writes what the other reads", (other,)),
        (other, one, theirs[1], mine[0], "writes what the other reads", (one,)),
    )
    for first, second, written, touched, what, readers in cases:
        for memory in set(written) & set(touched):
            met = np.intersect1d(written[memory], touched[memory], assume_unique=True)
            if len(met):
                region = f"{memory} {int(met[0]):#x} to {int(met[-1]):#x}"
                text = f"software race: {first} and {second}: the former {what}: {region}"
                yield Race(text, _ids(first, second), _ids(*readers), memory, met)


def _ids(*steps: Step) -> frozenset[tuple[Queue, int]]:
    return frozenset((step.word.queue, step.number) for step in steps)


def _touched(step: Step) -> tuple[Touched, Touched]:
    """What a word reads and writes at most."""
    if step.operation is None:
        return {}, {}
    return _bytes((*step.operation.inputs, *step.operation.reach)), _bytes(step.operation.outputs)


def _bytes(operands: Iterable[Operand]) -> Touched:
    found: dict[str, list[NDArray[np.int64]]] = {}
    for operand in operands:
        every = operand.addresses.reshape(-1, 1) + np.arange(operand.dtype.itemsize)
        found.setdefault(operand.memory, []).append(every.ravel())
    return {memory: np.unique(np.concatenate(parts)) for memory, parts in found.items()}
