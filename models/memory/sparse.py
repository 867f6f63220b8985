"""A sparse byte memory over the whole address space that remembers which bytes were ever written."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.arrays.flags import Flags, all_set, every, writable
from models.memory.page_store import ALL_KNOWN, Bytes, PageStore
from models.memory.pages import PAGE_BYTES, Addresses, chunks_by_page, long_runs, page_pieces

__all__ = ["PAGE_BYTES", "Addresses", "Bytes", "Flags", "SparseMemory"]


class SparseMemory:
    """Memory in pages that exist once something was written to them.

    A byte that was never written reads as `fill` and is not known; in a zeroed memory it is 0, and known to be. A model
    may also make bytes unknown again (nobody can say what they hold), so that nothing is compared with them.
    """

    def __init__(self, fill: int = 0, *, zeroed: bool = False) -> None:
        assert not (fill and zeroed), "a zeroed memory begins as 0"
        self._pages = PageStore(fill, known=zeroed)
        self._written = SparseMemory() if zeroed else None

    @property
    def page_count(self) -> int:
        """How many pages exist."""
        return len(self._pages)

    @property
    def zeroed(self) -> bool:
        """Whether bytes that were never written are known to be 0."""
        return self._written is not None

    def clear(self) -> None:
        """Forget every byte."""
        self._pages.clear()
        if self._written is not None:
            self._written.clear()

    def write(self, address: int, data: Bytes | bytes, known: Flags | None = None) -> None:
        """Write consecutive bytes; where `known` is false the byte becomes unknown instead."""
        values = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
        if self._written is not None:
            self._written.write(address, values)
        if known is None:
            self._pages.write_run(address, values[:, None])
            return
        for page, offset, start, stop in page_pieces(address, len(values)):
            stored, _ = self._pages.need(page)
            stored[offset : offset + stop - start] = values[start:stop]
            self._pages.own_flags(page)[offset : offset + stop - start] = known[start:stop]

    def read(self, address: int, size_bytes: int) -> Bytes:
        """Consecutive bytes, a copy; unknown ones as they are stored."""
        return self.read_known(address, size_bytes)[0]

    def known(self, address: int, size_bytes: int) -> Flags:
        """Which of consecutive bytes are known."""
        return self.read_known(address, size_bytes)[1]

    def read_known(self, address: int, size_bytes: int) -> tuple[Bytes, Flags]:
        """Consecutive bytes and which of them are known, copies."""
        number, offset = divmod(address, PAGE_BYTES)
        if offset + size_bytes <= PAGE_BYTES:
            # A data beat on a bus: the most frequent case by far.
            stored, mask = self._pages.find(number)
            return stored[offset : offset + size_bytes].copy(), mask[offset : offset + size_bytes].copy()
        data, flags = np.empty(size_bytes, np.uint8), np.empty(size_bytes, np.bool_)
        for page, offset, start, stop in page_pieces(address, size_bytes):
            stored, mask = self._pages.find(page)
            data[start:stop] = stored[offset : offset + stop - start]
            flags[start:stop] = mask[offset : offset + stop - start]
        return data, flags

    def read_chunks(self, addresses: Addresses, chunk_bytes: int) -> tuple[Bytes, Flags]:
        """Chunks of equal size from many addresses.

        Args:
            addresses: start of each chunk, uint64 [n], multiples of `chunk_bytes`.
            chunk_bytes: a power of two, at most a page.

        Returns:
            The bytes, uint8 [n, chunk_bytes], and which of them are known, bool of the same shape, only to look at.
        """
        shape = (len(addresses), chunk_bytes)
        data, flags = np.empty(shape, np.uint8), all_set(shape)
        if (runs := long_runs(addresses, chunk_bytes)) is not None:
            for address, run in runs:
                flags = self._pages.read_run(address, run, data, flags)
            return data, flags
        for page, rows, inside in chunks_by_page(addresses, chunk_bytes):
            stored, mask = self._pages.find(page)
            data[rows] = stored.reshape(-1, chunk_bytes)[inside]
            known = mask.reshape(-1, chunk_bytes)[inside]
            if mask is not ALL_KNOWN and not known.all():
                flags = writable(flags)
                flags[rows] = known
        return data, flags

    def written_chunks(self, addresses: Addresses, chunk_bytes: int) -> Flags:
        """Which bytes of many chunks were ever written; arguments and shape as of `read_chunks`.

        Only a zeroed memory tells them from those that became unknown since.
        """
        return (self._written or self).read_chunks(addresses, chunk_bytes)[1]

    def knows_all(self, addresses: Addresses, chunk_bytes: int) -> bool:
        """Whether every byte of many chunks is known; arguments as of `read_chunks`."""
        for page, _, inside in chunks_by_page(addresses, chunk_bytes):
            _, mask = self._pages.find(page)
            if mask is not ALL_KNOWN and not mask.reshape(-1, chunk_bytes)[inside].all():
                return False
        return True

    def write_chunks(self, addresses: Addresses, data: Bytes, known: Flags | None = None) -> None:
        """Write chunks of equal size to many addresses; of two at one address the later one stays.

        Args:
            addresses: start of each chunk, uint64 [n], multiples of the chunk size.
            data: uint8 [n, chunk bytes].
            known: bool of the same shape; false makes a byte unknown.
        """
        chunk_bytes = data.shape[1]
        if self._written is not None:
            self._written.write_chunks(addresses, data)
        if known is not None and every(known):
            known = None
        if known is None and (runs := long_runs(addresses, chunk_bytes)) is not None:
            for address, run in runs:
                self._pages.write_run(address, data[run])
            return
        for page, rows, inside in chunks_by_page(addresses, chunk_bytes):
            stored, mask = self._pages.need(page)
            stored.reshape(-1, chunk_bytes)[inside] = data[rows]
            if known is not None or mask is not ALL_KNOWN:
                flags = self._pages.own_flags(page).reshape(-1, chunk_bytes)
                flags[inside] = True if known is None else known[rows]

    def forget(self, addresses: Addresses, chunk_bytes: int) -> None:
        """Make chunks unknown."""
        data, _ = self.read_chunks(addresses, chunk_bytes)
        self.write_chunks(addresses, data, np.zeros(data.shape, np.bool_))

    def pages(self) -> Iterator[tuple[int, Bytes, Flags]]:
        """Every page that exists, lowest first: its address, its bytes and which of them are known; only to look at."""
        for page in self._pages:
            stored, flags = self._pages.find(page)
            yield page * PAGE_BYTES, stored, flags
