"""Which pages of a memory bytes lie in: consecutive bytes, and chunks of equal size from many addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import runs

PAGE_BYTES = 4096
_LONG_RUN = 64
"""Chunks; with shorter runs on average, page by page is faster than run by run."""
Addresses = NDArray[np.uint64]
Item = TypeVar("Item", bound=np.generic)
Indices = slice | NDArray[np.intp]


def page_pieces(address: int, size_bytes: int) -> Iterator[tuple[int, int, int, int]]:
    """Cut consecutive bytes at page borders: page, offset in it, first and last-but-one byte of the piece."""
    start = 0
    while start < size_bytes:
        page, offset = divmod(address + start, PAGE_BYTES)
        stop = min(size_bytes, start + PAGE_BYTES - offset)
        yield page, offset, start, stop
        start = stop


def whole_pages(address: int, size_bytes: int) -> range:
    """The pages that consecutive bytes cover from the first byte to the last."""
    return range(-(-address // PAGE_BYTES), (address + size_bytes) // PAGE_BYTES)


def touched_pages(address: int, size_bytes: int) -> range:
    """The pages that consecutive bytes lie in."""
    return range(address // PAGE_BYTES, -(-(address + size_bytes) // PAGE_BYTES))


def gather(pages: list[NDArray[Item]], offset: int, into: NDArray[Item]) -> None:
    """Copy what pages hold, from an offset in the first one on, into an array without gaps; all pages are needed."""
    pieces = list(pages)
    pieces[-1] = pieces[-1][: offset + into.size - (len(pages) - 1) * PAGE_BYTES]
    pieces[0] = pieces[0][offset:]
    np.concatenate(pieces, out=into.reshape(-1))


def long_runs(addresses: Addresses, chunk_bytes: int) -> list[tuple[int, slice]] | None:
    """Runs of chunks one behind the other without a gap: as good as one run of bytes, and their indices need no arrays.

    Returns:
        The address of each run and which chunks it has; None if the runs are so short that they are not worth it.
    """
    behind = addresses[1:]
    # Address 0 is behind the highest one by arithmetic only.
    borders = (np.flatnonzero((behind - addresses[:-1] != np.uint64(chunk_bytes)) | (behind == 0)) + 1).tolist()
    if len(borders) * _LONG_RUN > len(addresses):
        return None
    pairs = zip([0, *borders], [*borders, len(addresses)], strict=True)
    return [(int(addresses[first]), slice(first, stop)) for first, stop in pairs if stop > first]


def chunks_by_page(addresses: Addresses, chunk_bytes: int) -> Iterator[tuple[int, Indices, Indices]]:
    """Chunks piece by piece, each in one page: the page, which chunks, and their indices in the page.

    Chunks at one address come in their order.

    Args:
        addresses: start of each chunk, uint64 [n], multiples of `chunk_bytes`.
        chunk_bytes: a power of two, at most a page.
    """
    runs_found = long_runs(addresses, chunk_bytes)
    if runs_found is None:
        yield from _scattered_by_page(addresses, chunk_bytes)
        return
    for address, chunks in runs_found:
        for page, offset, start, stop in page_pieces(address, (chunks.stop - chunks.start) * chunk_bytes):
            rows = slice(chunks.start + start // chunk_bytes, chunks.start + stop // chunk_bytes)
            yield page, rows, slice(offset // chunk_bytes, (offset + stop - start) // chunk_bytes)


def _scattered_by_page(addresses: Addresses, chunk_bytes: int) -> Iterator[tuple[int, Indices, Indices]]:
    """Chunks anywhere: those of a page together, in their order."""
    numbers = addresses // np.uint64(PAGE_BYTES)
    indices = ((addresses - numbers * np.uint64(PAGE_BYTES)) // np.uint64(chunk_bytes)).astype(np.intp)
    order = None
    if len(numbers) > 1 and not (numbers[1:] >= numbers[:-1]).all():
        order = np.argsort(numbers, kind="stable")
        numbers, indices = numbers[order], indices[order]
    neighbours = np.ones(len(indices), np.bool_)
    np.equal(indices[1:], indices[:-1] + 1, out=neighbours[1:])
    gaps = np.cumsum(~neighbours)
    for start, stop in zip(*runs(numbers), strict=True):
        rows = slice(start, stop) if order is None else order[start:stop]
        without_gap = gaps[stop - 1] == gaps[start]
        inside = slice(int(indices[start]), int(indices[stop - 1]) + 1) if without_gap else indices[start:stop]
        yield int(numbers[start]), rows, inside
