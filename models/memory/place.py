"""A place in a memory."""

from __future__ import annotations

from typing import NamedTuple


class MemoryPlace(NamedTuple):
    """A byte of a memory, by the name of its port."""

    port: str
    address: int

    def __str__(self) -> str:
        return f"{self.port} {self.address:#x}"
