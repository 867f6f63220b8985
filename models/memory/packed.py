"""Members of a dataclass as bits of memory, such as those of a command that a device fetches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

import numpy as np

from models.memory.sparse import Bytes
from models.numbers.rounding import limits

_BITS = "bits"
_Own = TypeVar("_Own", bound="Packed")


@dataclass(frozen=True, slots=True)
class BitRange:
    """Some bits of a little-endian number.

    Attributes:
        low: the lowest one.
        width: how many.
        signed: whether they are a number with a sign.
    """

    low: int
    width: int
    signed: bool

    @property
    def mask(self) -> int:
        """As many ones."""
        return (1 << self.width) - 1

    def get(self, number: int) -> int:
        """What they hold."""
        value = number >> self.low & self.mask
        return value - (1 << self.width) if self.signed and value >> self.width - 1 else value

    def put(self, value: int, name: str) -> int:
        """A number that holds a value there, and nothing else.

        Raises:
            ValueError: the value does not fit; `name` is what the message calls it.
        """
        least, most = limits(self.width) if self.signed else (0, self.mask)
        if not least <= value <= most:
            raise ValueError(f"{name} is {value}: {least} to {most} fit")
        return (value & self.mask) << self.low


def bits(low: int, width: int, *, signed: bool = False) -> Any:  # noqa: ANN401 - as of dataclasses.field
    """A member of a `Packed`, 0 by itself: some bits, counted over all bytes."""
    return field(default=0, metadata={_BITS: BitRange(low, width, signed)})


class Packed:
    """What derives from it is a dataclass whose members are `bits`.

    Attributes:
        size_bytes: how many bytes it has in memory.
    """

    __slots__ = ()
    size_bytes: ClassVar[int]

    def encode(self) -> Bytes:
        """Its bytes; those without a member are 0.

        Raises:
            ValueError: a member does not fit its bits.
        """
        number = sum(where.put(int(getattr(self, name)), name) for name, where in _members(type(self)))
        return np.frombuffer(number.to_bytes(self.size_bytes, "little"), np.uint8)

    @classmethod
    def decode(cls: type[_Own], data: Bytes) -> _Own:
        """What bytes say; bits without a member are left out."""
        number = int.from_bytes(data.tobytes(), "little")
        return cls(**{name: where.get(number) for name, where in _members(cls)})

    @classmethod
    def has_reserved_bits(cls, data: Bytes) -> bool:
        """Whether a bit is set that has no member."""
        named = sum(where.mask << where.low for _, where in _members(cls))
        return bool(int.from_bytes(data.tobytes(), "little") & ~named)


def _members(packed: type[Packed]) -> Iterator[tuple[str, BitRange]]:
    for item in fields(packed):  # type: ignore[arg-type] # what derives from it is one
        yield item.name, item.metadata[_BITS]
