"""The CDP layer that register values describe."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import READER, UNIT, Cdp
from models.nvdla.cdp.reading import CdpReading
from models.nvdla.cdp.registers import DESTINATION, LUT_ROWS, READ_ROWS, ROWS, SOURCE, decode_edges
from models.nvdla.codec.words import Settings
from models.nvdla.config import HwConfig
from models.nvdla.field_table import decode_rows
from models.nvdla.lut.registers import lut_of
from models.registers import RegisterMap


def decode_reading(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> CdpReading:
    """What CDP_RDMA reads, by its registers alone."""
    fields = decode_rows(registers, READ_ROWS, {READER: values})[""]
    return CdpReading(**fields, source=SOURCE.decode(registers.blocks[READER], values, config))


def decode_cdp(registers: RegisterMap, settings: Settings, config: HwConfig) -> Cdp:
    """The layer that the registers of its two blocks describe, given by block."""
    decoded = decode_rows(registers, (*READ_ROWS, *ROWS), settings)
    block, values = registers.blocks[UNIT], settings[UNIT]
    edges = decode_edges(block, values, floating=decoded[""]["precision"] == "FP16")
    return Cdp(
        **decoded[""],
        source=SOURCE.decode(registers.blocks[READER], settings[READER], config),
        destination=DESTINATION.decode(block, values, config),
        lut=lut_of(decode_rows(registers, LUT_ROWS, settings), edges),
        in_convertor=CdpConvertor(**decoded["in_convertor"]),
        out_convertor=CdpConvertor(**decoded["out_convertor"]),
    )
