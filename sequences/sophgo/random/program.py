"""Random kernels, one after the other, on what the ones before have left in the memories of the chip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from models.arrays.distinct import distinct
from models.memory.sparse import Addresses, SparseMemory
from models.sophgo.config.hardware import DDR, L2, LOCAL, STATIC
from models.sophgo.layouts.lanes import Place, address_of
from models.sophgo.layouts.strides import Shape, Strides, continuous
from models.sophgo.operations.operand import Operand
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.table import operation_of
from models.sophgo.words.word import Word
from sequences.draw import chance
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.draw.words import draw_cell, draw_word, tame
from sequences.sophgo.last_copies import known_runs, words_out
from sequences.sophgo.operations.copies import EVERY_LANE, sides
from sequences.sophgo.queues import Queues
from sequences.sophgo.random.foreseen import Foreseen, bytes_of
from sequences.sophgo.random.placing import Placing

MOST_WORDS = 16
SPARE = 5
"""A word that is drawn may need so many others that bring its operands."""
WORD_BYTES = 4
"""The size of the elements in which bytes are brought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramKnobs:
    """What random kernels prefer.

    Attributes:
        fresh: how often an operand in the memories of the chip is brought anew, though it is known.
        on_chip: how often a side of a transfer is in static memory or L2.
        waits: how often a word waits for more words of the other queue than it must.
        apart: what reads DDR does not write it: of what does both, nobody knows which writes came ahead of an error.
        compared: how often what a kernel has written in the chip is copied out before the next one, and so compared.
    """

    fresh: float = 0.3
    on_chip: float = 0.2
    waits: float = 0.2
    apart: bool = False
    compared: float = 0.25


