"""Words of the two queues that nothing orders, and that touch the same bytes: software races."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import distinct
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
    known: dict[tuple[Queue, int], tuple[Touched, Touched]] = {}

    def touched(step: Step) -> tuple[Touched, Touched]:
        """Of few words it is needed, and of large ones it takes long."""
        key = step.word.queue, step.number
        if key not in known:
            known[key] = _touched(step)
        return known[key]

    for one in tiu.steps:
        for other in gdma.steps:
            apart = other.number <= tiu.needs(one.number) or one.number <= gdma.needs(other.number)
            if not apart and _may_meet(one, other):
                yield from _between(one, other, touched(one), touched(other))


def _may_meet(one: Step, other: Step) -> bool:
    """Whether from the first byte to the last one of what they touch some are the same."""
    spans, others = _spans(one), _spans(other)
    return any(
        spans[name][0] <= others[name][1] and others[name][0] <= spans[name][1] for name in spans.keys() & others
    )


def _spans(step: Step) -> dict[str, tuple[int, int]]:
    """The first and the last byte of all that a word touches, by memory."""
    found: dict[str, tuple[int, int]] = {}
    operation = step.operation
    for operand in () if operation is None else (*operation.inputs, *operation.reach, *operation.outputs):
        if operand.addresses.size:
            first, last = int(operand.addresses.min()), int(operand.addresses.max()) + operand.dtype.itemsize - 1
            low, high = found.get(operand.memory, (first, last))
            found[operand.memory] = min(low, first), max(high, last)
    return found


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
    return bytes_of((*step.operation.inputs, *step.operation.reach)), bytes_of(step.operation.outputs)


def bytes_of(operands: Iterable[Operand]) -> Touched:
    """The bytes of operands."""
    found: dict[str, list[NDArray[np.int64]]] = {}
    for operand in operands:
        every = distinct(operand.addresses.ravel()).reshape(-1, 1) + np.arange(operand.dtype.itemsize)
        found.setdefault(operand.memory, []).append(every.ravel())
    return {memory: distinct(np.concatenate(parts)) for memory, parts in found.items()}
