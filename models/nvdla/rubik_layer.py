"""One Rubik layer as its registers describe it (guide 'Rubik programming'; ``facts/nvdla_numerics.md``, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.layout import ELEMENT_BYTES, ceil_div
from models.registers import Block

UNIT = "RBK"


@dataclass(frozen=True, slots=True, kw_only=True)
class RubikLayer:
    """A reordering of elements in memory.

    Attributes:
        mode: ``CONTRACT``, ``SPLIT`` or ``MERGE``.
        precision: name of the element's number format; only its size counts.
        width: of the input; `height` likewise.
        channels: channels of the input, or input planes of a merge.
        out_channels: channels of the output, or output planes of a split.
        x_stride: output pixels of a contract for each input pixel; `y_stride` likewise.
        source: RAM type that it reads, ``MC`` or ``CVSRAM``.
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
    source: str
    source_address: int
    source_line_stride_bytes: int
    source_surface_stride_bytes: int = 0
    source_plane_stride_bytes: int = 0
    destination: str
    destination_address: int
    destination_line_stride_bytes: int
    destination_surface_stride_bytes: int = 0
    destination_plane_stride_bytes: int = 0
    contract_group_bytes: int = 0
    contract_line_bytes: int = 0

    @property
    def element_bytes(self) -> int:
        """Size of an element."""
        return ELEMENT_BYTES[self.precision]

    def atom_elements(self, config: HwConfig) -> int:
        """Elements of an atom."""
        return config.atom_bytes // self.element_bytes

    def out_surfaces(self, config: HwConfig) -> int:
        """Surfaces of an output cube."""
        return ceil_div(self.out_channels, self.atom_elements(config))

    def plane_line_atoms(self, config: HwConfig) -> int:
        """Atoms of a line of a plane, the last one perhaps in part."""
        return ceil_div(self.width * self.element_bytes, config.atom_bytes)

    def __str__(self) -> str:
        stride = f", stride {self.x_stride}x{self.y_stride} (x, y)" if self.mode == "CONTRACT" else ""
        return (
            f"{self.mode} {self.precision}, input {self.channels}x{self.height}x{self.width} (C x H x W), "
            f"{self.out_channels} output channels{stride}, {self.source} {self.source_address:#x} -> "
            f"{self.destination} {self.destination_address:#x}, strides {self.source_line_stride_bytes}/"
            f"{self.source_surface_stride_bytes}/{self.source_plane_stride_bytes} -> "
            f"{self.destination_line_stride_bytes}/{self.destination_surface_stride_bytes}/"
            f"{self.destination_plane_stride_bytes} bytes (line/surface/plane)"
        )


