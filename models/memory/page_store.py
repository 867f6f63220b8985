"""Pages of bytes, each with flags that say which of them are known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, writable
from models.memory.pages import PAGE_BYTES, gather, page_pieces, touched_pages, whole_pages

Bytes = NDArray[np.uint8]
Page = tuple[Bytes, Flags]

ALL_KNOWN: Flags = np.ones(PAGE_BYTES, np.bool_)
ALL_KNOWN.flags.writeable = False


class PageStore:
    """Pages by number, which exist once something was written to them.

    Pages that were written whole share one array of flags, `ALL_KNOWN`, until a byte of theirs becomes unknown: most
    pages of a large layer are such, and their flags are neither stored nor copied one by one.

    Args:
        fill: what bytes hold that were never written.
        known: whether they hold it for certain.
    """

    def __init__(self, fill: int, *, known: bool = False) -> None:
        self._pages: dict[int, Page] = {}
        flags = ALL_KNOWN if known else np.zeros(PAGE_BYTES, np.bool_)
        self._nothing: Page = (np.full(PAGE_BYTES, fill, np.uint8), flags)

    def __len__(self) -> int:
        return len(self._pages)

    def __contains__(self, number: int) -> bool:
        return number in self._pages

    def __iter__(self) -> Iterator[int]:
        """The numbers of the pages that exist, lowest first."""
        return iter(sorted(self._pages))

    def clear(self) -> None:
        """No page exists."""
        self._pages.clear()

    def find(self, number: int) -> Page:
        """A page, or what one holds that does not exist; only to look at."""
        return self._pages.get(number, self._nothing)

    def need(self, number: int) -> Page:
        """A page that exists from now on: its bytes may be written, its flags unless they are `ALL_KNOWN`."""
        if number not in self._pages:
            stored, flags = self._nothing
            self._pages[number] = (stored.copy(), flags if flags is ALL_KNOWN else flags.copy())
        return self._pages[number]

    def own_flags(self, number: int) -> Flags:
        """The flags of a page that exists, for a change: no other page has them."""
        stored, flags = self._pages[number]
        if flags is ALL_KNOWN:
            flags = np.ones(PAGE_BYTES, np.bool_)
            self._pages[number] = (stored, flags)
        return flags

    def read_run(self, address: int, rows: slice, data: Bytes, flags: Flags) -> Flags:
        """Read chunks one behind the other into rows of `data`; returns the flags, which may be a new array now."""
        offset, found = address % PAGE_BYTES, data[rows]
        pages = [self.find(page) for page in touched_pages(address, found.size)]
        gather([stored for stored, _ in pages], offset, found)
        if any(mask is not ALL_KNOWN for _, mask in pages):
            known = np.empty(found.shape, np.bool_)
            gather([mask for _, mask in pages], offset, known)
            if not known.all():
                flags = writable(flags)
                flags[rows] = known
        return flags

    def write_run(self, address: int, chunks: Bytes) -> None:
        """Write chunks one behind the other, whole pages at once: one by one they cost more than a layer's data."""
        whole, chunk_bytes = whole_pages(address, chunks.size), chunks.shape[1]
        parts = [(address, chunks)]
        if whole:
            first, stop = ((page * PAGE_BYTES - address) // chunk_bytes for page in (whole.start, whole.stop))
            parts = [(address, chunks[:first]), (whole.stop * PAGE_BYTES, chunks[stop:])]
            content = np.array(chunks[first:stop]).reshape(-1, PAGE_BYTES)
            self._pages.update(zip(whole, zip(content, repeat(ALL_KNOWN)), strict=True))
        for start_address, part in parts:
            for page, offset, start, stop in page_pieces(start_address, part.size):
                stored, mask = self.need(page)
                stored[offset : offset + stop - start] = part[start // chunk_bytes : stop // chunk_bytes].reshape(-1)
                if mask is not ALL_KNOWN:
                    mask[offset : offset + stop - start] = True
