"""Where in memory what belongs to a layer is."""

from __future__ import annotations

from models.memory.sparse import Bytes

ALIGN_BYTES = 64


class Places:
    """Gives out memory, one place behind the other, and remembers what is to be loaded.

    Args:
        base: the first address.

    Attributes:
        end: behind the last place.
        loads: addresses and bytes.
    """

    def __init__(self, base: int) -> None:
        self.end = base
        self.loads: list[tuple[int, Bytes]] = []

    def take(self, size_bytes: int) -> int:
        """A place of a size: its address."""
        at = -(-self.end // ALIGN_BYTES) * ALIGN_BYTES
        self.end = at + size_bytes
        return at

    def put(self, data: Bytes) -> int:
        """A place for bytes: its address."""
        at = self.take(len(data))
        self.loads.append((at, data))
        return at
