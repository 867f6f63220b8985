"""What an SDP layer does with each element, from what its registers say."""

from __future__ import annotations

from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operators import XOperator, YOperator
from models.nvdla.sdp.operators.settings import MEMORY, XSettings
from models.nvdla.sdp.pointwise import Pointwise


def pointwise_of(sdp: Sdp) -> Pointwise:
    """What happens to each element."""
    return Pointwise(
        proc_precision=sdp.precision,
        out_precision=sdp.out_precision,
        nan_to_zero=sdp.nan_to_zero,
        x1=_x(sdp.x1),
        x2=_x(sdp.x2),
        y=_y(sdp),
        offset=sdp.convertor.offset,
        scale=sdp.convertor.scale,
        shift=sdp.convertor.shift,
    )


def _x(settings: XSettings) -> XOperator:
    return XOperator(
        bypass=settings.bypass,
        alu_bypass=settings.alu_bypass,
        alu_algo=settings.alu_algo,
        alu_operand=_operand(settings.alu_source, settings.alu_operand),
        alu_shift=settings.alu_shift,
        mul_bypass=settings.mul_bypass,
        mul_operand=_operand(settings.mul_source, settings.mul_operand),
        mul_shift=settings.shift,
        prelu=settings.prelu,
        relu_bypass=settings.relu_bypass,
    )


def _y(sdp: Sdp) -> YOperator:
    settings = sdp.y
    return YOperator(
        bypass=settings.bypass,
        mul_bypass=settings.mul_bypass,
        mul_operand=_operand(settings.mul_source, settings.mul_operand),
        mul_convertor=settings.mul_convertor,
        prelu=settings.prelu,
        truncate=settings.truncate,
        alu_bypass=settings.alu_bypass,
        alu_algo=settings.alu_algo,
        alu_operand=_operand(settings.alu_source, settings.alu_operand),
        alu_convertor=settings.alu_convertor,
        lut=sdp.lut if settings.lut else None,
    )


def _operand(source: str, register: int) -> int | None:
    """A register's operand; None: it comes from memory."""
    return None if source == MEMORY else register
