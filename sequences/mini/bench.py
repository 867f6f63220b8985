"""What a test of mini works with: arrays in memory, and a ring that plays what is computed with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.mini.config import MEMORY, MiniConfig
from models.mini.descriptor import Opcode, Operation
from sequences.host import Host
from sequences.memory_plan import MemoryPlan, Surface
from sequences.mini.ring import Ring, RingKnobs

INPUTS = 3
"""Arrays that a multiply-add takes; its result replaces the first one in the scratch memory."""


@dataclass(frozen=True, slots=True)
class Array:
    """Elements of INT8 in memory.

    Attributes:
        host: reaches the memory.
        surface: where they lie.
    """

    host: Host
    surface: Surface

    def __len__(self) -> int:
        return self.surface.size_bytes

    def numpy(self) -> NDArray[np.int8]:
        """What they are now, int8 [n]."""
        return self.host.dump(self.surface.port, self.surface.address, self.surface.size_bytes).view(np.int8)


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiplyAdd:
    """``out = saturate(shift((a * b + c) * scale))``, element by element, of arrays of any length.

    Attributes:
        a: first factor, `b` the second, `c` the summand, all as long as `out`.
        scale: -32768 to 32767.
        shift: bits, 0 to 31.
    """

    a: Array
    b: Array
    c: Array
    out: Array
    scale: int = 1
    shift: int = 0

    def operations(self, config: MiniConfig) -> Iterator[Operation]:
        """The descriptors: as many elements at a time as the scratch memory holds.

        Raises:
            ValueError: the arrays are not of one length.
        """
        lengths = {name: len(getattr(self, name)) for name in ("a", "b", "c", "out")}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"MultiplyAdd: arrays are of one length; these have {lengths}")
        most = config.scratch_bytes // INPUTS
        for begin in range(0, len(self.out), most):
            length = min(most, len(self.out) - begin)
            for number, array in enumerate((self.a, self.b, self.c)):
                yield _moves(Opcode.LOAD, array, begin, length, number * most)
            yield Operation(
                opcode=Opcode.MULTIPLY_ADD, length=length, b=most, c=2 * most, scale=self.scale, shift=self.shift
            )
            yield _moves(Opcode.STORE, self.out, begin, length, 0)


class MiniBench:
    """Arrays, and a ring.

    For example::

        x = bench.array(np.arange(100))
        y = bench.empty(100)
        await bench.play(MultiplyAdd(a=x, b=x, c=x, out=y, scale=3, shift=4))
        print(y.numpy())

    Args:
        host: the processor's side.
        config: the hardware configuration.
        rng: the sequence's own generator.
        knobs: how the ring is driven.
    """

    def __init__(
        self, host: Host, config: MiniConfig, rng: np.random.Generator, knobs: RingKnobs | None = None
    ) -> None:
        self.host, self.config, self.rng = host, config, rng
        self.plan = MemoryPlan(config.ports, rng, conventional=False)
        self.ring = Ring(host, config, rng, self.plan, knobs or RingKnobs())
        self._begun = False

    def array(self, values: NDArray[np.integer], *, align_bytes: int = 1) -> Array:
        """Values in memory; they are integers of -128 to 127, [n].

        Raises:
            ValueError: they are something else.
        """
        given = np.asarray(values)
        if given.ndim != 1 or not np.issubdtype(given.dtype, np.integer) or not given.size:
            raise ValueError(f"bench.array: {given.dtype} of shape {given.shape}: give integers, [n]")
        if given.min() < -128 or given.max() > 127:
            raise ValueError(f"bench.array: {given.min()} to {given.max()}: INT8 holds -128 to 127")
        made = self.empty(len(given), align_bytes=align_bytes)
        self.host.load(MEMORY, made.surface.address, given.astype(np.int8).view(np.uint8))
        return made

    def empty(self, length: int, *, align_bytes: int = 1) -> Array:
        """Memory for a result; it and what is around it hold random bytes."""
        surface = self.plan.allocate(MEMORY, length, align_bytes)
        self.plan.fill(self.host, surface)
        return Array(self.host, surface)

    async def play(self, *layers: MultiplyAdd | Operation) -> None:
        """Play multiply-adds, or descriptors; return when all are done.

        Raises:
            ValueError: nothing is given, or arrays are not of one length.
            HangError: a descriptor did not retire.
        """
        if not layers:
            raise ValueError("bench.play: nothing to play: give it a MultiplyAdd, or operations")
        each = ([layer] if isinstance(layer, Operation) else layer.operations(self.config) for layer in layers)
        operations = [operation for some in each for operation in some]
        if not self._begun:
            self.plan.fill(self.host, self.ring.surface)
            await self.ring.begin()
            self._begun = True
        await self.ring.play([*operations[:-1], replace(operations[-1], interrupt=1)])


def _moves(opcode: Opcode, array: Array, begin: int, length: int, place: int) -> Operation:
    return Operation(opcode=opcode, length=length, address=array.surface.address + begin, a=place)
