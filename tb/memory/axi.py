"""What AXI's size, burst, lock and resp mean: how the beats of a request follow each other, how it is answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

FIXED_BEATS = 16
"""A FIXED burst has no more."""


class BurstKind(IntEnum):
    """Values of awburst and arburst."""

    FIXED = 0
    INCR = 1
    WRAP = 2
    RESERVED = 3


class Response(IntEnum):
    """Values of bresp and rresp."""

    OKAY = 0
    EXOKAY = 1
    SLVERR = 2
    DECERR = 3


SIZE_MASK = 7
KIND_AT = 3
EXCLUSIVE_BIT = 32
WHOLE_BIT = 64
"""Where a shape's code has what: the size in the bits of its mask, the kind from a bit on; flags."""


@dataclass(frozen=True, slots=True)
class BurstShape:
    """How the beats of a request follow each other.

    Attributes:
        size: a beat moves 2^size bytes; None: the port has no size, and all of the bus moves whatever the address.
        kind: what the address does from beat to beat.
        exclusive: the request is locked.
        code: all of it as one number below 128, for columns of many.
        whole: whether the port has no size.
    """

    size: int | None = None
    kind: BurstKind = BurstKind.INCR
    exclusive: bool = False
    code: int = field(init=False)
    whole: bool = field(init=False)

    def __post_init__(self) -> None:
        code = WHOLE_BIT if self.size is None else self.size
        code |= self.kind << KIND_AT | EXCLUSIVE_BIT * self.exclusive
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "whole", self.size is None)

    def oversize(self, data_bytes: int) -> bool:
        """Whether a beat is larger than the bus."""
        return self.size is not None and 1 << self.size > data_bytes

    def refused(self, data_bytes: int) -> bool:
        """Whether memories answer such a request with SLVERR and do nothing else for it."""
        return self.kind > BurstKind.INCR or self.oversize(data_bytes)


WHOLE_BEATS = BurstShape()
"""Of all requests on a port that can ask for nothing else; nothing but their length and address can be wrong."""


@cache
def burst_shape(size: int, kind: int, lock: int) -> BurstShape:
    """A shape by what the pins show; a size below 0: there is none."""
    return BurstShape(size if size >= 0 else None, BurstKind(kind), bool(lock))


def shape_of(code: int) -> BurstShape:
    """A shape by its code."""
    size = -1 if code & WHOLE_BIT else code & SIZE_MASK
    return burst_shape(size, code >> KIND_AT & 3, code & EXCLUSIVE_BIT)