def decode_rubik(block: Block, values: Mapping[str, int], config: HwConfig) -> RubikLayer:
    """The layer that the registers of a group describe.

    Args:
        block: Rubik's registers.
        values: their values, by name.
        config: the hardware configuration.

    Raises:
        ValueError: the mode or the precision is a reserved one.
    """

    def field(register: str, name: str) -> int:
        return block.registers[register].fields[name].get(values[register])

    def named(name: str) -> str:
        code = field("D_MISC_CFG", name)
        names = block.D_MISC_CFG.fields[name].enum
        if code not in names.values():
            raise ValueError(f"{block.D_MISC_CFG.full_name}.{name} is the reserved value {code}")
        return block.D_MISC_CFG.fields[name].label(code)

    def address(side: str) -> int:
        return values[f"D_{side}_ADDR_HIGH"] << 32 | values[f"D_{side}_ADDR_LOW"]

    return RubikLayer(
        mode=named("RUBIK_MODE"),
        precision=named("IN_PRECISION"),
        width=field("D_DATAIN_SIZE_0", "DATAIN_WIDTH") + 1,
        height=field("D_DATAIN_SIZE_0", "DATAIN_HEIGHT") + 1,
        channels=field("D_DATAIN_SIZE_1", "DATAIN_CHANNEL") + 1,
        out_channels=field("D_DATAOUT_SIZE_1", "DATAOUT_CHANNEL") + 1,
        x_stride=field("D_DECONV_STRIDE", "DECONV_X_STRIDE") + 1,
        y_stride=field("D_DECONV_STRIDE", "DECONV_Y_STRIDE") + 1,
        source=config.ram_types[field("D_DAIN_RAM_TYPE", "DATAIN_RAM_TYPE")],
        source_address=address("DAIN"),
        source_line_stride_bytes=values["D_DAIN_LINE_STRIDE"],
        source_surface_stride_bytes=values["D_DAIN_SURF_STRIDE"],
        source_plane_stride_bytes=values["D_DAIN_PLANAR_STRIDE"],
        destination=config.ram_types[field("D_DAOUT_RAM_TYPE", "DATAOUT_RAM_TYPE")],
        destination_address=address("DAOUT"),
        destination_line_stride_bytes=values["D_DAOUT_LINE_STRIDE"],
        destination_surface_stride_bytes=values["D_DAOUT_SURF_STRIDE"],
        destination_plane_stride_bytes=values["D_DAOUT_PLANAR_STRIDE"],
        contract_group_bytes=values["D_CONTRACT_STRIDE_0"],
        contract_line_bytes=values["D_CONTRACT_STRIDE_1"],
    )


def encode_rubik(block: Block, layer: RubikLayer, config: HwConfig) -> dict[str, int]:
    """The register values that describe a layer, by register name, in address order.

    Raises:
        ValueError: a size, stride or address that its field does not hold.
    """
    words = {
        "D_MISC_CFG": block.D_MISC_CFG.encode(RUBIK_MODE=layer.mode, IN_PRECISION=layer.precision),
        "D_DAIN_RAM_TYPE": block.D_DAIN_RAM_TYPE.encode(DATAIN_RAM_TYPE=config.ram_types.index(layer.source)),
        "D_DATAIN_SIZE_0": block.D_DATAIN_SIZE_0.encode(DATAIN_WIDTH=layer.width - 1, DATAIN_HEIGHT=layer.height - 1),
        "D_DATAIN_SIZE_1": block.D_DATAIN_SIZE_1.encode(DATAIN_CHANNEL=layer.channels - 1),
        "D_DAIN_ADDR_HIGH": layer.source_address >> 32,
        "D_DAIN_ADDR_LOW": layer.source_address & 0xFFFF_FFFF,
        "D_DAIN_LINE_STRIDE": layer.source_line_stride_bytes,
        "D_DAIN_SURF_STRIDE": layer.source_surface_stride_bytes,
        "D_DAIN_PLANAR_STRIDE": layer.source_plane_stride_bytes,
        "D_DAOUT_RAM_TYPE": block.D_DAOUT_RAM_TYPE.encode(DATAOUT_RAM_TYPE=config.ram_types.index(layer.destination)),
        "D_DATAOUT_SIZE_1": block.D_DATAOUT_SIZE_1.encode(DATAOUT_CHANNEL=layer.out_channels - 1),
        "D_DAOUT_ADDR_HIGH": layer.destination_address >> 32,
        "D_DAOUT_ADDR_LOW": layer.destination_address & 0xFFFF_FFFF,
        "D_DAOUT_LINE_STRIDE": layer.destination_line_stride_bytes,
        "D_CONTRACT_STRIDE_0": layer.contract_group_bytes,
        "D_CONTRACT_STRIDE_1": layer.contract_line_bytes,
        "D_DAOUT_SURF_STRIDE": layer.destination_surface_stride_bytes,
        "D_DAOUT_PLANAR_STRIDE": layer.destination_plane_stride_bytes,
        "D_DECONV_STRIDE": block.D_DECONV_STRIDE.encode(
            DECONV_X_STRIDE=layer.x_stride - 1, DECONV_Y_STRIDE=layer.y_stride - 1
        ),
    }
    block.check_words(words)
    return words
