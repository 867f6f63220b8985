"""One Rubik layer as its registers describe it (docs/nvdla/units.md, 'Rubik')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.programming import BlockProgram
from models.nvdla.rubik.contract import ContractInput, ContractOutput
from models.nvdla.rubik.sides import SIDES, side_registers
from models.nvdla.surfaces.elements import ElementLayout, FeatureCube, Planes
from models.nvdla.surfaces.layout import ELEMENT_BYTES, need_room
from models.nvdla.surfaces.side import Side
from models.registers import Block, RegisterMap

UNIT = "RBK"
REQUEST_ATOMS = 64
"""Atoms that it asks for at once, at most."""
MODES = ("CONTRACT", "SPLIT", "MERGE")
CONTRACT_WIDTH_AT_MOST = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubik:
    """A reordering of elements in memory.

    Attributes:
        mode: ``CONTRACT``, ``SPLIT`` or ``MERGE``.
        precision: name of the element's number format; only its size counts.
        width: of the input; `height` likewise.
        channels: channels of the input, or input planes of a merge.
        out_channels: channels of the output, or output planes of a split.
        x_stride: output pixels of a contract for each input pixel; `y_stride` likewise.
        source: what it reads; the surfaces of a merge's source are planes.
        destination: what it writes; the surfaces of a split's destination are planes.
        contract_group_bytes: D_CONTRACT_STRIDE_0, input bytes between the channel groups of neighbouring pixels.
        contract_line_bytes: D_CONTRACT_STRIDE_1, output bytes between what two neighbouring input lines become.
    """

    mode: str
    precision: str
    width: int
    height: int
    channels: int
    out_channels: int
    x_stride: int = 1
    y_stride: int = 1
    source: Side
    destination: Side
    contract_group_bytes: int = 0
    contract_line_bytes: int = 0

    @property
    def known(self) -> bool:
        """Whether it can be computed: neither its mode nor its precision is a reserved value."""
        return self.mode in MODES and self.precision in ELEMENT_BYTES

    @property
    def element_bytes(self) -> int:
        """Size of an element.

        Raises:
            ValueError: the mode or the precision is a reserved value: there is nothing to compute.
        """
        if not self.known:
            raise ValueError(f"mode {self.mode} with precision {self.precision} is reserved")
        return ELEMENT_BYTES[self.precision]

    def source_layout(self, config: HwConfig) -> ElementLayout:
        """Where the elements that it reads lie."""
        if self.mode == "CONTRACT":
            return ContractInput(self.source, config.atom_bytes, *self._contract_shape, self.x_stride, self.y_stride)
        kind = Planes if self.mode == "MERGE" else FeatureCube
        channels = self.channels if self.mode == "MERGE" else self.out_channels
        return kind(self.source, config.atom_bytes, channels, self.height, self.width, self.element_bytes)

    def destination_layout(self, config: HwConfig) -> ElementLayout:
        """Where the elements that it writes lie."""
        if self.mode == "CONTRACT":
            return ContractOutput(
                self.destination, config.atom_bytes, *self._contract_shape, self.y_stride, self.contract_line_bytes
            )
        kind = Planes if self.mode == "SPLIT" else FeatureCube
        channels = self.out_channels if self.mode == "SPLIT" else self.channels
        return kind(self.destination, config.atom_bytes, channels, self.height, self.width, self.element_bytes)

    @property
    def _contract_shape(self) -> tuple[int, int, int, int]:
        return self.out_channels, self.height * self.y_stride, self.width * self.x_stride, self.element_bytes

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads and what it writes."""
        return self.source, self.destination

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer owns as input.

        Raises:
            ValueError: a reserved value, a memory that is not there, or too much.
        """
        layout = self.source_layout(config)
        need_room([layout], "reads")
        port = config.port(self.source.ram).name
        where = Footprint(
            port,
            config.read_ids[UNIT],
            layout.addresses,
            config.atom_bytes,
            "input",
            layout,
            owned=layout.owned,
            run=REQUEST_ATOMS,
        )
        return (where,)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes: whole atoms, in planes too.

        Raises:
            ValueError: as `reads`.
        """
        layout = self.destination_layout(config)
        need_room([layout], "writes")
        port = config.port(self.destination.ram).name
        return (Footprint(port, config.write_ids[UNIT], layout.addresses, config.atom_bytes, "output", layout),)

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of a group.

        Raises:
            ValueError: a size, stride or address that its field does not hold, or the configuration lacks the unit.
        """
        config.need_unit(UNIT)
        return (BlockProgram(UNIT, (encode_rubik(registers.blocks[UNIT], self, config),)),)

    def explain(self) -> tuple[str, ...]:
        """The configuration, in one line."""
        stride = f", stride {self.x_stride}x{self.y_stride} (x, y)" if self.mode == "CONTRACT" else ""
        return (
            f"layer: {self.mode} {self.precision}, input {self.channels}x{self.height}x{self.width} (C x H x W), "
            f"{self.out_channels} output channels{stride}, {self.source} -> {self.destination}",
        )


def decode_rubik(block: Block, values: Mapping[str, int], config: HwConfig) -> Rubik:
    """The layer that a group's registers describe; a reserved mode or precision goes by its number."""

    def field(register: str, name: str) -> int:
        return block.registers[register].fields[name].get(values[register])

    def named(name: str) -> str:
        return block.D_MISC_CFG.fields[name].label(field("D_MISC_CFG", name))

    mode = named("RUBIK_MODE")
    contract = mode == "CONTRACT"
    source, destination = side_registers(mode)
    return Rubik(
        mode=mode,
        precision=named("IN_PRECISION"),
        width=field("D_DATAIN_SIZE_0", "DATAIN_WIDTH") + 1,
        height=field("D_DATAIN_SIZE_0", "DATAIN_HEIGHT") + 1,
        channels=field("D_DATAIN_SIZE_1", "DATAIN_CHANNEL") + 1,
        out_channels=field("D_DATAOUT_SIZE_1", "DATAOUT_CHANNEL") + 1,
        x_stride=field("D_DECONV_STRIDE", "DECONV_X_STRIDE") + 1 if contract else 1,
        y_stride=field("D_DECONV_STRIDE", "DECONV_Y_STRIDE") + 1 if contract else 1,
        source=source.decode(block, values, config),
        destination=destination.decode(block, values, config),
        contract_group_bytes=values["D_CONTRACT_STRIDE_0"] if contract else 0,
        contract_line_bytes=values["D_CONTRACT_STRIDE_1"] if contract else 0,
    )


