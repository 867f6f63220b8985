"""Convolutions with numbers at the corners: padding of every class, ends of offsets and scales, what has no effect."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.convertor import SCALED_BITS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.sdp.descriptor import FLYING_OUT, OutputConvertor
from models.nvdla.sdp.operators.settings import XSettings
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed.extents import play_fitting, small_shape
from sequences.nvdla.conv.features import weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.post_processing.layers import SdpLayer

HALVES = (0x0000, 0x8000, 0x0001, 0x83FF, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00)
"""FP16 codes of every class."""
HALF_BITS = 16
HALF_EXPONENTS = (-24, 16)
LARGE_PAIRS = ((2.0**15, -(2.0**15)), (2.0**15, 0.0), (1.0, 2.0**-11))
"""What two terms leave: nothing, a power of two, what FP16 rounds either way."""
SMALL_HALF = 2.0**-14
CLIPS, SHIFTS = (0, 1, 2, 3, 7, 16), (0, 1, 2, 3, 4, 6, 12, 20, 40)
OUT_BITS, IN_BITS = 32, 16


async def every_padding_value(bench: NvdlaBench) -> None:
    """Padding on all sides, with values of every class."""
    for precision in bench.config.precisions:
        small = replace(small_shape(bench.config, precision), kernel=Kernel(height=2, width=2))
        await play_fitting(
            bench,
            (
                replace(small, padding=Padding(left=1, right=1, top=1, bottom=1, value=value))
                for value in _padding_values(precision)
            ),
        )


async def every_end(bench: NvdlaBench) -> None:
    """The ends of offsets and scales, and what is next to 0, in every precision: FP16 does not look at them."""
    for precision in bench.config.precisions:
        await play_fitting(bench, _ends(bench.config, precision))


async def every_half(bench: NvdlaBench) -> None:
    """FP16 codes of every class, each times each other one, with NaN flushed by CDMA, by SDP, by both and by none."""
    if "FP16" not in bench.config.precisions:
        return
    ram, codes = next(iter(bench.config.ports)), np.array(HALVES, np.uint16).view(np.float16)
    x = bench.tensor(codes.reshape(1, 1, -1), "FP16", ram=ram)
    w = bench.kernels(codes.reshape(-1, 1, 1, 1), "FP16", ram=ram)
    for early, late in product((False, True), repeat=2):
        conv = Convolve(x, w, nan_to_zero=early)
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "FP16", ram=ram), nan_to_zero=late))


async def sums_of_three(bench: NvdlaBench) -> None:
    """FP16 sums of which only the lowest bits are left, or that are rounded: in a block of channels, and over two."""
    if "FP16" not in bench.config.precisions:
        return
    ram, block = next(iter(bench.config.ports)), bench.config.mac_channels
    small = [sign * 2.0**exponent for exponent in range(*HALF_EXPONENTS) for sign in (-1.0, 1.0)]
    for pair, places, factor in product(LARGE_PAIRS, ((0, 1, 2), (0, block, 1), (0, 1, block)), (1.0, SMALL_HALF)):
        values, weights = np.zeros((block + 1, 1, 1)), np.zeros((len(small), block + 1, 1, 1))
        values[list(places), 0, 0] = 1.0, 1.0, factor
        weights[:, places[:2], 0, 0], weights[:, places[2], 0, 0] = pair, small
        conv = Convolve(bench.tensor(values, "FP16", ram=ram), bench.kernels(weights, "FP16", ram=ram))
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "FP16", ram=ram)))


async def many_specials(bench: NvdlaBench) -> None:
    """More infinities, and more NaN, than 16 bits count, where the buffer holds so many; hardly any is multiplied."""
    config, most = bench.config, bench.registers.CSC.D_CONV_STRIDE_EXT.CONV_X_STRIDE_EXT.limit + 1
    channels = config.cbuf_entry_bytes // ELEMENT_BYTES["FP16"]
    side = most * (math.isqrt((1 << HALF_BITS) // channels) // most + 1) + 1
    kernel = Kernel(height=1, width=1, stride_x=most, stride_y=most)
    small = replace(small_shape(config, "FP16"), channels=channels, height=side, width=side, kernel=kernel)
    if "FP16" not in config.precisions or not describe_fitting(small, config):
        return
    ram = next(iter(config.ports))
    for code in (np.inf, np.nan):
        x = bench.tensor(np.full((channels, side, side), code), "FP16", ram=ram)
        conv = Convolve(x, weight_tensor(bench, (1, channels, 1, 1), "FP16", ram), stride=most)
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "FP16", ram=ram)))


async def saturation_counts(bench: NvdlaBench) -> None:
    """Sums that saturate and sums that do not, in layers of one result, whose count goes on, and of two."""
    if "INT16" not in bench.config.precisions:
        return
    ram, least = next(iter(bench.config.ports)), np.iinfo(np.int16).min
    for value, pixels in ((least, 2), (1, 1), (least, 1), (1, 2), (1, 1), (least, 1)):
        x = bench.tensor(np.full((4, 1, pixels), value, np.int16), "INT16", ram=ram)
        conv = Convolve(x, bench.kernels(np.full((1, 4, 1, 1), value, np.int16), "INT16", ram=ram))
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "INT16", ram=ram)))


async def bypassed_switches(bench: NvdlaBench) -> None:
    """X1 bypassed, whatever its parts say."""
    for precision in bench.config.precisions:
        small = small_shape(bench.config, precision)
        off: dict[str, Any] = {"alu_bypass": False, "mul_bypass": False, "relu_bypass": False}
        await play_fitting(
            bench,
            (
                *(replace(small, x1=XSettings(bypass=True, **{name: value})) for name, value in off.items()),
                replace(small, x1=XSettings(bypass=True, shift=3, **off)),
            ),
        )


def _padding_values(precision: str) -> tuple[int, ...]:
    """Codes as signed numbers."""
    if precision == "FP16":
        return tuple(code - (code >> HALF_BITS - 1 << HALF_BITS) for code in HALVES)
    least = -(1 << (7 if precision == "INT8" else 15))
    return least, least + 1, 0, -least - 2, -least - 1


def _ends(config: HwConfig, precision: str) -> Iterator[ConvShape]:
    small = small_shape(config, precision)
    clips, shifts = iter(CLIPS * 2), iter(SHIFTS * 2)
    for offset, narrow, scale in zip(_signed(OUT_BITS), _signed(IN_BITS), _signed(IN_BITS)[::-1], strict=True):
        shift = next(shifts)
        yield replace(
            small,
            clip_truncate=next(clips),
            x1=XSettings(bypass=False, shift=shift),
            out_convertor=OutputConvertor(offset=offset, scale=scale, shift=shift),
        )
        output = FLYING_OUT[precision][-1]
        output = output if output in config.precisions else precision
        yield replace(small, out_precision=output, out_convertor=OutputConvertor(offset=offset, scale=1, shift=1))
        if precision != "FP16":
            convertor = Convertor(enabled=True, offset=narrow, scale=scale, truncate=min(shift, SCALED_BITS))
            yield replace(small, convertor=convertor, out_convertor=OutputConvertor(scale=1))


def _signed(bits: int) -> tuple[int, ...]:
    """Numbers of so many bits of every order, with either sign."""
    largest = (1 << bits - 1) - 1
    above = (1, 1 << bits // 6, 1 << bits // 2, 1 << bits - 3)
    return (-largest - 1, *(-number for number in reversed(above)), 0, *above, largest)
