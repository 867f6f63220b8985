"""The convolution that register values describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import BLOCKS, MASK_ADDRESS, SIZES_ADDRESS, WEIGHT_ADDRESS, Conv
from models.nvdla.conv.inputs import Convertor, ConvImage, ConvInput, Means, has_second_plane
from models.nvdla.conv.parts import Buffer, ConvOutput, Kernel, Padding, View
from models.nvdla.conv.registers import FIXED, ROWS, SECOND, SOURCE
from models.nvdla.conv.weights import Compression, ConvWeights
from models.nvdla.field_table import Settings, decode_rows, not_there_yet
from models.nvdla.surfaces.side import join_address
from models.registers import RegisterMap

Decoded = Mapping[str, dict[str, Any]]


def decode_fetch(
    registers: RegisterMap, values: Mapping[str, int], config: HwConfig
) -> tuple[ConvInput | ConvImage, ConvWeights]:
    """What CDMA fetches, by its registers alone."""
    decoded = decode_rows(registers, ROWS, {"CDMA": values})
    return _input(registers, decoded, values, config), _weights(registers, decoded, values, config)


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
    second = SECOND.decode(block, values, config) if has_second_plane(fields["pixel_format"]) else None
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


def need_supported(registers: RegisterMap, block: str, values: Mapping[str, int]) -> None:
    """Refuse what cannot be computed yet.

    Raises:
        ValueError: the block's registers describe it.
    """
    if what := not_there_yet(registers, FIXED, block, values):
        raise ValueError(f"{what} is not there yet")


def need_all_supported(registers: RegisterMap, settings: Settings) -> None:
    """Refuse a layer that cannot be computed yet.

    Raises:
        ValueError: the registers of one of its blocks describe it.
    """
    for block in BLOCKS:
        need_supported(registers, block, settings[block])
