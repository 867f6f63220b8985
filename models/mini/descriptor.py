"""A descriptor of the ring, as fields and as bytes (docs/mini/README.md, 'Descriptors')."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import ClassVar

from models.memory.packed import Packed, bits
from models.mini.config import MiniConfig

WORDS, WORD_BYTES = 8, 4
DESCRIPTOR_BYTES = WORDS * WORD_BYTES
STATUS_WORD = 7
"""The word that the status replaces."""


class Opcode(IntEnum):
    """What a descriptor does."""

    LOAD = 0
    STORE = 1
    MULTIPLY_ADD = 2
    RESERVED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Packed):
    """One descriptor.

    Attributes:
        opcode: what it does.
        interrupt: raise DONE when it retires.
        write_status: write a status word when it retires.
        length: bytes to move or elements to compute.
        address: of the bytes in memory.
        a: place in the scratch memory; likewise `b`, `c` and `out`.
        scale: what sums are multiplied by.
        shift: by how many bits products are shifted.
        tag: software's own.
    """

    size_bytes: ClassVar[int] = DESCRIPTOR_BYTES
    opcode: int = bits(0, 2)
    interrupt: int = bits(8, 1)
    write_status: int = bits(9, 1)
    length: int = bits(32, 16)
    address: int = bits(64, 40)
    a: int = bits(128, 16)
    b: int = bits(144, 16)
    c: int = bits(160, 16)
    out: int = bits(176, 16)
    scale: int = bits(192, 16, signed=True)
    shift: int = bits(208, 5)
    tag: int = bits(224, 16)

    def places(self) -> Iterator[tuple[str, int]]:
        """The places in the scratch memory that it uses, by name; OUT is the last one."""
        names = ("a", "b", "c", "out") if self.opcode == Opcode.MULTIPLY_ADD else ("a",)
        yield from ((name, getattr(self, name)) for name in names)

    def faults(self, config: MiniConfig) -> Iterator[str]:
        """Why the device does not run it; nothing if it does."""
        if self.opcode == Opcode.RESERVED:
            yield "opcode is 3, which is reserved"
            return
        if not self.length:
            yield "length is 0"
        for name, place in self.places():
            if place + self.length > config.scratch_bytes:
                yield f"{name} is {place}: {self.length} bytes end beyond the {config.scratch_bytes} that there are"

    def explain(self) -> tuple[str, ...]:
        """The descriptor, for messages."""
        members = ", ".join(f"{item.name} {getattr(self, item.name):#x}" for item in fields(self)[1:])
        return (f"{Opcode(self.opcode).name}: {members}",)


def status_word(operation: Operation, *, failed: bool, saturated: int) -> int:
    """What a descriptor that retires says of itself."""
    return 1 << 31 | int(failed) << 30 | saturated << 16 | operation.tag
