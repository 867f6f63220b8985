"""What a loadable's memories hold at first, and the places in them that a task knows by number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sequences.nvdla.loadables.loadable import SET, Loadable, Memory, Task

MEMORY_AT_MOST_BYTES = 1 << 28
"""Of all memories together: networks for which there are such files have a tenth of it."""
PAGE_BYTES = 4096
"""Memory is handed out in these."""

Bytes = NDArray[np.uint8]


class LoadableError(ValueError):
    """A loadable that cannot be played: which table, which operation, and why."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a memory.

    Attributes:
        memory: the memory.
        offset: bytes from its beginning.
        size: bytes from there to the end of what is to be used.
    """

    memory: Memory
    offset: int
    size: int


def round_up(size: int, to: int) -> int:
    """A size, up to a multiple of another."""
    return -(-size // to) * to


class Contents:
    """A loadable's memories.

    Args:
        loadable: the loadable.

    Raises:
        LoadableError: two memories have one id, or together they are too large.
    """

    def __init__(self, loadable: Loadable) -> None:
        self.loadable = loadable
        self._blobs = {blob.name: blob.data for blob in loadable.blobs}
        self.memories: Mapping[int, Memory] = {memory.id: memory for memory in loadable.memories}
        if len(self.memories) < len(loadable.memories):
            raise LoadableError("memory_list: two memories have the same id")
        whole = sum(memory.size for memory in loadable.memories)
        if whole > MEMORY_AT_MOST_BYTES:
            raise LoadableError(f"memory_list: {whole:,} bytes of memory, may be {MEMORY_AT_MOST_BYTES:,} at most")
        self._held: dict[int, Bytes] = {}
        self._addresses = {address.id: address for address in loadable.addresses}

    def first(self, memory: Memory) -> Bytes:
        """What a memory holds at first; zeros where the loadable says nothing.

        Raises:
            LoadableError: a blob is not there, or larger than its memory.
        """
        held = np.zeros(memory.size, np.uint8)
        if not memory.flags & SET:
            return held
        if len(memory.contents) != len(memory.offsets):
            raise LoadableError(
                f"memory {memory.id}: {len(memory.contents)} contents and {len(memory.offsets)} offsets of them"
            )
        for name, offset in zip(memory.contents, memory.offsets, strict=True):
            if name and name not in self._blobs:
                raise LoadableError(f"memory {memory.id}: there is no blob {name!r}, which it shall hold")
            data = self._blobs.get(name, b"")
            if offset + len(data) > memory.size:
                raise LoadableError(
                    f"memory {memory.id} of {memory.size} bytes: it cannot hold {name!r} of {len(data)} at {offset}"
                )
            held[offset : offset + len(data)] = np.frombuffer(data, np.uint8)
        return held

    def place(self, task: Task, number: int, what: str) -> Place:
        """The place that a task knows by a number.

        Args:
            task: the task.
            number: counts the task's addresses.
            what: asks for it, for messages.

        Raises:
            LoadableError: there is none.
        """
        if not 0 <= number < len(task.addresses):
            raise LoadableError(
                f"task {task.id}, {what}: there is no address {number}; the task has 0 to {len(task.addresses) - 1}"
            )
        address = self._addresses.get(task.addresses[number])
        memory = self.memories.get(address.memory) if address else None
        if address is None or memory is None:
            raise LoadableError(f"task {task.id}, {what}: address {number} leads to no entry of the lists")
        if address.offset > memory.size:
            raise LoadableError(f"address_list: address {address.id} lies behind its memory of {memory.size} bytes")
        room = memory.size - address.offset
        return Place(memory, address.offset, min(address.size or room, room))

    def structures(self, task: Task, number: int, kind: np.dtype[np.void], what: str, count: int = 1) -> list[np.void]:
        """Structures that lie at a place, one behind the other.

        Args:
            task: the task.
            number: of the place.
            kind: of each structure.
            what: they are, for messages.
            count: how many.

        Raises:
            LoadableError: there are not so many.
        """
        return [self.structure(task, number, kind, index * kind.itemsize, what) for index in range(count)]

    def structure(self, task: Task, number: int, kind: np.dtype[np.void], offset: int, what: str) -> np.void:
        """One structure.

        Args:
            task: the task.
            number: of the place.
            kind: of the structure.
            offset: bytes from the place.
            what: it is, for messages.

        Raises:
            LoadableError: it is not all there.
        """
        place = self.place(task, number, what)
        if offset + kind.itemsize > place.size:
            raise LoadableError(
                f"task {task.id}, {what}: {kind.itemsize} bytes at {offset} do not fit the {place.size} at {number}"
            )
        if place.memory.id not in self._held:
            self._held[place.memory.id] = self.first(place.memory)
        structure: np.void = np.frombuffer(self._held[place.memory.id], kind, 1, place.offset + offset)[0]
        return structure
