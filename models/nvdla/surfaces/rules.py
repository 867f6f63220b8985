"""What every surface keeps to, whichever unit it is of: the judgements that units' rules share."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side


def short_line_stride(name: str, side: Side, lines: int, line_bytes: int) -> str:
    """How lines overlap; empty if they do not."""
    stride = side.line_stride_bytes
    if lines > 1 and stride < line_bytes:
        return f"{name} line stride {stride} is less than the {line_bytes} bytes of a line"
    return ""


def short_surface_stride(name: str, side: Side, extent: tuple[int, int], line_bytes: int, surface: str) -> str:
    """How surfaces overlap; empty if they do not.

    Args:
        name: what the stride is called, without the word.
        side: the side.
        extent: surfaces, and lines of each.
        line_bytes: bytes of a line.
        surface: what a surface is called.
    """
    surfaces, lines = extent
    stride, needed = side.surface_stride_bytes, side.span_bytes(lines, 1, line_bytes)
    if surfaces > 1 and stride < needed:
        return f"{name} stride {stride} is less than the {needed} bytes of a {surface}"
    return ""


def past_the_end(name: str, side: Side, extent: tuple[int, int], line_bytes: int, config: HwConfig) -> str:
    """Whether a side runs over the end of its memory's addresses; empty if not. Arguments as above."""
    surfaces, lines = extent
    span_bytes = side.span_bytes(lines, surfaces, line_bytes)
    if side.address + span_bytes > 1 << config.port(side.ram).address_bits:
        return f"the {name} runs over the end of the address space"
    return ""
