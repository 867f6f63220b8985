"""The ends of numbers in SDP's registers: operands, offsets, scales, shifts; a field or two of a layer at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import FLYING_OUT, X_SHIFT_AT_MOST, OutputConvertor, Sdp
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import MEMORY, XSettings, YSettings
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.sdp.small import as_there, operands_of, small_sdp, with_values

HALVES = (
    *(0x0000, 0x8000, 0x0001, 0x8001, 0x3C00, 0xBC00),
    *(0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0xFE00, 0x7D55, 0xFEAA),
)
SINGLES = (
    *(0x0000_0000, 0x8000_0000, 0x0000_0001, 0x8000_0001, 0x3F80_0000, 0xBF80_0000),
    *(0x7F7F_FFFF, 0xFF7F_FFFF, 0x7F80_0000, 0xFF80_0000, 0x7F80_0001, 0xFFC0_0000, 0x7FAA_AAAA, 0xFFD5_5555),
)
"""Codes of numbers of every kind."""
SHIFTS = (0, 1, 2, 3, 4, 6, 12, 24, X_SHIFT_AT_MOST)
TRUNCATES = (*SHIFTS, 64, 100, 200, 400, 1023)
HALF_BITS, WORD_BITS = 16, 32
FAR = 20
"""Bits of a shift that makes large numbers of 16 bits nearly too large for 32."""


def ends(bits: int) -> tuple[int, ...]:
    """Numbers with a sign: the ends of so many bits, and some of each size between."""
    middle = (1 << bits - 2, 1 << bits // 2, 3, 1)
    return -(1 << bits - 1), *(-number for number in middle), 0, *reversed(middle), (1 << bits - 1) - 1


def signed(code: int, bits: int) -> int:
    """A code taken for a signed number."""
    return code - (1 << bits) if code >> bits - 1 else code


async def every_sdp_end(bench: NvdlaBench) -> None:
    """Each end of each number of the operators and of the output convertor, in each precision."""
    parts = (_convertors, _registers, _operand_convertors, _too_large, _shifts, _saturating)
    for precision in bench.config.precisions:
        shapes = (shape for part in parts for shape in part(bench.config, precision))
        await SdpKind(bench).play(list(as_there(shapes, bench.config)))


def _convertors(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Offsets, scales and shifts of the output convertor."""
    offsets, scales = ends(WORD_BITS), ends(HALF_BITS)
    outputs = [made for made in FLYING_OUT[precision] if made in config.precisions]
    for made, offset in product(outputs, (-(1 << WORD_BITS - 1), 0)):
        far = OutputConvertor(offset=offset, scale=scales[-1])
        shape = with_values(small_sdp(config, precision, out_precision=made, convertor=far))
        yield replace(shape, values="exponents") if precision == "FP16" else shape
    for at, (offset, scale) in enumerate(zip(offsets, scales, strict=True)):
        shift = SHIFTS[at % len(SHIFTS)]
        yield with_values(small_sdp(config, precision, convertor=OutputConvertor(offset=offset, shift=shift)))
        yield with_values(small_sdp(config, precision, convertor=OutputConvertor(scale=scale, shift=shift)))


