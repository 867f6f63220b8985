"""Python's copy of what an HDL memory holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import numpy as np
from cocotb.handle import HierarchyObject

from models.memory.pages import page_pieces, touched_pages
from models.memory.ports import MemoryPort
from models.memory.sparse import PAGE_BYTES, Bytes, Flags, SparseMemory
from tb.memory.hdl.commands import HdlCommands
from tb.memory.hdl.pins import HdlMemoryPins
from tb.memory.transfers import Transfers


class HdlMemoryFullError(Exception):
    """The HDL memory has no page left for what is to be loaded; the text is one line that says what to do."""


class HdlMemory(SparseMemory):
    """A sparse memory whose loads also go to an HDL memory, and which takes what the design writes from its log.

    Until it is connected it is a memory like any other. Where bytes that were never written read as 0, zeros are loaded
    only into pages that hold something else: stretches of zeros may be larger than the HDL memory.
    """

    def __init__(self, *, zeroed: bool = False) -> None:
        super().__init__(zeroed=zeroed)
        self._commands: HdlCommands | None = None
        self._zeros: set[int] = set()  # pages that the HDL memory lacks, as they hold nothing but zeros

    def connect(self, port: str, commands: HdlCommands, pins: HdlMemoryPins, catch_up: Callable[[], None]) -> None:
        """Stand for an HDL memory from now on; it is emptied, and loaded with what is here.

        Args:
            port: the port's name, for messages.
            commands: reach the HDL memory.
            pins: its signals.
            catch_up: brings what the design has written until now.
        """
        self._port, self._pins, self._catch_up = port, pins, catch_up
        self._commands = commands
        commands.clear(zeroed=self.zeroed)
        self._zeros.clear()
        for address, data, known in list(super().pages()):
            for start, stop in _runs(known):
                self._load(address + start, data[start:stop], new={address // PAGE_BYTES})

    def clear(self) -> None:
        """Forget every byte."""
        self._bring()
        super().clear()
        self._zeros.clear()
        if self._commands:
            self._commands.clear(zeroed=self.zeroed)

    def write(self, address: int, data: Bytes | bytes, known: Flags | None = None) -> None:
        """Write consecutive bytes; an HDL memory forgets none of them, so `known` must be None.

        Raises:
            HdlMemoryFullError: the HDL memory has no page left.
        """
        assert known is None, "an HDL memory does not forget single bytes"
        self._bring()
        new = {page for page in touched_pages(address, len(data)) if page not in self._pages}
        super().write(address, data)
        if self._commands:
            self._load(address, np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data, new)

    def read_known(self, address: int, size_bytes: int) -> tuple[Bytes, Flags]:
        """Consecutive bytes and which of them are known, copies."""
        self._bring()
        return super().read_known(address, size_bytes)

    def pages(self) -> Iterator[tuple[int, Bytes, Flags]]:
        """Every page that exists, lowest first: its address, its bytes and which of them are known."""
        self._bring()
        return super().pages()

    @property
    def _capacity(self) -> int:
        """How many pages the HDL memory can use; its signals mean nothing before the simulation has begun."""
        return int(self._pins.pages.value) - 1

    @property
    def full_text(self) -> str:
        """What a full HDL memory is, and what to do."""
        return (
            f"the HDL memory has {self._capacity} pages of {PAGE_BYTES} bytes and all are in use; "
            "give it more with MEMORY_MB, or use MEMORY=python"
        )

    def observe(self, writes: Transfers) -> None:
        """Take over write beats, in order."""
        if self._zeros:
            self._zeros.difference_update((writes.addresses // PAGE_BYTES).tolist())
        for part in writes.parts():
            if part.whole:
                super().write_chunks(part.addresses, part.data)
            else:
                self._observe_bytes(part)

    def _observe_bytes(self, writes: Transfers) -> None:
        strobes = writes.strobes()
        size = _granule(strobes)
        pieces = strobes.reshape(-1, size)[:, 0]
        offsets = np.arange(0, strobes.shape[1], size, dtype=np.uint64)
        addresses = (writes.addresses[:, None] + offsets).reshape(-1)
        super().write_chunks(addresses[pieces], writes.data.reshape(-1, size)[pieces])

    def _bring(self) -> None:
        if self._commands:
            self._catch_up()

    def _load(self, address: int, data: Bytes, new: Collection[int]) -> None:
        """Load what an HDL memory does not hold by itself; `new` are pages that were not there before."""
        assert self._commands
        pieces: list[tuple[int, int]] = []
        for page, _, start, stop in page_pieces(address, len(data)):
            if self.zeroed and (page in new or page in self._zeros) and not data[start:stop].any():
                self._zeros.add(page)
                continue
            self._zeros.discard(page)
            if pieces and pieces[-1][1] == start:
                pieces[-1] = pieces[-1][0], stop
            else:
                pieces.append((start, stop))
        if len(self._pages) - len(self._zeros) > self._capacity:
            raise HdlMemoryFullError(f"{self._port}: no room for {len(data)} bytes at {address:#x}: {self.full_text}")
        for start, stop in pieces:
            self._commands.load(address + start, data[start:stop])


def design_memory(dut: HierarchyObject, port: MemoryPort, *, zeroed: bool = False) -> SparseMemory:
    """An empty memory for a port of a design: Python's copy where the top level has an HDL memory for it.

    Args:
        dut: the top level.
        port: the port.
        zeroed: bytes that were never written read as 0; else as the pattern of tb/memory/uninitialised.py.
    """
    return HdlMemory(zeroed=zeroed) if HdlMemoryPins.exist(dut, port) else SparseMemory(zeroed=zeroed)


def _granule(strobe: Flags) -> int:
    """The largest power of two into whose groups of bytes the strobes are all or none."""
    size: int = strobe.shape[1]
    while size > 1:
        groups = strobe.reshape(-1, size)
        if (groups == groups[:, :1]).all():
            break
        size //= 2
    return size


def _runs(known: Flags) -> Iterator[tuple[int, int]]:
    """First and last-but-one index of each run of known bytes."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], known, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
