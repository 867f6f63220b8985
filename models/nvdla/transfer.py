"""One BDMA operation: a strided copy of atoms (guide 'BDMA programming'; ``facts/nvdla_numerics.md``, section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.layer import Footprint
from models.memory import Addresses
from models.nvdla.config import HwConfig
from models.nvdla.layout import atom_addresses
from models.nvdla.streams import READ_IDS, WRITE_IDS
from models.registers import Block

UNIT = "BDMA"
MOST_ATOMS = 1 << 24
"""Of one operation that can be computed: half a gigabyte, more than a simulation can move."""
AXES = ("surface", "line", "atom")


@dataclass(frozen=True, slots=True, kw_only=True)
class BdmaTransfer:
    """A copy of `surfaces` surfaces of `lines` lines of `line_atoms` atoms.

    Attributes:
        source: RAM type that it reads, as in the register description: ``MC`` or ``CVSRAM``.
        destination: RAM type that it writes.
    """

    source: str
    source_address: int
    source_line_stride_bytes: int
    source_surface_stride_bytes: int
    destination: str
    destination_address: int
    destination_line_stride_bytes: int
    destination_surface_stride_bytes: int
    line_atoms: int
    lines: int
    surfaces: int

    @property
    def atoms(self) -> int:
        """How many atoms it copies."""
        return self.line_atoms * self.lines * self.surfaces

    def source_atoms(self, config: HwConfig) -> Addresses:
        """Addresses of the atoms that it reads, uint64 [atoms]."""
        strides = (self.source_line_stride_bytes, self.source_surface_stride_bytes)
        return atom_addresses(self.source_address, self.extent, *strides, config.atom_bytes)

    def destination_atoms(self, config: HwConfig) -> Addresses:
        """Addresses of the atoms that it writes, uint64 [atoms]."""
        strides = (self.destination_line_stride_bytes, self.destination_surface_stride_bytes)
        return atom_addresses(self.destination_address, self.extent, *strides, config.atom_bytes)

    @property
    def extent(self) -> tuple[int, int, int]:
        """Surfaces, lines of a surface, atoms of a line."""
        return (self.surfaces, self.lines, self.line_atoms)

    def read_footprint(self, config: HwConfig, slot: int) -> Footprint:
        """What the operation owns as input."""
        port = config.ports[self.source].name
        where = self.source_atoms(config)
        return Footprint(port, READ_IDS[UNIT], where, config.atom_bytes, AXES, self.extent, f"slot {slot} source")

    def write_footprint(self, config: HwConfig, slot: int) -> Footprint:
        """What the operation writes."""
        port = config.ports[self.destination].name
        where = self.destination_atoms(config)
        return Footprint(port, WRITE_IDS[UNIT], where, config.atom_bytes, AXES, self.extent, f"slot {slot} destination")

    def __str__(self) -> str:
        return (
            f"{self.source} {self.source_address:#x} -> {self.destination} {self.destination_address:#x}, "
            f"{self.surfaces} surface(s) of {self.lines} line(s) of {self.line_atoms} atom(s), strides "
            f"{self.source_line_stride_bytes}/{self.source_surface_stride_bytes} -> "
            f"{self.destination_line_stride_bytes}/{self.destination_surface_stride_bytes} bytes (line/surface)"
        )


def decode_transfer(block: Block, values: Mapping[str, int]) -> BdmaTransfer:
    """The operation that the BDMA's registers describe.

    Args:
        block: the BDMA's registers.
        values: their values, by name.
    """
    command = block.CFG_CMD

    def address(low: str, high: str) -> int:
        return values[high] << 32 | values[low]

    return BdmaTransfer(
        source=command.SRC_RAM_TYPE.label(command.SRC_RAM_TYPE.get(values["CFG_CMD"])),
        source_address=address("CFG_SRC_ADDR_LOW", "CFG_SRC_ADDR_HIGH"),
        source_line_stride_bytes=values["CFG_SRC_LINE"],
        source_surface_stride_bytes=values["CFG_SRC_SURF"],
        destination=command.DST_RAM_TYPE.label(command.DST_RAM_TYPE.get(values["CFG_CMD"])),
        destination_address=address("CFG_DST_ADDR_LOW", "CFG_DST_ADDR_HIGH"),
        destination_line_stride_bytes=values["CFG_DST_LINE"],
        destination_surface_stride_bytes=values["CFG_DST_SURF"],
        line_atoms=block.CFG_LINE.SIZE.get(values["CFG_LINE"]) + 1,
        lines=block.CFG_LINE_REPEAT.NUMBER.get(values["CFG_LINE_REPEAT"]) + 1,
        surfaces=block.CFG_SURF_REPEAT.NUMBER.get(values["CFG_SURF_REPEAT"]) + 1,
    )


def encode_transfer(block: Block, transfer: BdmaTransfer) -> dict[str, int]:
    """The register values that describe an operation, by register name, in address order.

    Raises:
        ValueError: a size, stride or address that its field does not hold.
    """

    def split(address: int) -> tuple[int, int]:
        return address & 0xFFFF_FFFF, address >> 32

    source_low, source_high = split(transfer.source_address)
    destination_low, destination_high = split(transfer.destination_address)
    words = {
        "CFG_SRC_ADDR_LOW": source_low,
        "CFG_SRC_ADDR_HIGH": source_high,
        "CFG_DST_ADDR_LOW": destination_low,
        "CFG_DST_ADDR_HIGH": destination_high,
        "CFG_LINE": block.CFG_LINE.encode(SIZE=transfer.line_atoms - 1),
        "CFG_CMD": block.CFG_CMD.encode(SRC_RAM_TYPE=transfer.source, DST_RAM_TYPE=transfer.destination),
        "CFG_LINE_REPEAT": block.CFG_LINE_REPEAT.encode(NUMBER=transfer.lines - 1),
        "CFG_SRC_LINE": transfer.source_line_stride_bytes,
        "CFG_DST_LINE": transfer.destination_line_stride_bytes,
        "CFG_SURF_REPEAT": block.CFG_SURF_REPEAT.encode(NUMBER=transfer.surfaces - 1),
        "CFG_SRC_SURF": transfer.source_surface_stride_bytes,
        "CFG_DST_SURF": transfer.destination_surface_stride_bytes,
    }
    block.check_words(words)
    return words
