"""Checks of surfaces that the rules of all units share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.side_registers import SideRegisters
from models.rules import Broken


@dataclass(frozen=True, slots=True)
class SideExtent:
    """One side of a layer, and how much of it the layer touches.

    Attributes:
        registers: the registers that describe the side.
        side: the side.
        surfaces: surfaces, or planes.
        lines: lines of a surface.
        line_bytes: bytes of a line.
    """

    registers: SideRegisters
    side: Side
    surfaces: int
    lines: int
    line_bytes: int

    @property
    def name(self) -> str:
        """What messages call the side."""
        return self.registers.name


@dataclass(frozen=True, slots=True)
class RuledSurface:
    """What a layer reads, or what it writes, as rules look at it.

    Attributes:
        block: whose registers describe it.
        extent: how much of it is touched, where the part takes it to lie.
    """

    block: str
    extent: SideExtent

    def register(self, name: str) -> str:
        """A register of its block, in full."""
        return f"{self.block}.{name}"


def broken_in(unit: str, text: str, *registers: str) -> Broken:
    """What a rule found wrong in registers of a unit; those of another block are given with it."""
    return Broken(text, tuple(name if "." in name else f"{unit}.{name}" for name in registers))


def need_memories(sides: Iterable[Side], config: HwConfig) -> None:
    """Make sure that the memories of a layer are there.

    Raises:
        ValueError: one is not; the message has those that are.
    """
    for side in sides:
        config.port(side.ram)


def short_line_stride(name: str, extent: SideExtent) -> str:
    """How lines overlap; empty if they do not. The name is what messages call the stride, without the word."""
    stride = extent.side.line_stride_bytes
    if extent.lines > 1 and stride < extent.line_bytes:
        return f"{name} line stride {stride} is less than the {extent.line_bytes} bytes of a line"
    return ""


def short_surface_stride(name: str, extent: SideExtent, surface: str) -> str:
    """How surfaces overlap; empty if they do not.

    Args:
        name: what messages call the stride, without the word.
        extent: the side.
        surface: what messages call a surface.
    """
    stride, needed = extent.side.surface_stride_bytes, extent.side.span_bytes(extent.lines, 1, extent.line_bytes)
    if extent.surfaces > 1 and stride < needed:
        return f"{name} stride {stride} is less than the {needed} bytes of a {surface}"
    return ""


def past_the_end(extent: SideExtent, config: HwConfig) -> str:
    """Whether a side runs over the end of its memory's addresses; empty if not."""
    side = extent.side
    end = side.address + side.span_bytes(extent.lines, extent.surfaces, extent.line_bytes)
    return behind_the_end(f"the {extent.name}", side.ram, end, config)


def behind_the_end(name: str, ram: str, end: int, config: HwConfig) -> str:
    """Whether something ends behind the last address of its memory; empty if not.

    Args:
        name: what messages call it.
        ram: name of its memory; one that is not there is a rule of its own.
        end: the address behind its last byte.
        config: the hardware configuration.
    """
    if ram in config.ports and end > 1 << config.port(ram).address_bits:
        return f"{name} runs over the end of the address space"
    return ""


def absent_precision(precisions: Iterable[str], config: HwConfig) -> str:
    """Whether the configuration lacks one of the precisions; empty if not. Reserved values are a rule of their own."""
    missing = sorted({name for name in precisions if name in ELEMENT_BYTES} - set(config.precisions))
    return f"{config.name} has no {' and no '.join(missing)}; it has {', '.join(config.precisions)}" if missing else ""
