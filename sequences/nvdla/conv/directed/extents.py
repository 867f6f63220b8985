"""Convolutions of every order of size, stride, padding, gap and number, which random ones draw rarely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.convertor import SCALED_BITS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.settings import XSettings
from sequences.draw import ladder
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.kinds.extents import gap_pairs
from sequences.nvdla.tensors.elements.values import classes_of
from sequences.nvdla.tensors.side_shape import two_sides

GAPS = (0, 1, 2, 5, 12, 20, 40, 100, 200)
POINT = Kernel(height=1, width=1)
SHIFTS = (*range(20), 24, 28, 31, 32, 33, 34, 40, 48, 63)


async def every_conv_size(bench: NvdlaBench) -> None:
    """Input and output, channels and kernels, rows and columns: each from 1 to the most that there may be.

    Those that make up to two stripes, blocks or groups come one by one.
    """
    config = bench.config
    size, weights = bench.registers.CDMA.D_DATAIN_SIZE_0, bench.registers.CSC.D_WEIGHT_SIZE_EXT_0
    most, taps = size.DATAIN_WIDTH.limit + 1, weights.WEIGHT_WIDTH_EXT.limit + 1
    small = small_shape(config, "INT8")
    line, column, pixel = replace(small, height=1), replace(small, width=1), replace(small, height=1, width=1)
    stripes, blocks, groups = (
        4 * config.mac_cells,
        2 * config.mac_channels,
        2 * group_kernels(config, small.precision),
    )
    shapes = [replace(line, width=width) for width in ladder(stripes, most, 2)]
    shapes += [replace(column, height=height) for height in ladder(4, most, 2)]
    shapes += [replace(pixel, channels=channels, kernels=1) for channels in ladder(blocks, most, 2)]
    shapes += [replace(pixel, kernels=kernels) for kernels in ladder(groups, most, 2)]
    for count in ladder(4, taps, 2):
        shapes.append(replace(small, width=count + 1, kernel=Kernel(height=1, width=count)))
        shapes.append(replace(small, height=count + 1, kernel=Kernel(height=count, width=1)))
    await play_fitting(bench, shapes)


async def every_conv_move(bench: NvdlaBench) -> None:
    """Each pair of strides, and padding on each side from none to the most that registers hold."""
    await play_fitting(bench, _moves(bench))


async def every_conv_gap(bench: NvdlaBench) -> None:
    """Gaps between lines and surfaces of input and output, from none to many lines; and how many slices are fetched."""
    first, second = two_sides(bench.config)
    channels = 2 * bench.config.atom_bytes
    small = replace(small_shape(bench.config, "INT8"), channels=channels, kernels=channels, kernel=POINT)
    shapes = [
        replace(small, source=replace(first, gaps=read), destination=replace(second, gaps=written))
        for read, written in gap_pairs(GAPS)
    ]
    tall = replace(small_shape(bench.config, "INT16"), height=40, kernel=Kernel(height=2, width=1))
    shapes += [replace(tall, grains=grains) for grains in ladder(8, 32, 2)]
    await play_fitting(bench, shapes)


async def every_bank(bench: NvdlaBench) -> None:
    """Each number of banks for data with each for weights, so that they change from layer to layer."""
    banks = bench.config.cbuf_banks
    small = small_shape(bench.config, "INT8")
    numbers = ladder(2, banks, 2)
    pairs = [(data, weights) for data, weights in product(numbers, repeat=2) if data + weights <= banks]
    await play_fitting(bench, [replace(small, data_banks=data, weight_banks=weights) for data, weights in pairs])


async def every_value_class(bench: NvdlaBench) -> None:
    """Each class of values of the data with each of the weights, in each precision."""
    shapes = []
    for precision in bench.config.precisions:
        small = small_shape(bench.config, precision)
        channels = bench.config.mac_channels + 3
        wide = replace(small, channels=channels, height=3, width=3, kernels=3, kernel=Kernel(height=2, width=2))
        classes = product(classes_of(precision), repeat=2)
        shapes += [replace(wide, values=values, weights=weights) for values, weights in classes]
    await play_fitting(bench, shapes)


async def every_conv_number(bench: NvdlaBench) -> None:
    """Shifts, and single bits of offsets, scales and padding values, with either sign."""
    for precision in [name for name in ("INT8", "INT16") if name in bench.config.precisions]:
        await play_fitting(bench, number_shapes(bench.config, precision))


def number_shapes(config: HwConfig, precision: str) -> Iterator[ConvShape]:
    """Layers of integers with one number each that is not usual; of shifts and bits a precision has each other one."""
    first = int(precision == "INT16")
    bits, wide = [1 << bit for bit in range(first, 15, 2)], [1 << bit for bit in range(first, 31, 2)]
    small = replace(small_shape(config, precision), values="full", weights="extreme")
    for clip in range(CLIP_TRUNCATE_AT_MOST + 1):
        yield replace(small, clip_truncate=clip)
    for shift in SHIFTS[first::2]:
        yield replace(small, x1=XSettings(bypass=False, relu_bypass=bool(shift % 2), shift=shift))
        yield replace(small, out_convertor=OutputConvertor(scale=12345, shift=shift))
        if shift <= SCALED_BITS:
            yield replace(small, convertor=_convertor(scale=30000, truncate=shift))
    for offset in _signed(wide):
        yield replace(small, out_convertor=OutputConvertor(offset=offset, shift=4))
    for number in _signed(bits):
        yield replace(small, out_convertor=OutputConvertor(scale=number, shift=9))
        yield replace(small, convertor=_convertor(scale=number, truncate=6))
        yield replace(small, convertor=_convertor(offset=number, scale=1))
        yield replace(small, kernel=Kernel(height=2, width=2), padding=Padding(left=1, value=number))


def small_shape(config: HwConfig, precision: str) -> ConvShape:
    """A layer of very few pixels, channels and kernels; of another precision where this one is absent."""
    first, second = two_sides(config)
    precision = precision if precision in config.precisions else config.precisions[0]
    return ConvShape(
        precision=precision,
        in_precision=precision,
        out_precision=precision,
        channels=3,
        height=2,
        width=2,
        kernels=2,
        kernel=POINT,
        source=first,
        weight_ram=second.ram,
        destination=second,
        out_convertor=OutputConvertor(shift=4),
    )


def _moves(bench: NvdlaBench) -> Iterator[ConvShape]:
    """The input is as large as the output asks for."""
    strides, pads = bench.registers.CSC.D_CONV_STRIDE_EXT, bench.registers.CDMA.D_ZERO_PADDING
    dilation = bench.registers.CSC.D_DILATION_EXT.X_DILATION_EXT.limit + 1
    small = small_shape(bench.config, "INT8")
    for x, y in product(range(1, strides.CONV_X_STRIDE_EXT.limit + 2), repeat=2):
        yield replace(small, height=y + 1, width=x + 1, kernel=replace(POINT, stride_x=x, stride_y=y))
    for before in (*ladder(4, pads.PAD_LEFT.limit, 4), pads.PAD_LEFT.limit):
        yield from _padded(small, dilation, before, 0)
    for behind in (*ladder(4, pads.PAD_RIGHT.limit, 4), pads.PAD_RIGHT.limit):
        yield from _padded(small, dilation, 0, behind)


def _padded(small: ConvShape, dilation: int, before: int, behind: int) -> Iterator[ConvShape]:
    """Three pixels of output along x, then along y, of kernels that reach further than any padding."""
    size = 3 + 2 * dilation - before - behind
    across = Kernel(height=1, width=3, dilation_x=dilation)
    yield replace(small, height=1, width=size, kernel=across, padding=Padding(left=before, right=behind, value=5))
    along = Kernel(height=3, width=1, dilation_y=dilation)
    yield replace(small, height=size, width=1, kernel=along, padding=Padding(top=before, bottom=behind, value=-5))


def _convertor(*, offset: int = 0, scale: int, truncate: int = 0) -> Convertor:
    return Convertor(enabled=True, offset=offset, scale=scale, truncate=truncate)


def _signed(numbers: Iterable[int]) -> Iterator[int]:
    """Each number with both signs."""
    for number in numbers:
        yield from (number, -number)


async def play_fitting(bench: NvdlaBench, shapes: Iterable[ConvShape]) -> None:
    """Two at a time, those that fit the convolution buffer."""
    await ConvKind(bench).play([shape for shape in shapes if describe_fitting(shape, bench.config)])
