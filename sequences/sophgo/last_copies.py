"""What the memories of the chip hold, at the end of a test or amid it, copied to DDR, where it is compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.memory.sparse import SparseMemory
from models.sophgo.blocks.mailbox import COUNTS
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR, L2, LOCAL, STATIC
from models.sophgo.layouts.strides import Shape, Strides, continuous
from models.sophgo.words.word import Word
from sequences.host import POLL_CYCLES
from sequences.polling import poll
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.kernels import KernelTable
from sequences.sophgo.operations.copies import EVERY_LANE, sides

WORD_BYTES, WORD_FORMAT = 4, 4
NAME = "last copies"
LOOKS = 100
"""So often is looked whether it has completed, if it takes a cycle for each byte; it may take several."""


@dataclass(frozen=True, slots=True)
class Run:
    """Bytes that follow one another, the same ones of some lanes side by side.

    Attributes:
        address: of the first one, as the GDMA counts.
        size_bytes: how many in each lane.
        lanes: how many lanes; 1 outside of them.
    """

    address: int
    size_bytes: int
    lanes: int = 1


async def copy_out(bench: SophgoBench, memories: Mapping[str, SparseMemory]) -> None:
    """Copy all that is known of the memories of the chip to DDR, in one kernel.

    Args:
        bench: launches it.
        memories: what memories should hold, by name.

    Raises:
        HangError: the kernel does not complete.
    """
    runs = [*known_runs(bench.config, memories)]
    if not runs:
        return
    total, words = _bytes_of(runs), words_out(bench, runs)
    table = KernelTable(bench.host, bench.config, bench.place, entries=1)
    table.add(NAME, *words)
    completed = bench.registers.MAILBOX.COMPLETED
    before = await bench.host.read(completed)
    await table.announce()
    await table.launch(NAME, notify=False)

    async def done() -> bool:
        return await bench.host.read(completed) == (before + 1) % COUNTS

    complaint = f"the kernel that copies {total} bytes out of the chip does not complete"
    await poll(bench.host, done, complaint, pause_cycles=max(POLL_CYCLES, total // LOOKS))
    await bench.host.drain()


def words_out(bench: SophgoBench, runs: Sequence[Run]) -> list[Word]:
    """The words that copy runs to DDR, as those of a kernel."""
    surface = bench.plan.allocate(DDR, _bytes_of(runs) + WORD_BYTES * len(runs), WORD_BYTES)
    return [*_words(runs, surface.address)]


def known_runs(config: SophgoConfig, memories: Mapping[str, SparseMemory]) -> Iterator[Run]:
    """What is known of the memories of the chip."""
    lanes: dict[tuple[int, int], list[int]] = {}
    for begin, end in _stretches(memories[LOCAL]):
        lane, offset = divmod(begin, config.lane_bytes)
        lanes.setdefault((offset, end - begin), []).append(lane)
    for (offset, size_bytes), found in sorted(lanes.items()):
        rows = np.split(np.array(found), np.flatnonzero(np.diff(found) != 1) + 1)
        for row in rows:
            yield Run(config.local_base + int(row[0]) * config.lane_bytes + offset, size_bytes, len(row))
    for name in (STATIC, L2):
        yield from (Run(begin, end - begin) for begin, end in _stretches(memories[name]))


def _bytes_of(runs: Sequence[Run]) -> int:
    return sum(run.size_bytes * run.lanes for run in runs)


def _stretches(memory: SparseMemory) -> Iterator[tuple[int, int]]:
    """First and last-but-one address of what is known, none across pages."""
    for at, _, known in memory.pages():
        edges = np.flatnonzero(np.diff(np.concatenate([[False], known, [False]]).astype(np.int8)))
        yield from ((at + int(begin), at + int(end)) for begin, end in edges.reshape(-1, 2))


def _words(runs: Sequence[Run], behind: int) -> Iterator[Word]:
    """The words that copy runs, one behind the other, to an address."""
    for number, run in enumerate(runs, 1):
        whole = run.address % WORD_BYTES == run.size_bytes % WORD_BYTES == 0
        shape = Shape(1, run.lanes, 1, run.size_bytes // (WORD_BYTES if whole else 1))
        members = sides("src", run.address, shape, Strides(0, 0, 0, 1))
        members |= sides("dst", behind, shape, continuous(shape))
        members |= {"src_data_format": WORD_FORMAT if whole else 0, "stride_enable": 1, "nchw_copy": 1}
        yield Word.of("DMA_tensor", "copy", cmd_id=number, **members, **EVERY_LANE)
        behind += -(-run.size_bytes * run.lanes // WORD_BYTES) * WORD_BYTES
