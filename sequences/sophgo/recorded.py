"""Words that were recorded: what memories held before each, and what it changed (tests/vectors/sophgo/README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.sophgo.words.description import WORD_SETS, Queue
from models.sophgo.words.stream import split
from models.sophgo.words.word import Word

ADDRESSES = np.dtype(np.int64)


@dataclass(frozen=True, slots=True)
class Runs:
    """Bytes at addresses as the GDMA counts, in runs of bytes one behind the other.

    Attributes:
        starts: first address of each run, int64.
        data: the bytes of each.
    """

    starts: Sequence[int]
    data: Sequence[Bytes]

    @classmethod
    def of(cls, addresses: NDArray[np.int64], data: Bytes) -> Runs:
        """Bytes at addresses that ascend."""
        breaks = np.flatnonzero(np.diff(addresses) != 1) + 1
        parts = np.split(addresses, breaks) if len(addresses) else []
        return cls([int(part[0]) for part in parts], np.split(data, breaks) if len(addresses) else [])

    def __iter__(self) -> Iterator[tuple[int, Bytes]]:
        return zip(self.starts, self.data, strict=True)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A word that was played somewhere.

    Attributes:
        word: the word.
        before: what is read, and perhaps more; all other bytes are `fill`.
        changed: bytes that it changed, as they were afterwards.
    """

    word: Word
    before: Runs
    changed: Runs


FILL = 0xA5
"""What memories hold elsewhere before a word."""


def write_recorded(path: Path, cases: Iterable[Recorded]) -> None:
    """Write words to a file."""
    all_cases = list(cases)
    arrays: dict[str, NDArray[np.generic]] = {
        "queues": np.array([case.word.queue is Queue.GDMA for case in all_cases]),
        "words": np.concatenate([case.word.encode() for case in all_cases]),
        "sizes": np.array([case.word.kind.size_bytes for case in all_cases], np.int32),
    }
    for name in ("before", "changed"):
        runs = [getattr(case, name) for case in all_cases]
        arrays[f"{name}_runs"] = np.array([len(item.starts) for item in runs], np.int32)
        arrays[f"{name}_starts"] = np.array([start for item in runs for start in item.starts], ADDRESSES)
        arrays[f"{name}_sizes"] = np.array([len(data) for item in runs for data in item.data], np.int32)
        arrays[f"{name}_data"] = np.concatenate([data for item in runs for data in item.data])
    np.savez_compressed(path, allow_pickle=False, **arrays)


def read_recorded(path: Path) -> list[Recorded]:
    """The words of a file."""
    with np.load(path, allow_pickle=False) as file:
        arrays = dict(file)
    words = np.split(arrays["words"], np.cumsum(arrays["sizes"])[:-1])
    before, changed = (_all_runs(arrays, name) for name in ("before", "changed"))
    return [
        Recorded(_word(data, bool(is_gdma)), *runs)
        for data, is_gdma, *runs in zip(words, arrays["queues"], before, changed, strict=True)
    ]


def _all_runs(arrays: dict[str, NDArray[np.generic]], name: str) -> list[Runs]:
    counts, sizes = arrays[f"{name}_runs"], arrays[f"{name}_sizes"]
    data = np.split(arrays[f"{name}_data"], np.cumsum(sizes)[:-1])
    ends = np.cumsum(counts)
    starts = arrays[f"{name}_starts"]
    return [
        Runs([int(start) for start in starts[end - count : end]], data[end - count : end])
        for end, count in zip(ends, counts, strict=True)
    ]


def _word(data: Bytes, is_gdma: bool) -> Word:
    queue = Queue.GDMA if is_gdma else Queue.TIU
    word = next(split(data, queue))
    assert isinstance(word, Word), f"{WORD_SETS[queue].queue}: {word}"
    return word
