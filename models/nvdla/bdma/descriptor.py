"""A BDMA layer: strided copies of atoms (docs/nvdla/units.md, 'BDMA')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.memory.footprint import Footprint
from models.nvdla.bdma.sides import DESTINATION, SOURCE
from models.nvdla.codec.codec import decode, encode
from models.nvdla.codec.forms import LESS_ONE
from models.nvdla.codec.items import held
from models.nvdla.codec.words import Words
from models.nvdla.config import HwConfig
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.small_cube import DESTINATION_AT, SOURCE_AT
from models.nvdla.surfaces.surface_layout import Atoms, need_room
from models.registers import Block, RegisterMap

UNIT = "BDMA"


@dataclass(frozen=True, slots=True, kw_only=True)
class BdmaCopy:
    """A copy of `surfaces` surfaces of `lines` lines of `line_atoms` atoms: one operation, in one slot.

    Attributes:
        source: what it reads.
        destination: what it writes.
    """

    source: Side = field(metadata=SOURCE.part(UNIT))
    destination: Side = field(metadata=DESTINATION.part(UNIT))
    line_atoms: int = field(metadata=held("BDMA.CFG_LINE.SIZE", form=LESS_ONE))
    lines: int = field(metadata=held("BDMA.CFG_LINE_REPEAT.NUMBER", form=LESS_ONE))
    surfaces: int = field(metadata=held("BDMA.CFG_SURF_REPEAT.NUMBER", form=LESS_ONE))

    @classmethod
    def of(cls, config: HwConfig, extent: tuple[int, int, int], rams: tuple[str, str] = ("DBB", "DBB")) -> BdmaCopy:
        """A legal copy without gaps.

        Args:
            config: the hardware configuration.
            extent: surfaces, lines, atoms of a line.
            rams: the memories of source and destination.
        """
        surfaces, lines, line_atoms = extent
        source, destination = (
            Side.packed(ram, address, lines, line_atoms * config.atom_bytes)
            for ram, address in zip(rams, (SOURCE_AT, DESTINATION_AT), strict=True)
        )
        return cls(source=source, destination=destination, surfaces=surfaces, lines=lines, line_atoms=line_atoms)

    def layout(self, side: Side, config: HwConfig) -> Atoms:
        """Where the atoms of a side lie."""
        return Atoms(side, config.atom_bytes, self.surfaces, self.lines, self.line_atoms)

    def __str__(self) -> str:
        return (
            f"{self.source} -> {self.destination}, "
            f"{self.surfaces} surface(s) of {self.lines} line(s) of {self.line_atoms} atom(s)"
        )


@dataclass(frozen=True, slots=True)
class Bdma:
    """What one launch starts.

    Attributes:
        copies: operations, in the order of their slots.
        dropped: how many more were gathered that found no slot: they are not copied.
    """

    copies: tuple[BdmaCopy, ...]
    dropped: int = 0

    @property
    def sides(self) -> tuple[Side, ...]:
        """All sides of all operations."""
        return tuple(side for copy in self.copies for side in (copy.source, copy.destination))

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer owns as input, a stream for each slot.

        Raises:
            ValueError: a memory that is not there, or too much.
        """
        need_room([copy.layout(copy.source, config) for copy in self.copies], "reads")
        return tuple(
            _footprint(copy, copy.source, config.read_ids[UNIT], f"slot {slot} source", config)
            for slot, copy in enumerate(self.copies)
        )

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes, a stream for each slot.

        Raises:
            ValueError: as `reads`.
        """
        self.need_room_to_write(config)
        return tuple(
            _footprint(copy, copy.destination, config.write_ids[UNIT], f"slot {slot} destination", config)
            for slot, copy in enumerate(self.copies)
        )

    def need_room_to_write(self, config: HwConfig) -> None:
        """Make sure that it does not write too much.

        Raises:
            TooLargeError: it does.
        """
        need_room([copy.layout(copy.destination, config) for copy in self.copies], "writes")

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of each slot.

        Raises:
            ValueError: a size, stride or address that its field does not hold, or the configuration lacks the unit.
        """
        config.need_unit(UNIT)
        block = registers.blocks[UNIT]
        return (BlockProgram(UNIT, tuple(encode_copy(block, copy, config) for copy in self.copies)),)

    def explain(self) -> tuple[str, ...]:
        """The configuration, a line for each slot."""
        return tuple(f"slot {slot}: {copy}" for slot, copy in enumerate(self.copies))


def _footprint(copy: BdmaCopy, side: Side, axi_id: int, label: str, config: HwConfig) -> Footprint:
    layout = copy.layout(side, config)
    port = config.port(side.ram).name
    return Footprint(
        port,
        axi_id,
        layout.addresses,
        config.atom_bytes,
        label,
        layout,
        run=copy.line_atoms,
        requests=copy.lines * copy.surfaces,
    )


def decode_copy(block: Block, values: Mapping[str, int], config: HwConfig) -> BdmaCopy:
    """The operation that the BDMA's registers describe.

    Args:
        block: the BDMA's registers.
        values: their values, by name.
        config: the hardware configuration.
    """
    return decode(BdmaCopy, Words({UNIT: block}, config, {UNIT: values}))


def encode_copy(block: Block, copy: BdmaCopy, config: HwConfig) -> dict[str, int]:
    """The register values that describe an operation, by register name, in address order.

    Raises:
        ValueError: a size, stride or address that its field does not hold, or a memory that is not there.
    """
    return block.in_address_order(encode({UNIT: block}, config, copy)[UNIT])
