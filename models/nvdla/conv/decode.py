"""The convolution that register values describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import BLOCKS, Conv
from models.nvdla.conv.parts import Buffer, Convertor, ConvInput, ConvOutput, ConvWeights, Kernel, Padding
from models.nvdla.conv.registers import FIXED, ROWS, SOURCE
from models.nvdla.field_table import Settings, decode_rows, not_there_yet
from models.nvdla.surfaces.side import join_address
from models.registers import RegisterMap

Decoded = Mapping[str, Mapping[str, Any]]
"""Attributes by what holds them and by name."""


def decode_fetch(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> tuple[ConvInput, ConvWeights]:
    """What CDMA fetches, by its registers alone.

    Raises:
        ValueError: the registers describe what cannot be computed yet.
    """
    need_supported(registers, "CDMA", values)
    return _fetched(registers, decode_rows(registers, ROWS, {"CDMA": values}), values, config)


def decode_conv(registers: RegisterMap, settings: Settings, config: HwConfig) -> Conv:
    """The layer that the registers of all its blocks describe.

    Raises:
        ValueError: the registers describe what cannot be computed yet.
    """
    for block in BLOCKS:
        need_supported(registers, block, settings[block])
    decoded = decode_rows(registers, ROWS, settings)
    data, weights = _fetched(registers, decoded, settings["CDMA"], config)
    return Conv(
        **decoded[""],
        input=data,
        weights=weights,
        kernel=Kernel(**decoded["kernel"]),
        padding=Padding(**decoded["padding"]),
        buffer=Buffer(**decoded["buffer"]),
        output=ConvOutput(**decoded["output"]),
    )


def need_supported(registers: RegisterMap, block: str, values: Mapping[str, int]) -> None:
    """Refuse what cannot be computed yet.

    Raises:
        ValueError: the block's registers describe it.
    """
    if what := not_there_yet(registers, FIXED, block, values):
        raise ValueError(f"{what} is not there yet")


def _fetched(
    registers: RegisterMap, decoded: Decoded, values: Mapping[str, int], config: HwConfig
) -> tuple[ConvInput, ConvWeights]:
    """What CDMA fetches, by the rows and by those of its registers that no row has."""
    block = registers.CDMA
    ram_type = block.D_WEIGHT_RAM_TYPE.WEIGHT_RAM_TYPE.get(values["D_WEIGHT_RAM_TYPE"])
    return (
        ConvInput(
            **decoded["input"],
            side=SOURCE.decode(block, values, config),
            convertor=Convertor(**decoded["input.convertor"]),
        ),
        ConvWeights(
            **decoded["weights"],
            ram=config.ram_types[ram_type],
            address=join_address(values["D_WEIGHT_ADDR_LOW"], values["D_WEIGHT_ADDR_HIGH"]),
        ),
    )