def encode_rubik(block: Block, rubik: Rubik, config: HwConfig) -> dict[str, int]:
    """The register values that describe a layer, by register name, in address order; what its mode lacks is 0.

    Raises:
        ValueError: a size, stride or address that its field does not hold, or a memory that is not there.
    """
    source, destination = side_registers(rubik.mode)
    unused = dict.fromkeys((side.surface_stride for side in SIDES), 0)
    return block.in_address_order(
        unused
        | source.encode(rubik.source)
        | destination.encode(rubik.destination)
        | {
            "D_MISC_CFG": block.D_MISC_CFG.encode(RUBIK_MODE=rubik.mode, IN_PRECISION=rubik.precision),
            "D_DAIN_RAM_TYPE": block.D_DAIN_RAM_TYPE.encode(**source.encode_ram(rubik.source, config)),
            "D_DATAIN_SIZE_0": block.D_DATAIN_SIZE_0.encode(
                DATAIN_WIDTH=rubik.width - 1, DATAIN_HEIGHT=rubik.height - 1
            ),
            "D_DATAIN_SIZE_1": block.D_DATAIN_SIZE_1.encode(DATAIN_CHANNEL=rubik.channels - 1),
            "D_DAOUT_RAM_TYPE": block.D_DAOUT_RAM_TYPE.encode(**destination.encode_ram(rubik.destination, config)),
            "D_DATAOUT_SIZE_1": block.D_DATAOUT_SIZE_1.encode(DATAOUT_CHANNEL=rubik.out_channels - 1),
            "D_CONTRACT_STRIDE_0": rubik.contract_group_bytes,
            "D_CONTRACT_STRIDE_1": rubik.contract_line_bytes,
            "D_DECONV_STRIDE": block.D_DECONV_STRIDE.encode(
                DECONV_X_STRIDE=rubik.x_stride - 1, DECONV_Y_STRIDE=rubik.y_stride - 1
            ),
        }
    )