class RandomProgram:
    """Draws kernels.

    Args:
        bench: gives memory, and draws.
        knobs: what they prefer.
    """

    def __init__(self, bench: SophgoBench, knobs: ProgramKnobs | None = None) -> None:
        self._knobs = knobs = knobs or ProgramKnobs()
        self._bench = bench
        self._rng, self._config = bench.rng, bench.config
        self._held = Foreseen(self._rng)
        self._placing = Placing(self._config, self._rng, bench.plan, knobs.on_chip, apart=knobs.apart)

    async def play(self, cells: Sequence[str] = (), most: int = MOST_WORDS) -> None:
        """Play a kernel, and another one that copies out what it has written, as often as knobs say.

        Args:
            cells: as of `words`.
            most: likewise.

        Raises:
            HangError: one does not complete.
        """
        words = self.words(cells, most)
        await self._bench.play_words(*words)
        if chance(self._rng, self._knobs.compared) and (runs := [*known_runs(self._config, self._written(words))]):
            await self._bench.play_words(*words_out(self._bench, runs))

    def words(self, cells: Sequence[str] = (), most: int = MOST_WORDS) -> list[Word]:
        """The words of a kernel, with what they read in DDR.

        Args:
            cells: one word of each, as far as there is room; none: any words.
            most: so many words it has at most; but one that is drawn has room, with those that bring its operands.
        """
        queues, wanted = Queues(self._config), iter(cells)
        while not queues.words or len(queues.words) + SPARE < most:
            if not cells:
                self._add(queues, draw_word(self._rng, self._config))
            elif (cell := next(wanted, None)) is not None:
                self._add(queues, draw_cell(self._rng, self._config, cell))
            else:
                break
        return queues.words

    def these(self, words: Iterable[Word]) -> list[Word]:
        """Words as a kernel, each behind those that bring what it reads; sides in DDR find other places there."""
        queues = Queues(self._config)
        for word in words:
            self._add(queues, word)
        return queues.words

    def _written(self, words: Iterable[Word]) -> dict[str, SparseMemory]:
        """What words have written in the chip, as far as it is known: some may write fewer elements than they could."""
        outputs = [item for word in words for item in operation_of(word, self._config).outputs]
        found = {memory: SparseMemory() for memory in (LOCAL, STATIC, L2)}
        for memory, into in found.items():
            addresses = bytes_of(outputs, memory)
            data, known = self._held.look(memory, addresses)
            into.write_chunks(addresses[known], data[known].reshape(-1, 1))
        return found

    def _add(self, queues: Queues, drawn: Word) -> None:
        """A word more, behind those that bring what it reads."""
        word = self._placing.moved(drawn)
        for surface in self._placing.surfaces:
            self._bench.plan.fill(self._bench.host, surface)
        operation = operation_of(word, self._config)
        for one in self._brought(operation):
            self._queue(queues, one)
        self._queue(queues, word)
        self._held.play(operation)

    def _queue(self, queues: Queues, word: Word) -> None:
        others = queues.count(word.queue.other)
        least = int(self._rng.integers(others + 1)) if chance(self._rng, self._knobs.waits) else 0
        queues.add(word, least=least)

    def _brought(self, operation: Operation) -> Iterator[Word]:
        """Let all that a word reads be known, and be such that it can do with it; the words that bring it."""
        operands = (*operation.inputs, *operation.reach)
        wanted = Foreseen(self._rng, self._held)
        for operand in operands:
            if chance(self._rng, self._knobs.fresh):
                data = self._rng.integers(0, 256, operand.addresses.size * operand.dtype.itemsize, np.uint8)
                wanted.write(operand, data.view(operand.dtype))
            wanted.read(operand)
        tame(self._rng, operation, wanted)
        for operand in operands:
            yield from self._bring(operand, wanted)

    def _bring(self, operand: Operand, wanted: Foreseen) -> Iterator[Word]:
        memory, addresses = operand.memory, bytes_of((operand,), operand.memory)
        if not len(addresses) or not wanted.differs(memory, addresses):
            return
        data, _ = wanted.look(memory, addresses)
        if memory == DDR:
            self._held.put(memory, addresses, data)
            self._load(addresses)
        elif memory == LOCAL:
            yield self._to_lanes(addresses, wanted)
        else:
            yield self._to_chip(memory, addresses, wanted)

    def _load(self, addresses: Addresses) -> None:
        """Put what is foreseen into DDR, before the kernel is launched."""
        data, _ = self._held.look(DDR, addresses)
        breaks = np.flatnonzero(np.diff(addresses) != 1) + 1
        for where, part in zip(np.split(addresses, breaks), np.split(data, breaks), strict=True):
            self._bench.host.load(DDR, int(where[0]), part)

    def _to_lanes(self, addresses: Addresses, wanted: Foreseen) -> Word:
        """The word that brings the same stretch of all lanes that some bytes are in."""
        lane_bytes, lanes = self._config.lane_bytes, self._config.lanes
        offsets, touched = addresses % lane_bytes, {int(lane) for lane in distinct(addresses // lane_bytes)}
        first, count = in_a_row(touched, lanes)
        begin, end = int(offsets.min()) & -WORD_BYTES, -(-(int(offsets.max()) + 1) // WORD_BYTES) * WORD_BYTES
        columns = (end - begin) // WORD_BYTES
        shape = Shape(1, count, 1, columns)
        channel = (first + np.arange(count)) % lanes
        every = (channel[:, np.newaxis] * lane_bytes + np.arange(begin, end)).astype(np.uint64).ravel()
        address = address_of(self._config, Place(first, begin)) + self._config.local_base
        return _transfer(self._taken(LOCAL, every, wanted), shape, address, Strides(0, 0, 0, 1))

    def _to_chip(self, memory: str, addresses: Addresses, wanted: Foreseen) -> Word:
        """The word that brings a stretch of static memory or L2."""
        begin, end = int(addresses[0]) & -WORD_BYTES, -(-(int(addresses[-1]) + 1) // WORD_BYTES) * WORD_BYTES
        shape, every = Shape(1, 1, 1, (end - begin) // WORD_BYTES), np.arange(begin, end, dtype=np.uint64)
        return _transfer(self._taken(memory, every, wanted), shape, begin, continuous(shape))

    def _taken(self, memory: str, addresses: Addresses, wanted: Foreseen) -> int:
        """Where in DDR the bytes are, one behind the other, that are to be at addresses."""
        data, known = wanted.look(memory, addresses)
        data = np.where(known, data, self._rng.integers(0, 256, data.shape, np.uint8))
        self._held.put(memory, addresses, data)
        wanted.put(memory, addresses, data)
        return self._bench.tensor(data.view(np.uint32), "UINT32").address


def _transfer(source: int, shape: Shape, address: int, strides: Strides) -> Word:
    """The word that brings elements from DDR, where they lie one behind the other."""
    members = {"src_data_format": 4, "stride_enable": 1, "nchw_copy": 1}
    members |= sides("src", source, shape, continuous(shape)) | sides("dst", address, shape, strides)
    return Word.of("DMA_tensor", "copy", **members, **EVERY_LANE)


def in_a_row(touched: set[int], lanes: int) -> tuple[int, int]:
    """The shortest row of lanes, around the end too, that has some of them: its first one, and how many."""
    if len(touched) == lanes:
        return 0, lanes
    missing = [lane not in touched for lane in range(lanes)] * 2
    gaps = [(key, len(list(items))) for key, items in groupby(missing)]
    longest = max(size for gone, size in gaps if gone)
    at, found = 0, 0
    for gone, size in gaps:
        if gone and size == longest:
            found = at + size
        at += size
    return found % lanes, lanes - min(longest, lanes - 1)
