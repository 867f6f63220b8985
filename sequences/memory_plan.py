"""Where surfaces lie in memory: anywhere, apart from each other, with red zones around, every byte filled at random."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from sequences.arguments import need_whole
from sequences.host import Host

RED_ZONE_BYTES = 256
TRIES = 1000
NEAR_BYTES = 1 << 14
NEAR, AT_AN_END, ACROSS = 0.3, 0.1, 0.1
"""How often a surface comes close to another one, to an end of the memory, or lies across a multiple of `WORD_SPACE`;
else its address has any number of bits.
"""
WORD_SPACE = 1 << 32
"""Registers hold an address in two words: what crosses a multiple of this carries from one into the other."""

Filled = NDArray[np.uint8]
Piece = tuple[int, int]
"""An offset in a surface, and how many bytes from there on."""


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

    @property
    def end(self) -> int:
        """The address behind it."""
        return self.address + self.size_bytes


class MemoryPlan:
    """Hands out surfaces in the memories behind the ports.

    Args:
        ports: the memory ports.
        rng: draws addresses and contents.
        conventional: only addresses that the public traces use, where an address alone tells its memory; else all that
            the port's address bits reach.
    """

    def __init__(self, ports: Mapping[str, MemoryPort], rng: np.random.Generator, *, conventional: bool) -> None:
        self._rng = rng
        self._ranges = {
            port.name: (port.base, port.limit) if conventional else (0, 1 << port.address_bits)
            for port in ports.values()
        }
        self._taken: dict[str, list[tuple[int, int]]] = {port.name: [] for port in ports.values()}

    def allocate(self, port: str, size_bytes: int, align_bytes: int, at: int | None = None) -> Surface:
        """A surface of its own, a red zone before and behind it unless the memory ends there.

        Args:
            port: the memory.
            size_bytes: its extent.
            align_bytes: its address is a multiple of it.
            at: its address; None: one is drawn.

        Raises:
            ValueError: there is no such memory, or the surface cannot lie at the given address.
            MemoryError: no room was found.
        """
        if port not in self._ranges:
            raise ValueError(f"no memory is called {port!r}; there are {', '.join(self._ranges)}")
        if at is not None:
            self._check(port, at, size_bytes, align_bytes)
            return self._take(Surface(port, at, size_bytes))
        for _ in range(TRIES):
            surface = Surface(port, self._draw(port, size_bytes) // align_bytes * align_bytes, size_bytes)
            if self._is_inside(surface) and self._neighbour(surface) is None:
                return self._take(surface)
        raise MemoryError(f"{port}: no room for {size_bytes} more bytes; free surfaces that nobody needs any more")

    def size_bytes(self, port: str) -> int:
        """How much memory a port has."""
        low, high = self._ranges[port]
        return high - low

    def has(self, surface: Surface) -> bool:
        """Whether a surface was handed out and not given back."""
        return (surface.address, surface.end) in self._taken[surface.port]

    def surface_at(self, port: str, address: int) -> Surface | None:
        """The surface that was handed out and has an address; None: there is none."""
        taken = self._taken[port]
        at = bisect_left(taken, (address + 1, 0)) - 1
        if at < 0 or taken[at][1] <= address:
            return None
        start, end = taken[at]
        return Surface(port, start, end - start)

    def free(self, surface: Surface) -> None:
        """Give a surface's memory to others."""
        self._taken[surface.port].remove((surface.address, surface.end))

    def fill(self, host: Host, surface: Surface, pieces: Iterable[Piece] | None = None) -> Filled:
        """Load a surface and its red zones with random bytes.

        Args:
            host: reaches the memory.
            surface: the surface.
            pieces: those of it that are used, in ascending order, each of which then has red zones of its own; None:
                all of it.

        Returns:
            What the surface holds now, as far as all of it is filled.
        """
        low, high = self._ranges[surface.port]
        filled: Filled = np.empty(0, np.uint8)
        for start, end in _with_red_zones(surface, pieces or ((0, surface.size_bytes),)):
            first, behind = max(start, low), min(end, high)
            data: Filled = self._rng.integers(0, 256, behind - first, np.uint8)
            host.load(surface.port, first, data)
            if pieces is None:
                filled = data[surface.address - first :][: surface.size_bytes]
        return filled

    def _draw(self, port: str, size_bytes: int) -> int:
        """An address: close to another surface, at an end, across a multiple of `WORD_SPACE`, or any number of bits."""
        low, high = self._ranges[port]
        room = high - low - size_bytes
        choice, taken = self._rng.random(), self._taken[port]
        if choice < NEAR and taken:
            start, end = taken[int(self._rng.integers(len(taken)))]
            gap = RED_ZONE_BYTES + int(self._rng.integers(NEAR_BYTES))
            return end + gap if self._rng.random() < 0.5 else start - gap - size_bytes
        if choice > 1 - AT_AN_END:
            offset = int(self._rng.integers(NEAR_BYTES)) * int(self._rng.integers(2))  # often none at all
            return low + (room - offset if self._rng.random() < 0.5 else offset)
        if choice > 1 - AT_AN_END - ACROSS and high > WORD_SPACE:
            # Below a power of two all bits from WORD_SPACE's on are set, so the carry goes a long way.
            bits = int(self._rng.integers(WORD_SPACE.bit_length() - 1, high.bit_length()))
            return (1 << bits) - int(self._rng.integers(size_bytes + 1))
        bits = int(self._rng.integers(1, room.bit_length() + 1))
        return low + int.from_bytes(self._rng.bytes(8), "little") % min(room, 1 << bits)

    def _check(self, port: str, address: int, size_bytes: int, align_bytes: int) -> None:
        surface = Surface(port, address, size_bytes)
        low, high = self._ranges[port]
        need_whole("at", address, (low, high - 1))
        if address % align_bytes:
            raise ValueError(f"{port} {address:#x} is no multiple of {align_bytes} bytes")
        if not self._is_inside(surface):
            raise ValueError(f"{port} {address:#x}: {size_bytes} bytes do not lie inside {low:#x} to {high - 1:#x}")
        if other := self._neighbour(surface):
            raise ValueError(
                f"{port} {address:#x} to {surface.end - 1:#x} is closer than {RED_ZONE_BYTES} bytes to the surface at "
                f"{other[0]:#x} to {other[1] - 1:#x}"
            )

    def _is_inside(self, surface: Surface) -> bool:
        low, high = self._ranges[surface.port]
        return surface.address >= low and surface.end <= high

    def _neighbour(self, surface: Surface) -> tuple[int, int] | None:
        """A surface that is too close."""
        taken = self._taken[surface.port]
        at = bisect_left(taken, (surface.address, 0))
        for start, end in taken[max(0, at - 1) : at + 1]:
            if start < surface.end + RED_ZONE_BYTES and surface.address < end + RED_ZONE_BYTES:
                return start, end
        return None

    def _take(self, surface: Surface) -> Surface:
        insort(self._taken[surface.port], (surface.address, surface.end))
        return surface


def _with_red_zones(surface: Surface, pieces: Iterable[Piece]) -> Iterator[tuple[int, int]]:
    """First and last-but-one address of what is loaded: pieces with their red zones, those that meet in one."""
    start = end = -1
    for offset, size_bytes in pieces:
        first = surface.address + offset - RED_ZONE_BYTES
        if end < 0:
            start = first
        elif first > end:
            yield start, end
            start = first
        end = first + size_bytes + 2 * RED_ZONE_BYTES
    yield start, end
