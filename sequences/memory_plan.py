"""Where surfaces lie in memory: apart from each other, with red zones around, every byte filled at random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.ports import MemoryPort
from sequences.host import Host

RED_ZONE_BYTES = 256
WINDOW_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Surface:
    """A piece of memory that belongs to one layer.

    Attributes:
        port: name of its memory port.
        address: its first byte.
        size_bytes: its extent, gaps between lines and surfaces included.
    """

    port: str
    address: int
    size_bytes: int


class MemoryPlan:
    """Hands out surfaces in the memories behind the ports.

    Args:
        ports: the memory ports.
        rng: draws gaps and contents.
        window_bytes: how much of each port's address range is used, from its lowest address.
    """

    def __init__(
        self, ports: Mapping[str, MemoryPort], rng: np.random.Generator, window_bytes: int = WINDOW_BYTES
    ) -> None:
        self._rng = rng
        self._next = {port.name: port.base for port in ports.values()}
        self._end = {port.name: port.base + window_bytes for port in ports.values()}

    def place(self, port: str, size_bytes: int, align_bytes: int) -> Surface:
        """A surface of its own, at a drawn multiple of `align_bytes`, a red zone before and behind it.

        Raises:
            MemoryError: the port's window is full.
        """
        gap = int(self._rng.integers(0, 16)) * align_bytes
        start = self._next[port] + RED_ZONE_BYTES + gap
        address = -(-start // align_bytes) * align_bytes
        self._next[port] = address + size_bytes
        if self._next[port] + RED_ZONE_BYTES > self._end[port]:
            raise MemoryError(f"{port}: no room for {size_bytes} more bytes; play fewer or smaller layers in one test")
        return Surface(port, address, size_bytes)

    def fill(self, host: Host, surface: Surface) -> None:
        """Load a surface and its red zones with random bytes."""
        size_bytes = surface.size_bytes + 2 * RED_ZONE_BYTES
        data: NDArray[np.uint8] = self._rng.integers(0, 256, size_bytes, np.uint8)
        host.load(surface.port, surface.address - RED_ZONE_BYTES, data)
