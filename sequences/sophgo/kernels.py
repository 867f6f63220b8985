"""Kernels as software has them: streams and a table in DDR, launched by name through the mailbox."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR
from models.sophgo.kernels.entry import ENTRY_BYTES, KernelEntry, name_number
from models.sophgo.registers import registers
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import UNIT_BYTES
from models.sophgo.words.word import END, Word
from sequences.host import Host

Place = Callable[[int, int], int]
"""Finds room in DDR for so many bytes, at a multiple of so many: the address."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel in DDR.

    Attributes:
        name: its name.
        id: by which it is launched.
    """

    name: str
    id: int


def one_behind_another(base: int) -> Place:
    """Room from an address on."""
    behind = base

    def place(size_bytes: int, align_bytes: int) -> int:
        nonlocal behind
        begin = -(-behind // align_bytes) * align_bytes
        behind = begin + size_bytes
        return begin

    return place


class KernelTable:
    """Puts kernels into DDR, and launches them.

    Args:
        host: reaches memory and registers.
        config: the hardware configuration.
        place: where table and streams go.
        entries: so many kernels have room.
    """

    def __init__(self, host: Host, config: SophgoConfig, place: Place, entries: int = 16) -> None:
        self._host, self._place, self._entries = host, place, entries
        self._base = place(entries * ENTRY_BYTES, ENTRY_BYTES)
        self.registers = registers(config)
        self.kernels: dict[str, Kernel] = {}

    @property
    def full(self) -> bool:
        """Whether no more kernel has room."""
        return len(self.kernels) == self._entries

    def add(self, name: str, *words: Word, ends: bool = True) -> Kernel:
        """Put a kernel into the table: words of both queues, each in its order, with an end word behind them.

        Raises:
            ValueError: the table has no room, or has the name already.
        """
        if self.full or name in self.kernels:
            raise ValueError(f"kernel {name}: the table is full, or has it already")
        kernel = Kernel(name, len(self.kernels) + 1)
        places = {}
        for queue in Queue:
            own = [word for word in words if word.queue is queue]
            places[queue] = self._stream([*own, END[queue]] if ends else own)
        (tiu, tiu_bytes), (gdma, gdma_bytes) = places[Queue.TIU], places[Queue.GDMA]
        entry = KernelEntry(
            name=name_number(name),
            id=kernel.id,
            tiu_address=tiu,
            gdma_address=gdma,
            tiu_bytes=tiu_bytes,
            gdma_bytes=gdma_bytes,
        )
        self._host.load(DDR, self._base + len(self.kernels) * ENTRY_BYTES, entry.encode())
        self.kernels[name] = kernel
        return kernel

    def _stream(self, words: Sequence[Word]) -> tuple[int, int]:
        """Put words one behind the other; returns where, and how many bytes."""
        if not words:
            return 0, 0
        data = np.concatenate([word.encode() for word in words])
        at = self._place(len(data), UNIT_BYTES)
        self._host.load(DDR, at, data)
        return at, len(data)

    async def announce(self) -> None:
        """Tell the device where the table is."""
        mailbox = self.registers.MAILBOX
        await self._host.write(mailbox.TABLE_LOW, self._base & 0xFFFF_FFFF)
        await self._host.write(mailbox.TABLE_HIGH, self._base >> 32)
        await self._host.write(mailbox.TABLE_SIZE, len(self.kernels))

    async def launch(self, name: str, *, notify: bool = True) -> None:
        """Launch a kernel, and go on.

        Raises:
            KeyError: the table has none of that name.
        """
        launch = self.registers.MAILBOX.LAUNCH
        await self._host.write(launch, launch.encode(KERNEL=self.kernels[name].id, NOTIFY=int(notify)))

    async def finished(self) -> None:
        """Wait for the interrupt, and clear it."""
        await self._host.wait_interrupt()
        status = self.registers.MAILBOX.INTR_STATUS
        await self._host.write(status, await self._host.read(status))

    async def run(self, name: str) -> None:
        """Launch a kernel, and wait until it has completed."""
        await self.launch(name)
        await self.finished()
