"""Bytes in memory that layers touch, and what they hold: chunks that are read, written, or handed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, every, writable
from models.memory.sparse import Addresses, Bytes, SparseMemory


class Layout(Protocol):
    """How a surface names its bytes."""

    def coordinates(self, address: int) -> str:
        """The coordinates of the byte at an address, for messages: ``[c 5, h 2, w 1]``; empty if it has none."""


class StreamId(NamedTuple):
    """What tells a stream of transfers from others: the name of a memory port, and an AXI id on it."""

    port: str
    axi_id: int

    def __str__(self) -> str:
        return f"{self.port} id {self.axi_id}"


@dataclass(frozen=True, slots=True)
class Footprint:
    """Chunks of memory that one stream of a layer touches.

    Attributes:
        port: name of the memory port.
        axi_id: id of the stream's requests on that port.
        addresses: start of each chunk, uint64 [n], multiples of `chunk_bytes`, in the layer's own order.
        chunk_bytes: size of a chunk, a power of two.
        label: what the stream carries, such as ``slot 3 destination``.
        layout: gives the coordinates of its bytes.
        owned: which bytes of the chunks belong to the stream, bool [n, chunk bytes]; None: all of them.
        run: chunks that its unit moves with one request, at most; 0: unknown.
        requests: with how many requests it moves all; 0: unknown.
    """

    port: str
    axi_id: int
    addresses: Addresses
    chunk_bytes: int
    label: str
    layout: Layout
    owned: Flags | None = None
    run: int = 0
    requests: int = 0

    @property
    def stream(self) -> StreamId:
        """Port and id."""
        return StreamId(self.port, self.axi_id)

    @property
    def whole(self) -> Footprint:
        """The same with all bytes of its chunks: what lies beside those that it owns is moved with them."""
        return self if self.owned is None else replace(self, owned=None)

    def touches(self, address: int) -> bool:
        """Whether a byte is in one of the chunks."""
        return bool((self.addresses == np.uint64(address - address % self.chunk_bytes)).any())

    def describe(self, address: int) -> str:
        """Where a byte is, for messages: ``slot 3 destination [surface 0, line 2, byte 8]``."""
        return f"{self.label} {self.layout.coordinates(address)}".rstrip()


@dataclass(frozen=True, slots=True)
class FailedAnswer:
    """Memory answered a read or a write of a stream with an error.

    Attributes:
        stream: port and id.
        written: it was a write.
        came: knows the bytes that it was about; those of a read as they came with the answer.
    """

    stream: StreamId
    written: bool
    came: SparseMemory

    def of(self, where: Footprint) -> tuple[Bytes, Flags] | None:
        """What came of chunks, uint8 [n, chunk bytes], and which bytes it was about, bool; None: none of them."""
        if where.stream != self.stream:
            return None
        data, failed = self.came.read_chunks(where.addresses, where.chunk_bytes)
        return (data, failed) if failed.any() else None


@dataclass(slots=True)
class Fetched:
    """What a stream of reads brings: sampled when its block claims, the earliest moment at which it may fetch.

    Attributes:
        where: the chunks.
        data: their bytes, uint8 [n, chunk bytes].
        known: for each whether it is known, bool of the same shape; only to look at.
        failed: which of it memory answered with an error, so that the data are what came, likewise; None: none.
    """

    where: Footprint
    data: Bytes
    known: Flags
    failed: Flags | None = None

    @property
    def settled(self) -> bool:
        """Whether all is known of it that belongs to the stream."""
        owned = self.where.owned
        return every(self.known if owned is None else self.known | ~owned)

    def fail(self, answer: FailedAnswer) -> bool:
        """A read was answered with an error; returns whether it was about these."""
        if (came := answer.of(self.where)) is None:
            return False
        data, failed = came
        self.data, self.known = np.where(failed, data, self.data), self.known | failed
        self.failed = failed if self.failed is None else self.failed | failed
        return True

    def forget(self, flags: Flags) -> None:
        """Some bytes are unknown from now on; bool [n, chunk bytes]."""
        self.known = self.known & ~flags


@dataclass(slots=True)
class ExpectedWrites:
    """What a stream of a layer must write: each byte once, in any order, and nothing else.

    Attributes:
        where: the chunks.
        data: expected bytes, uint8 [n, chunk bytes].
        care: which of them are known, bool of the same shape; the others are not compared. Only to look at.
        failed: which of them memory did not store, as it answered with an error, bool of the same shape; None: none.
    """

    where: Footprint
    data: Bytes
    care: Flags
    failed: Flags | None = None

    def fail(self, answer: FailedAnswer) -> bool:
        """A write was answered with an error; returns whether it was about these."""
        if (came := answer.of(self.where)) is None:
            return False
        self.failed = came[1] if self.failed is None else self.failed | came[1]
        return True

    def ignore(self, flags: Flags | slice) -> None:
        """Compare some bytes no more; bool [n, chunk bytes], or a slice of the chunks."""
        self.care = writable(self.care)
        self.care[flags] = False


@dataclass(frozen=True, slots=True)
class Flow:
    """What one stage hands to the next without memory in between.

    Attributes:
        to: name of the stage that takes it.
        values: the values, in the order that the two stages agree on.
        known: for each whether it is known, bool of the same shape.
        beats: in how many beats they pass from one stage to the other.
    """

    to: str
    values: NDArray[Any]
    known: Flags
    beats: int
