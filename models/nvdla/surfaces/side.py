"""One side of a layer: a surface in a memory, as registers describe it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.nvdla.config import HwConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Where a surface lies.

    Attributes:
        ram: name of its memory, ``DBB`` or ``CVSRAM``.
        address: of its first byte.
        line_stride_bytes: from one line to the next.
        surface_stride_bytes: from one surface to the next; of planar data, from one plane to the next.
    """

    ram: str
    address: int
    line_stride_bytes: int
    surface_stride_bytes: int

    @classmethod
    def packed(cls, ram: str, address: int, lines: int, line_bytes: int) -> Side:
        """A side without gaps, its surfaces of so many lines."""
        return cls(ram=ram, address=address, line_stride_bytes=line_bytes, surface_stride_bytes=lines * line_bytes)

    def __str__(self) -> str:
        return (
            f"{self.ram} {self.address:#x}, strides {self.line_stride_bytes}/{self.surface_stride_bytes} bytes "
            "(line/surface)"
        )

    def span_bytes(self, lines: int, surfaces: int, line_bytes: int) -> int:
        """Bytes from the first to behind the last one of so many lines and surfaces."""
        return (lines - 1) * self.line_stride_bytes + (surfaces - 1) * self.surface_stride_bytes + line_bytes


def need_memories(sides: Iterable[Side], config: HwConfig) -> None:
    """Make sure that the memories of a layer are there.

    Raises:
        ValueError: one is not; the message has those that are.
    """
    for side in sides:
        config.port(side.ram)