def _registers(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Operands in registers: of X1's ALU and X2's MUL, then the other way round, Y's beside them."""
    floating = precision == "FP16"
    narrow = [signed(code, HALF_BITS) for code in HALVES] if floating else ends(HALF_BITS)
    wide = [signed(code, WORD_BITS) for code in SINGLES] if floating else ends(WORD_BITS)
    algorithms = ("MIN", "SUM", "MAX")
    for at, (number, word) in enumerate(zip(narrow, wide, strict=True)):
        alu: dict[str, Any] = {"bypass": False, "alu_bypass": False, "alu_algo": algorithms[at % 3]}
        mul: dict[str, Any] = {"bypass": False, "mul_bypass": False, "mul_operand": number}
        yield with_values(
            small_sdp(
                config, precision,
                x1=XSettings(**alu, alu_operand=number), x2=XSettings(**mul, shift=7),
                y=YSettings(**alu, alu_operand=word), nan_to_zero=bool(at // 2 % 2),
            )
        )  # fmt: skip
        yield with_values(
            small_sdp(
                config, precision,
                x1=XSettings(**mul, shift=7, prelu=bool(at % 2)), x2=XSettings(**alu, alu_operand=number),
                y=YSettings(bypass=False, mul_bypass=False, mul_operand=word, truncate=20),
            )
        )  # fmt: skip


def _too_large(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Sums of Y that no FP32 holds, where the product before is nearly as large; of integers likewise."""
    factor, summand = (0x7F00_0000, 0x7F7F_FFFF) if precision == "FP16" else ((1 << WORD_BITS - 1) - 1,) * 2
    for word in (summand, signed(summand | 1 << WORD_BITS - 1, WORD_BITS)):
        y = YSettings(bypass=False, mul_bypass=False, mul_operand=factor, alu_bypass=False, alu_operand=word)
        yield replace(
            with_values(small_sdp(config, precision, y=y)), values="small" if precision != "FP16" else "exponents"
        )


def _operand_convertors(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Offsets, scales and shifts of Y's operands: ends of the one for the ALU's, of the other for the MUL's."""
    for at, (offset, scale) in enumerate(zip(ends(WORD_BITS), ends(HALF_BITS), strict=True)):
        shift = SHIFTS[at % len(SHIFTS)]
        one = OperandConvertor(bypass=False, offset=offset, shift=shift)
        two = OperandConvertor(bypass=False, scale=scale, shift=shift)
        yield with_values(_with_y(config, precision, one, two))
        yield with_values(_with_y(config, precision, two, one))


def _with_y(config: HwConfig, precision: str, alu: OperandConvertor, mul: OperandConvertor) -> Sdp:
    """A layer whose operator Y takes both operands from memory, each through a convertor."""
    sdp = small_sdp(config, precision)
    y = YSettings(
        bypass=False, alu_bypass=False, alu_source=MEMORY, mul_bypass=False, mul_source=MEMORY, truncate=8,
        operands=operands_of(sdp, config, "BOTH"), alu_convertor=alu, mul_convertor=mul,
    )  # fmt: skip
    return replace(sdp, y=y)


def _shifts(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Shifts of operands and products."""
    for at, truncate in enumerate(TRUNCATES):
        shift, other = SHIFTS[at % len(SHIFTS)], SHIFTS[-1 - at % len(SHIFTS)]
        alu = XSettings(bypass=False, alu_bypass=False, alu_operand=-21 + at)
        x1 = replace(alu, alu_algo=("MAX", "SUM")[at % 2], alu_shift=shift, shift=other)
        x2 = replace(alu, alu_algo=("MIN", "SUM")[at % 2], alu_shift=other, shift=shift)
        y = YSettings(bypass=False, mul_bypass=False, mul_operand=12345 << at, truncate=truncate)
        yield with_values(small_sdp(config, precision, x1=x1, x2=replace(x2, mul_bypass=False, mul_operand=77)))
        yield with_values(small_sdp(config, precision, y=y))


def _saturating(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Sums, products and converted operands beyond 32 bits, in one operator after the other."""
    sdp = small_sdp(config, precision)
    one, both = operands_of(sdp, config, "ALU"), operands_of(sdp, config, "BOTH")
    far = OperandConvertor(bypass=False, scale=(1 << HALF_BITS - 1) - 1)
    further = OperandConvertor(bypass=False, offset=-(1 << WORD_BITS - 1), scale=-3)
    y, plain = _with_y(config, precision, far, far).y, OperandConvertor(bypass=False)
    alone = replace(y, mul_bypass=True, alu_convertor=further, operands=one)
    for shift, algorithm in ((FAR, "SUM"), (X_SHIFT_AT_MOST, "SUM"), (FAR, "MIN"), (FAR, "MAX")):
        alu = XSettings(
            bypass=False, alu_bypass=False, alu_algo=algorithm, alu_source=MEMORY, alu_shift=shift, operands=one
        )
        mul = replace(
            alu, alu_algo="SUM", alu_shift=FAR, mul_bypass=False, mul_source=MEMORY, shift=3, operands=both
        )  # fmt: skip
        yield with_values(replace(sdp, x1=alu, x2=mul, y=y))
        yield with_values(replace(sdp, x1=mul, x2=alu, y=replace(y, alu_convertor=further, mul_convertor=plain)))
        yield with_values(replace(sdp, x1=alu, y=replace(alone, alu_algo=algorithm)))
        yield with_values(replace(sdp, y=replace(y, alu_convertor=plain, mul_convertor=further)))
