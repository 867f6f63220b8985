"""Bytes of memory one behind the other, where that is all that there is to say of how they lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.memory.footprint import Footprint, StreamId


@dataclass(frozen=True, slots=True)
class Offsets:
    """Names bytes by how far they are from the first one; a `Layout`.

    Attributes:
        begin: address of the first byte.
    """

    begin: int

    def coordinates(self, address: int) -> str:
        """The distance from the first byte."""
        return f"[{address - self.begin}]"


def stretch(stream: StreamId, begin: int, count: int, label: str, chunk_bytes: int = 1) -> Footprint:
    """Chunks one behind the other.

    Args:
        stream: port and AXI id.
        begin: address of the first byte, a multiple of `chunk_bytes`.
        count: how many chunks.
        label: what the stream carries.
        chunk_bytes: size of a chunk; 1 where nothing is aligned.
    """
    addresses = np.uint64(begin) + np.arange(count, dtype=np.uint64) * np.uint64(chunk_bytes)
    return Footprint(*stream, addresses, chunk_bytes, label, Offsets(begin))
