"""An entry of the table of kernels (docs/sophgo/README.md, 'Kernels')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from models.memory.packed import Packed, bits
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import UNIT_BYTES

ENTRY_BYTES = 64
NAME_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelEntry(Packed):
    """One kernel.

    Attributes:
        name: its name, as a number whose first byte is the lowest.
        id: by which it is launched.
        tiu_address: where the stream of the TIU is.
        gdma_address: where that of the GDMA is.
        tiu_bytes: size of the stream of the TIU.
        gdma_bytes: size of that of the GDMA.
    """

    size_bytes: ClassVar[int] = ENTRY_BYTES
    name: int = bits(0, 8 * NAME_BYTES)
    id: int = bits(256, 32)
    tiu_address: int = bits(320, 64)
    gdma_address: int = bits(384, 64)
    tiu_bytes: int = bits(448, 32)
    gdma_bytes: int = bits(480, 32)

    @property
    def streams(self) -> Mapping[Queue, tuple[int, int]]:
        """Address and size of each stream; what is less than a unit is cut off."""
        places = {Queue.TIU: (self.tiu_address, self.tiu_bytes), Queue.GDMA: (self.gdma_address, self.gdma_bytes)}
        return {queue: (at & -UNIT_BYTES, size & -UNIT_BYTES) for queue, (at, size) in places.items()}


def name_number(name: str) -> int:
    """A kernel's name as an entry has it.

    Raises:
        ValueError: it is too long, or not ASCII.
    """
    if not name.isascii() or len(name) > NAME_BYTES:
        raise ValueError(f"{name!r} is no name of a kernel: at most {NAME_BYTES} ASCII characters")
    return int.from_bytes(name.encode(), "little")
