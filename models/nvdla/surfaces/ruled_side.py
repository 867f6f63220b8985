"""One side of a layer as rules look at it."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.side_registers import SideRegisters
from models.rules import Broken


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledSide:
    """Where a side lies, how much of it the layer touches, and which registers say so.

    Attributes:
        place: the layer's field that has it, as a path: ``destination``, ``source.side``.
        block: whose registers describe it.
        registers: these.
        side: where it lies.
        surfaces: surfaces, or planes.
        lines: lines of a surface.
        line_bytes: bytes of a line.
        pixel_bytes: bytes of a surface's only pixel, which is to be packed; 0: there are more, or it need not.
        width: the register with the length of a line, in full if another block has it; empty: there is none.
        height: the one with the lines of a surface; likewise.
        planar: its surfaces are planes.
        unit_bytes: what its address and its strides are multiples of; 0: an atom.
        part: which part of the layer it belongs to, such as a slot of the BDMA; None: there are no parts.
    """

    place: str
    block: str
    registers: SideRegisters
    side: Side
    surfaces: int
    lines: int
    line_bytes: int
    pixel_bytes: int = 0
    width: str = ""
    height: str = ""
    planar: bool = False
    unit_bytes: int = 0
    part: int | None = None

    @property
    def surface_bytes(self) -> int:
        """Bytes of a surface, between its lines too."""
        return self.side.span_bytes(self.lines, 1, self.line_bytes)

    def step_bytes(self, config: HwConfig) -> int:
        """What its address and its strides are multiples of."""
        return self.unit_bytes or config.atom_bytes

    def short_lines(self) -> str:
        """How lines overlap; empty if they do not."""
        name, stride = "planar" if self.planar else self.registers.name, self.side.line_stride_bytes
        if self.lines > 1 and stride < self.line_bytes:
            return f"{name} line stride {stride} is less than the {self.line_bytes} bytes of a line"
        return ""

    def short_surfaces(self) -> str:
        """How surfaces or planes overlap; empty if they do not."""
        stride, needed = self.side.surface_stride_bytes, self.surface_bytes
        name, surface = ("planar", "plane") if self.planar else (f"{self.registers.name} surface", "surface")
        if self.surfaces > 1 and stride < needed:
            return f"{name} stride {stride} is less than the {needed} bytes of a {surface}"
        return ""

    def loose_pixel(self) -> str:
        """How the strides of a single pixel are not those of a pixel; empty if they are, or there is more than one."""
        strides, size = (self.side.line_stride_bytes, self.side.surface_stride_bytes), self.pixel_bytes
        if not size or strides == (size, size):
            return ""
        said = f"{strides[0]}/{strides[1]} bytes (line/surface)"
        return f"strides of a 1x1 {self.registers.name} are {said}, both must be {size}"

    def past_the_end(self, config: HwConfig) -> str:
        """Whether it runs over the end of its memory's addresses; empty if not."""
        end = self.side.address + self.side.span_bytes(self.lines, self.surfaces, self.line_bytes)
        return behind_the_end(f"the {self.registers.name}", self.side.ram, end, config)

    def broken(self, text: str, *registers: str) -> Broken:
        """What a rule found wrong with it; registers of its block go by their names, those that are empty are none."""
        said = tuple(name if "." in name else f"{self.block}.{name}" for name in registers if name)
        return Broken(text, said) if self.part is None else Broken(f"slot {self.part}: {text}", said, self.part)


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
