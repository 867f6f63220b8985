"""A sparse byte memory over the whole address space that remembers which bytes were ever written."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.distinct import runs

PAGE_BYTES = 4096
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Addresses = NDArray[np.uint64]


class SparseMemory:
    """Memory in pages that exist once something was written to them.

    A byte that was never written reads as `fill` and is not known; a model may also make bytes unknown again
    (their value is not settled), so that nothing is compared with them.
    """

    def __init__(self, fill: int = 0) -> None:
        self._fill = fill
        self._pages: dict[int, tuple[Bytes, Flags]] = {}

    def clear(self) -> None:
        """Forget every byte."""
        self._pages.clear()

    def write(self, address: int, data: Bytes | bytes, known: Flags | None = None) -> None:
        """Write consecutive bytes; where `known` is false the byte becomes unknown instead."""
        values = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
        for page, offset, start, stop in _pieces(address, len(values)):
            stored, mask = self._page(page)
            stored[offset : offset + stop - start] = values[start:stop]
            mask[offset : offset + stop - start] = True if known is None else known[start:stop]

    def read(self, address: int, size_bytes: int) -> Bytes:
        """Consecutive bytes, a copy; unknown ones as they are stored."""
        return self.read_known(address, size_bytes)[0]

    def known(self, address: int, size_bytes: int) -> Flags:
        """Which of consecutive bytes are known."""
        return self.read_known(address, size_bytes)[1]

    def read_known(self, address: int, size_bytes: int) -> tuple[Bytes, Flags]:
        """Consecutive bytes and which of them are known, copies."""
        number, offset = divmod(address, PAGE_BYTES)
        if number in self._pages and offset + size_bytes <= PAGE_BYTES:
            # A data beat on a bus: the most frequent case by far.
            stored, mask = self._pages[number]
            return stored[offset : offset + size_bytes].copy(), mask[offset : offset + size_bytes].copy()
        data = np.full(size_bytes, self._fill, np.uint8)
        flags = np.zeros(size_bytes, np.bool_)
        for page, offset, start, stop in _pieces(address, size_bytes):
            if page in self._pages:
                stored, mask = self._pages[page]
                data[start:stop] = stored[offset : offset + stop - start]
                flags[start:stop] = mask[offset : offset + stop - start]
        return data, flags

    def read_chunks(self, addresses: Addresses, chunk_bytes: int) -> tuple[Bytes, Flags]:
        """Chunks of equal size from many places.

        Args:
            addresses: start of each chunk, uint64 [n], multiples of `chunk_bytes`.
            chunk_bytes: a power of two, at most a page.

        Returns:
            The bytes, uint8 [n, chunk_bytes], and which of them are known, bool of the same shape.
        """
        data = np.full((len(addresses), chunk_bytes), self._fill, np.uint8)
        flags = np.zeros((len(addresses), chunk_bytes), np.bool_)
        for page, rows, inside in _by_page(addresses, chunk_bytes):
            if page in self._pages:
                stored, mask = self._pages[page]
                data[rows] = stored.reshape(-1, chunk_bytes)[inside]
                flags[rows] = mask.reshape(-1, chunk_bytes)[inside]
        return data, flags

    def write_chunks(self, addresses: Addresses, data: Bytes, known: Flags | None = None) -> None:
        """Write chunks of equal size to many places; of two at one address the later one stays.

        Args:
            addresses: start of each chunk, uint64 [n], multiples of the chunk size.
            data: uint8 [n, chunk bytes].
            known: bool of the same shape; false makes a byte unknown.
        """
        chunk_bytes = data.shape[1]
        for page, rows, inside in _by_page(addresses, chunk_bytes):
            stored, mask = self._page(page)
            stored.reshape(-1, chunk_bytes)[inside] = data[rows]
            mask.reshape(-1, chunk_bytes)[inside] = True if known is None else known[rows]

    def forget(self, addresses: Addresses, chunk_bytes: int) -> None:
        """Make chunks unknown: nothing settles what they hold."""
        data, _ = self.read_chunks(addresses, chunk_bytes)
        self.write_chunks(addresses, data, np.zeros(data.shape, np.bool_))

    def pages(self) -> Iterator[tuple[int, Bytes, Flags]]:
        """Every page that exists, lowest first: its address, its bytes and which of them are known."""
        for page in sorted(self._pages):
            stored, flags = self._pages[page]
            yield page * PAGE_BYTES, stored, flags

    def _page(self, number: int) -> tuple[Bytes, Flags]:
        if number not in self._pages:
            self._pages[number] = (np.full(PAGE_BYTES, self._fill, np.uint8), np.zeros(PAGE_BYTES, np.bool_))
        return self._pages[number]


def _by_page(
    addresses: Addresses, chunk_bytes: int
) -> Iterator[tuple[int, slice | NDArray[np.intp], slice | NDArray[np.intp]]]:
    """Chunks page by page, those of a page in order: the page, which chunks, and their places in the page."""
    numbers = addresses // np.uint64(PAGE_BYTES)
    places = ((addresses % np.uint64(PAGE_BYTES)) // np.uint64(chunk_bytes)).astype(np.intp)
    order = None
    if len(numbers) > 1 and not (numbers[1:] >= numbers[:-1]).all():
        order = np.argsort(numbers, kind="stable")
        numbers, places = numbers[order], places[order]
    neighbours = np.ones(len(places), np.bool_)
    np.equal(places[1:], places[:-1] + 1, out=neighbours[1:])
    gaps = np.cumsum(~neighbours)
    for start, stop in zip(*runs(numbers), strict=True):
        rows = slice(start, stop) if order is None else order[start:stop]
        consecutive = gaps[stop - 1] == gaps[start]
        inside = slice(int(places[start]), int(places[stop - 1]) + 1) if consecutive else places[start:stop]
        yield int(numbers[start]), rows, inside


def _pieces(address: int, size_bytes: int) -> Iterator[tuple[int, int, int, int]]:
    """Cut consecutive bytes at page borders: page, offset in it, first and last byte of the piece."""
    start = 0
    while start < size_bytes:
        page, offset = divmod(address + start, PAGE_BYTES)
        stop = min(size_bytes, start + PAGE_BYTES - offset)
        yield page, offset, start, stop
        start = stop
