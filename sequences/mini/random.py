"""Random descriptors: any operation, length, alignment and place, on what is known of the scratch memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from models.mini.descriptor import Opcode, Operation
from sequences.draw import chance, skewed
from sequences.mini.bench import MiniBench


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniKnobs:
    """What random descriptors prefer.

    Attributes:
        interrupt: how often one interrupts.
        write_status: how often one writes its status.
        in_place: how often a result replaces an input.
        faulty: how often one is faulty.
        most_bytes: what it moves or computes at most; None: all that there is room for.
    """

    interrupt: float = 0.3
    write_status: float = 0.3
    in_place: float = 0.3
    faulty: float = 0.0
    most_bytes: int | None = None


def draw_operations(bench: MiniBench, count: int, knobs: MiniKnobs | None = None) -> Iterator[Operation]:
    """Random descriptors, the first of which fill the scratch memory.

    Args:
        bench: gives memory for what they move, and draws.
        count: how many, beside those that fill the scratch memory.
        knobs: what they prefer.
    """
    knobs, scratch_bytes = knobs or MiniKnobs(), bench.config.scratch_bytes
    whole = bench.empty(scratch_bytes)
    yield Operation(opcode=Opcode.LOAD, length=scratch_bytes, address=whole.surface.address)
    for _ in range(count):
        operation = _flagged(bench, _drawn(bench, knobs), knobs)
        yield _faulty(bench, operation) if chance(bench.rng, knobs.faulty) else operation


def _drawn(bench: MiniBench, knobs: MiniKnobs) -> Operation:
    """A descriptor of any kind."""
    rng, scratch_bytes = bench.rng, bench.config.scratch_bytes
    opcode = Opcode(int(rng.integers(Opcode.RESERVED)))
    length = skewed(rng, min(knobs.most_bytes or scratch_bytes, scratch_bytes))
    if opcode != Opcode.MULTIPLY_ADD:
        place = int(rng.integers(scratch_bytes - length + 1))
        return Operation(opcode=opcode, length=length, address=bench.empty(length).surface.address, a=place)
    length = max(1, length // 4)
    a, b, c, out = _apart(rng, scratch_bytes, length)
    if chance(rng, knobs.in_place):
        out = (a, b, c)[rng.integers(3)]
    scale, shift = int(rng.integers(-(1 << 15), 1 << 15)) >> int(rng.integers(16)), int(rng.integers(32))
    return Operation(opcode=opcode, length=length, a=a, b=b, c=c, out=out, scale=scale, shift=min(shift, 31))


def _apart(rng: np.random.Generator, scratch_bytes: int, length: int) -> list[int]:
    """Four places that do not overlap, in any order."""
    gaps = np.sort(rng.integers(0, scratch_bytes - 4 * length + 1, 4))
    return [int(gaps[number]) + number * length for number in rng.permutation(4)]


def _flagged(bench: MiniBench, operation: Operation, knobs: MiniKnobs) -> Operation:
    """With flags and a tag."""
    interrupt, status = (chance(bench.rng, often) for often in (knobs.interrupt, knobs.write_status))
    tag = int(bench.rng.integers(1 << 16))
    return replace(operation, interrupt=int(interrupt), write_status=int(status), tag=tag)


def _faulty(bench: MiniBench, operation: Operation) -> Operation:
    """One that the device does not run."""
    choice = int(bench.rng.integers(3))
    if choice == 0:
        return replace(operation, opcode=int(Opcode.RESERVED))
    if choice == 1:
        return replace(operation, length=0)
    name = str(bench.rng.choice([name for name, _ in operation.places()]))
    return replace(operation, **{name: bench.config.scratch_bytes - operation.length + 1})
