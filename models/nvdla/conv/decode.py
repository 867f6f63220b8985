"""The convolution that register values describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.nvdla.codec.words import Settings
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import MASK_ADDRESS, SIZES_ADDRESS, WEIGHT_ADDRESS, Conv
from models.nvdla.conv.fetch.inputs import Convertor, ConvImage, ConvInput, Means
from models.nvdla.conv.fetch.reading import Fetch
from models.nvdla.conv.fetch.weights import Compression, ConvWeights
from models.nvdla.conv.parts import Buffer, ConvOutput, Kernel, Padding, View
from models.nvdla.conv.registers import ROWS, SECOND, SOURCE
from models.nvdla.field_table import decode_rows
from models.nvdla.surfaces.pixels import PIXEL_FORMATS
from models.nvdla.surfaces.side import join_address
from models.registers import RegisterMap

Decoded = Mapping[str, dict[str, Any]]


def decode_fetch(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> Fetch:
    """What CDMA fetches, by its registers alone."""
    decoded = decode_rows(registers, ROWS, {"CDMA": values})
    return Fetch(
        **decoded[""],
        input=_input(registers, decoded, values, config),
        weights=_weights(registers, decoded, values, config),
        buffer=Buffer(**decoded["buffer"], release_slices=0),
    )


def decode_conv(registers: RegisterMap, settings: Settings, config: HwConfig) -> Conv:
    """The layer that the registers of all its blocks describe."""
    decoded = decode_rows(registers, ROWS, settings)
    return Conv(
        **decoded[""],
        input=_input(registers, decoded, settings["CDMA"], config),
        weights=_weights(registers, decoded, settings["CDMA"], config),
        kernel=Kernel(**decoded["kernel"]),
        view=View(**decoded["view"]),
        padding=Padding(**decoded["padding"]),
        buffer=Buffer(**decoded["buffer"]),
        output=ConvOutput(**decoded["output"]),
    )


def _input(
    registers: RegisterMap, decoded: Decoded, values: Mapping[str, int], config: HwConfig
) -> ConvInput | ConvImage:
    block = registers.CDMA
    fields = dict(decoded["input"])
    side, convertor = SOURCE.decode(block, values, config), Convertor(**decoded["input.convertor"])
    if fields.pop("kind") == ConvInput.kind:
        return ConvInput(**fields, side=side, convertor=convertor)
    pixel = PIXEL_FORMATS.get(fields["pixel_format"])
    second = SECOND.decode(block, values, config) if pixel is not None and len(pixel.plane_bytes) > 1 else None
    return ConvImage(**fields, side=side, second=second, convertor=convertor, means=Means(**decoded["input.means"]))


def _weights(registers: RegisterMap, decoded: Decoded, values: Mapping[str, int], config: HwConfig) -> ConvWeights:
    fields = dict(decoded["weights"])
    ram_type = registers.CDMA.D_WEIGHT_RAM_TYPE.WEIGHT_RAM_TYPE.get(values["D_WEIGHT_RAM_TYPE"])
    compression = None
    if fields.pop("format") != "UNCOMPRESSED":
        compression = Compression(
            **decoded["weights.compression"],
            mask_address=_address(values, MASK_ADDRESS),
            sizes_address=_address(values, SIZES_ADDRESS),
        )
    return ConvWeights(
        **fields, ram=config.ram_types[ram_type], address=_address(values, WEIGHT_ADDRESS), compression=compression
    )


def _address(values: Mapping[str, int], names: tuple[str, str]) -> int:
    low, high = names
    return join_address(values[low], values[high])
