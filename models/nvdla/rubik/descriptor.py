"""One Rubik layer as its registers describe it (docs/nvdla/units.md, 'Rubik')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.memory.footprint import Footprint
from models.nvdla.codec.codec import decode, encode
from models.nvdla.codec.forms import LESS_ONE, NAME
from models.nvdla.codec.items import held, meant
from models.nvdla.codec.memory import stride
from models.nvdla.codec.words import Words
from models.nvdla.config import HwConfig
from models.nvdla.programming import BlockProgram
from models.nvdla.rubik.contract import ContractInput, ContractOutput
from models.nvdla.rubik.sides import (
    CONTRACT,
    CUBE_IN,
    CUBE_OUT,
    MERGE,
    MODE,
    PLANES_IN,
    PLANES_OUT,
    SIDES,
    SPLIT,
    side_of,
)
from models.nvdla.surfaces.cubes import ElementLayout, FeatureCube, Planes
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.small_cube import DESTINATION_AT, SOURCE_AT
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div, need_room
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

    mode: str = field(metadata=held(MODE, form=NAME))
    precision: str = field(metadata=held("RBK.D_MISC_CFG.IN_PRECISION", form=NAME))
    width: int = field(metadata=held("RBK.D_DATAIN_SIZE_0.DATAIN_WIDTH", form=LESS_ONE))
    height: int = field(metadata=held("RBK.D_DATAIN_SIZE_0.DATAIN_HEIGHT", form=LESS_ONE))
    channels: int = field(metadata=held("RBK.D_DATAIN_SIZE_1.DATAIN_CHANNEL", form=LESS_ONE))
    out_channels: int = field(metadata=held("RBK.D_DATAOUT_SIZE_1.DATAOUT_CHANNEL", form=LESS_ONE))
    x_stride: int = field(
        default=1, metadata=meant(held("RBK.D_DECONV_STRIDE.DECONV_X_STRIDE", form=LESS_ONE), CONTRACT)
    )
    y_stride: int = field(
        default=1, metadata=meant(held("RBK.D_DECONV_STRIDE.DECONV_Y_STRIDE", form=LESS_ONE), CONTRACT)
    )
    source: Side = field(metadata=side_of(CUBE_IN, PLANES_IN, MERGE))
    destination: Side = field(metadata=side_of(CUBE_OUT, PLANES_OUT, SPLIT))
    contract_group_bytes: int = field(default=0, metadata=meant(stride("RBK.D_CONTRACT_STRIDE_0"), CONTRACT))
    contract_line_bytes: int = field(default=0, metadata=meant(stride("RBK.D_CONTRACT_STRIDE_1"), CONTRACT))

    @classmethod
    def of(
        cls,
        config: HwConfig,
        mode: str,
        precision: str = "INT8",
        *,
        shape: tuple[int, int, int] | None = None,
        strides: tuple[int, int] = (2, 2),
        source: Side | None = None,
        destination: Side | None = None,
        rams: tuple[str, str] = ("DBB", "DBB"),
    ) -> Rubik:
        """A legal layer.

        Args:
            config: the hardware configuration.
            mode: its mode.
            precision: of its elements.
            shape: output channels, and height and width of the input; None: two small surfaces.
            strides: of a contract, x and y.
            source: what it reads; None: it lies somewhere, without gaps but what planes need.
            destination: what it writes; likewise.
            rams: the memories of source and destination where none are given.
        """
        contract, align_bytes = mode == "CONTRACT", config.plane_align_bytes
        out_channels, height, width = shape or (2 * config.atom_bytes, 3, 4)
        x, y = strides if contract else (1, 1)
        line_bytes = ceil_div(width * config.atom_bytes, align_bytes) * align_bytes
        source = source or Side.packed(rams[0], SOURCE_AT, height, line_bytes)
        out_line_bytes = ceil_div(x * width * config.atom_bytes, align_bytes) * align_bytes
        destination = destination or Side.packed(rams[1], DESTINATION_AT, y * height, out_line_bytes)
        surfaces = ceil_div(out_channels * ELEMENT_BYTES[precision], config.atom_bytes)
        return cls(
            mode=mode,
            precision=precision,
            width=width,
            height=height,
            channels=x * y * out_channels,
            out_channels=out_channels,
            x_stride=x,
            y_stride=y,
            source=source,
            destination=destination,
            contract_group_bytes=surfaces * source.surface_stride_bytes if contract else 0,
            contract_line_bytes=y * destination.line_stride_bytes if contract else 0,
        )

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
    return decode(Rubik, Words({UNIT: block}, config, {UNIT: values}))


def encode_rubik(block: Block, rubik: Rubik, config: HwConfig) -> dict[str, int]:
    """The register values that describe a layer, by register name, in address order; what its mode lacks is 0.

    Raises:
        ValueError: a size, stride or address that its field does not hold, or a memory that is not there.
    """
    unused = dict.fromkeys((side.surface_stride for side in SIDES), 0)
    return block.in_address_order(unused | encode({UNIT: block}, config, rubik)[UNIT])
