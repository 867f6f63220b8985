"""The PDP layer that register values describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.nvdla.codec.words import Settings, places
from models.nvdla.config import HwConfig
from models.nvdla.field_table import decode_rows, field_of, read_place
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Average, PadValues, Window
from models.nvdla.pdp.reading import PdpReading
from models.nvdla.pdp.registers import DESTINATION, READ_ROWS, READER, ROWS, SOURCE, UNIT
from models.registers import RegisterMap

_FLYING = places(f"{UNIT}.D_OPERATION_MODE_CFG.FLYING_MODE")[0]


def is_flying(registers: RegisterMap, values: Mapping[str, int]) -> bool:
    """Whether PDP's registers say that SDP hands the input on."""
    number = read_place(registers, {UNIT: values}, _FLYING)
    return number == field_of(registers, _FLYING).value("ON_FLYING")


def decode_reading(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> PdpReading:
    """What PDP_RDMA reads, by its registers alone."""
    decoded = decode_rows(registers, READ_ROWS, {READER: values})
    fields = decoded[""]
    source = None if fields.pop("flying") else SOURCE.decode(registers.blocks[READER], values, config)
    return PdpReading(**fields, x=Window(**decoded["x"]), strips=Strips(**decoded["strips"]), source=source)


def decode_pdp(registers: RegisterMap, settings: Settings, config: HwConfig) -> Pdp:
    """The layer that the registers of its blocks describe, given by block; without PDP_RDMA it reads nothing."""
    decoded = decode_rows(registers, ROWS, settings)
    fields: dict[str, Any] = decoded[""]
    fields.pop("flying")
    source = None
    if READER in settings:
        source = SOURCE.decode(registers.blocks[READER], settings[READER], config)
    return Pdp(
        **fields,
        x=Window(**decoded["x"]),
        y=Window(**decoded["y"]),
        source=source,
        destination=DESTINATION.decode(registers.blocks[UNIT], settings[UNIT], config),
        strips=Strips(**decoded["strips"]),
        average=Average(**decoded["average"], pads=PadValues(**decoded["average.pads"])),
    )
