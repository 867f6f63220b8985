"""The registers that describe one side of a layer, named once: for descriptors and for rules."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.codec.items import Metadata
from models.nvdla.codec.memory import address, memory, stride
from models.nvdla.codec.parts import part
from models.nvdla.surfaces.side import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRegisters:
    """Names of registers of one block.

    Attributes:
        name: what messages call the side, ``source`` or ``destination``.
        ram_register: has the RAM type field, perhaps among others.
        ram_field: the RAM type field.
        address_low: low word of the address; `address_high` likewise.
        line_stride: from one line to the next.
        surface_stride: from one surface or plane to the next.
    """

    name: str
    ram_register: str
    ram_field: str
    address_low: str
    address_high: str
    line_stride: str
    surface_stride: str

    @classmethod
    def named(cls, name: str, prefix: str, ram_register: str, ram_field: str = "") -> SideRegisters:
        """Those of SDP, PDP and CDP, whose names have a part in common, such as ``SRC``.

        Args:
            name: what messages call the side.
            prefix: the part.
            ram_register: as the attribute.
            ram_field: likewise; if it is not given, its name begins with the part.
        """
        return cls(
            name=name,
            ram_register=ram_register,
            ram_field=ram_field or f"{prefix}_RAM_TYPE",
            address_low=f"D_{prefix}_BASE_ADDR_LOW",
            address_high=f"D_{prefix}_BASE_ADDR_HIGH",
            line_stride=f"D_{prefix}_LINE_STRIDE",
            surface_stride=f"D_{prefix}_SURFACE_STRIDE",
        )

    def part(self, block: str, **given: Metadata) -> Metadata:
        """Metadata of a side of which the registers of a block say all, but for attributes that are given."""
        of_all = {
            "ram": memory(f"{block}.{self.ram_register}.{self.ram_field}"),
            "address": address(f"{block}.{self.address_low}", f"{block}.{self.address_high}"),
            "line_stride_bytes": stride(f"{block}.{self.line_stride}"),
            "surface_stride_bytes": stride(f"{block}.{self.surface_stride}"),
        }
        return part(Side, of_all | given)
