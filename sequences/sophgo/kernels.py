"""Kernels as software has them: streams and a table in DDR, launched by name through the mailbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.sophgo.config import HwConfig
from models.sophgo.config.hardware import DDR
from models.sophgo.kernels.entry import ENTRY_BYTES, KernelEntry, name_number
from models.sophgo.registers import registers
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import UNIT_BYTES
from models.sophgo.words.word import Word
from sequences.host import Host

END = {Queue.TIU: Word.of("SYS", "end"), Queue.GDMA: Word.of("DMA_sys", "end")}


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel in DDR.

    Attributes:
        name: its name.
        id: by which it is launched.
    """

    name: str
    id: int


class KernelTable:
    """Puts kernels into DDR, and launches them.

    Args:
        host: reaches memory and registers.
        config: the hardware configuration.
        base: where the table begins, a multiple of 64; streams follow.
        entries: so many kernels have room.
    """

    def __init__(self, host: Host, config: HwConfig, base: int, entries: int = 16) -> None:
        self._host, self._base, self._entries = host, base, entries
        self.registers = registers(config)
        self.kernels: dict[str, Kernel] = {}
        self._next = base + entries * ENTRY_BYTES

    def add(self, name: str, *words: Word, ends: bool = True) -> Kernel:
        """Put a kernel into the table: words of both queues, each in its order, with an end word behind them.

        Raises:
            ValueError: the table has no room, or has the name already.
        """
        if len(self.kernels) == self._entries or name in self.kernels:
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
        at = self._next = -(-self._next // UNIT_BYTES) * UNIT_BYTES
        if words:
            data = np.concatenate([word.encode() for word in words])
            self._host.load(DDR, at, data)
            self._next += len(data)
        return at, self._next - at

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
