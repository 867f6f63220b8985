"""The SDP layer that register values describe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.nvdla.codec.words import Settings
from models.nvdla.config import HwConfig
from models.nvdla.field_table import decode_rows
from models.nvdla.lut.registers import lut_of
from models.nvdla.sdp.descriptor import READER, UNIT, OutputConvertor, Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.operand_registers import OPERANDS, SOURCE
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import XSettings, YSettings
from models.nvdla.sdp.reading import SdpReading
from models.nvdla.sdp.registers import DESTINATION, LUT_ROWS, READ_ROWS, ROWS
from models.registers import RegisterMap


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpAlone:
    """What SDP's own registers say of a layer before its partners are there.

    Attributes:
        flying: the convolution hands the input on.
        wants_operands: an operator waits for operands from memory.
        to_pdp: PDP takes the output.
        compares: it writes nothing but whether something differs.
        looks_up: it uses the look-up tables.
    """

    flying: bool
    wants_operands: bool
    to_pdp: bool
    compares: bool
    looks_up: bool

    @property
    def reads(self) -> bool:
        """SDP_RDMA takes part."""
        return self.wants_operands or not self.flying


def decode_alone(registers: RegisterMap, values: Mapping[str, int]) -> SdpAlone:
    """What SDP's registers say by themselves."""
    decoded = decode_rows(registers, ROWS, {UNIT: values})
    y = _y(decoded, None)
    return SdpAlone(
        flying=decoded[""]["flying"],
        wants_operands=any(item.wants for item in (XSettings(**decoded["x1"]), XSettings(**decoded["x2"]), y)),
        to_pdp=decoded[""]["to_pdp"],
        compares=y.compares,
        looks_up=y.lut,
    )


def decode_reading(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> SdpReading:
    """What SDP_RDMA reads, by its registers alone."""
    fields = decode_rows(registers, READ_ROWS, {READER: values})[""]
    block = registers.blocks[READER]
    return SdpReading(
        precision=fields["precision"],
        channels=fields["channels"],
        height=fields["height"],
        width=fields["width"],
        source=None if fields["flying"] else SOURCE.decode(block, values, config),
        in_precision=fields["precision"] if fields["flying"] else fields["in_precision"],
        operands=_operands(registers, values, config),
    )


def decode_sdp(registers: RegisterMap, settings: Settings, config: HwConfig) -> Sdp:
    """The layer that the registers of its blocks describe, given by block; without SDP_RDMA it reads nothing."""
    decoded = decode_rows(registers, ROWS, settings)
    fields, source = decoded[""], None
    flying, values = fields.pop("flying"), settings.get(READER)
    given: tuple[Operands | None, ...] = (None,) * len(OPERANDS)
    if values is not None:
        given = _operands(registers, values, config)
        if not flying:
            read = decode_rows(registers, READ_ROWS, {READER: values})[""]
            side = SOURCE.decode(registers.blocks[READER], values, config)
            source = SdpSource(side=side, precision=read["in_precision"], count=read["count_inputs"])
    y = _y(decoded, given[2])
    return Sdp(
        **fields,
        source=source,
        destination=DESTINATION.decode(registers.blocks[UNIT], settings[UNIT], config),
        x1=XSettings(**decoded["x1"], operands=given[0]),
        x2=XSettings(**decoded["x2"], operands=given[1]),
        y=y,
        lut=lut_of(decode_rows(registers, LUT_ROWS, settings)) if y.lut else None,
        convertor=OutputConvertor(**decoded["convertor"]),
    )


def _y(decoded: Mapping[str, dict[str, Any]], operands: Operands | None) -> YSettings:
    return YSettings(
        **decoded["y"],
        alu_convertor=OperandConvertor(**decoded["y.alu_convertor"]),
        mul_convertor=OperandConvertor(**decoded["y.mul_convertor"]),
        operands=operands,
    )


def _operands(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> tuple[Operands | None, ...]:
    return tuple(names.decode(registers.blocks[READER], values, config) for names in OPERANDS)
