"""Random words with their sides outside of the lanes anywhere: in DDR, in static memory, in L2."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR, L2, STATIC
from models.sophgo.operations.gdma.sides import address_of, memory_of
from models.sophgo.operations.operand import Operand
from models.sophgo.operations.table import operation_of
from models.sophgo.words.description import Queue
from models.sophgo.words.word import Word
from sequences.draw import chance
from sequences.memory_plan import MemoryPlan, Surface
from sequences.sophgo.draw.transfers import address_members

SIDES = ("src", "dst", "index", "mask")
AT_PAGE_END, PAGE_BYTES, NEAR_END_BYTES = 0.2, 4096, 64
"""So often does a side in DDR begin close before the end of a page."""


class Placing:
    """Moves the sides of words.

    Args:
        config: the hardware configuration.
        rng: what is drawn from.
        plan: where there is room in DDR.
        on_chip: how often a side is in static memory or L2.
        apart: what reads DDR does not write it, but L2.
    """

    def __init__(
        self, config: SophgoConfig, rng: np.random.Generator, plan: MemoryPlan, on_chip: float, *, apart: bool = False
    ) -> None:
        self._config, self._rng, self._plan, self._on_chip, self._apart = config, rng, plan, on_chip, apart
        self.surfaces: list[Surface] = []

    def moved(self, word: Word) -> Word:
        """A word with its sides where there is room; those in the lanes stay."""
        self.surfaces.clear()
        if word.queue is not Queue.GDMA:
            return word
        operation, values = operation_of(word, self._config), dict(word.values)
        inputs, outputs = (*operation.inputs, *operation.reach), operation.outputs
        apart = self._apart and any(item.memory == DDR for item in inputs)
        free = [STATIC] if apart else [STATIC, L2]
        for side in SIDES:
            mine = [item for item in (*inputs, *outputs) if item.label == side and item.addresses.size]
            if mine and memory_of(self._config, side, address_of(word, side)) == DDR:
                alone = apart and side == "dst"
                begin = address_of(word, side)
                address = self._place(mine[0], begin, [L2], 1.0) if alone else self._place(mine[0], begin, free)
                values |= address_members(side, address)
        return replace(word, values=MappingProxyType(values))

    def _place(self, operand: Operand, begin: int, free: list[str], on_chip: float | None = None) -> int:
        """An address for a side, in a memory of the chip that no other side of the word has, or in DDR."""
        size, align = int(operand.addresses.max()) + operand.dtype.itemsize - begin, operand.dtype.itemsize
        if free and chance(self._rng, self._on_chip if on_chip is None else on_chip):
            memory = self._config.memory_map[free.pop(int(self._rng.integers(len(free))))]
            if (room := len(memory) - size) >= 0:
                return memory.start + int(self._rng.integers(room + 1)) // align * align
        self.surfaces.append(self._across_a_page(size, align) or self._plan.allocate(DDR, size, align))
        return self.surfaces[-1].address

    def _across_a_page(self, size: int, align: int) -> Surface | None:
        """Now and then room that begins in the last beats before a page's end, where bursts end too."""
        if not chance(self._rng, AT_PAGE_END):
            return None
        spare = self._plan.allocate(DDR, size + 2 * PAGE_BYTES, align)
        self._plan.free(spare)
        page = (spare.address // PAGE_BYTES + 1) * PAGE_BYTES
        before = int(self._rng.integers(1, NEAR_END_BYTES)) // align * align
        return self._plan.allocate(DDR, size, align, at=page - before)
