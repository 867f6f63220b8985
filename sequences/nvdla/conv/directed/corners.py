"""Convolutions at the corners of what the units do: pieces that are nearly whole, moves, values, chains of movers."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes, least_weight_banks
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.modes import COMPRESSION
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed.extents import play_fitting, small_shape
from sequences.nvdla.conv.features import feature_tensor, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.shapes import ConvShape, ImageShape
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.rubik.layers import RubikMerge
from sequences.nvdla.tensors.tensor import Tensor

MANY = (3, 4, 5, 9)
"""Pieces of which there are several."""
TAPS = ((1, 2), (2, 1), (2, 2))
"""Rows and columns of kernels that can be dilated and padded."""
STRIDES = ((3, 1), (1, 7), (3, 3), (3, 7))
MANY_BITS = 16
"""Bits that do not count the operations of the longest layer."""
BLOCK = Kernel(height=3, width=3)


class Move(NamedTuple):
    """How a kernel moves, the same in both directions; padding is on the left and on top."""

    stride: int
    dilation: int
    pad: int


async def every_piece(bench: NvdlaBench) -> None:
    """Blocks of channels, groups of kernels, stripes and atoms, of which the last is whole, nearly, or a single one."""
    for precision in bench.config.precisions:
        await play_fitting(bench, _pieces(bench.config, precision))


async def every_kernel_move(bench: NvdlaBench) -> None:
    """Each kind of kernel with each of stride, dilation and padding, and with all of them; strides that differ."""
    small, precisions = small_shape(bench.config, "INT8"), bench.config.precisions
    shapes = [_moved(small, taps, Move(*move)) for taps in TAPS for move in product((1, 2), (1, 2), (0, 1))]
    shapes += [_filled(small, taps, Move(1, *move)) for taps in TAPS for move in product((1, 2), (0, 1))]
    for x, y in STRIDES:
        kernel = Kernel(height=1, width=1, stride_x=x, stride_y=y)
        shapes.append(replace(small, height=y + 1, width=2 * x + 1, kernel=kernel))
    await play_fitting(bench, (_in(shape, precisions[at % len(precisions)]) for at, shape in enumerate(shapes)))


async def every_dilation(bench: NvdlaBench) -> None:
    """Each dilation along x and along y."""
    small, most = small_shape(bench.config, "INT8"), bench.registers.CSC.D_DILATION_EXT.X_DILATION_EXT.limit + 1
    shapes = [_moved(small, taps, Move(1, by, 0)) for by in range(1, most + 1) for taps in ((1, 2), (2, 1))]
    await play_fitting(bench, shapes)


async def every_bank_number(bench: NvdlaBench) -> None:
    """Each number of banks for data, all others for weights."""
    small, banks = small_shape(bench.config, "INT8"), bench.config.cbuf_banks
    shapes = [replace(small, data_banks=data, weight_banks=banks - data) for data in range(1, banks)]
    await play_fitting(bench, shapes)


async def largest_cubes(bench: NvdlaBench) -> None:
    """The longest line, the highest column and the most channels that the convolution buffer holds."""
    config, limit = bench.config, bench.registers.CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1
    one = replace(small_shape(config, "INT8"), channels=1, height=1, width=1, kernels=1)
    makers: tuple[Callable[[int], ConvShape], ...] = (
        lambda size: replace(one, width=size),
        lambda size: replace(one, height=size),
        lambda size: replace(one, channels=size),
    )
    for made in makers:
        await play_fitting(bench, _largest(made, limit, config))


async def weights_in_groups(bench: NvdlaBench) -> None:
    """Weights of which the buffer holds more than a group and not all."""
    config, shapes = bench.config, []
    for precision in config.precisions:
        cube = replace(small_shape(config, precision), channels=config.mac_channels, height=3, width=3)
        cube = replace(cube, kernel=BLOCK)
        least = least_weight_banks(config, group_kernels(config, precision), cube.kernel_bytes, precision)
        kernels = (least + 1) * bank_bytes(config) // cube.kernel_bytes + 1
        shapes.append(replace(cube, kernels=kernels, weight_banks=least + 1))
    await play_fitting(bench, shapes)


async def large_masks(bench: NvdlaBench) -> None:
    """Compressed weights whose masks fill many entries of their bank, layer behind layer, so that it is used again."""
    channels = 4 * bench.config.mac_channels
    cube = replace(small_shape(bench.config, "INT8"), channels=channels, height=3, width=3, kernel=BLOCK)
    large = replace(cube, kernels=2 * group_kernels(bench.config, cube.precision), compressed=True, zeros="most")
    if COMPRESSION in bench.config.features:
        await play_fitting(bench, [large] * 4)


async def bytes_that_saturate(bench: NvdlaBench) -> None:
    """Kernels of the smallest bytes, so large that their sum leaves 32 bits; only a large buffer holds one."""
    config, ram = bench.config, next(iter(bench.config.ports))
    rows, columns, channels = 4, 5, bench.registers.CDMA.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1
    kernel = Kernel(height=rows, width=columns)
    small = small_shape(config, "INT8")
    shape = replace(small, channels=channels, height=rows, width=columns, kernels=1, kernel=kernel)
    if "INT8" not in config.precisions or not describe_fitting(shape, config):
        return
    x = bench.tensor(np.full((channels, rows, columns), -128, np.int8), "INT8", ram=ram)
    for value in (-128, 127):
        w = bench.kernels(np.full((1, channels, rows, columns), value, np.int8), "INT8", ram=ram)
        conv = Convolve(x, w)
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "INT8", ram=ram)))


async def many_operations(bench: NvdlaBench) -> None:
    """An image with more results than 16 bits count; only a large buffer holds it."""
    config, side = bench.config, (1 << MANY_BITS // 2) + 1
    image = ImageShape(pixel_format="T_R8")
    shape = replace(small_shape(config, "INT8"), channels=1, height=side, width=side, kernels=1, image=image)
    if shape.precision == "INT8" and describe_fitting(shape, config):
        await play_fitting(bench, [shape])


async def moved_before(bench: NvdlaBench) -> None:
    """Convolutions of what BDMA copied and of what Rubik merged."""
    ram, config = next(iter(bench.config.ports)), bench.config
    precision = config.precisions[0]
    x = feature_tensor(bench, (5, 3, 4), precision, ram)
    copied = bench.empty(x.shape, precision, ram=ram)
    program: list[tuple[LayerOnTensors, Tensor]] = []
    if BDMA in config.units:
        program.append((Copy(x, copied), copied))
    if RUBIK in config.units:
        planes = bench.tensor(x.numpy(), precision, ram=ram, layout="planes")
        merged = bench.empty(x.shape, precision, ram=ram)
        program.append((RubikMerge(planes, merged), merged))
    for mover, y in program:
        conv = Convolve(y, weight_tensor(bench, (3, 5, 2, 2), precision, ram))
        await bench.play(mover, conv >> SdpLayer(bench.empty(conv.shape, precision, ram=ram)))


def _pieces(config: HwConfig, precision: str) -> Iterator[ConvShape]:
    """Sizes around those of a piece, each list by turns as long as the longest."""
    atom = config.atom_bytes // ELEMENT_BYTES[precision]
    entry_atoms = config.cbuf_entry_bytes // config.atom_bytes
    channels = [*_around(config.mac_channels), atom // 2, atom // 2 + 1, atom - 1, atom + 1]
    channels += [(MANY[0] * entry_atoms + count) * atom for count in range(1, entry_atoms + 1)]
    kernels, full = _around(group_kernels(config, precision)), config.mac_cells
    pixels = [1, 2, full, full + 1, 2 * full - 1]
    pixels += [(count - 1) * full + last for count in (2, *MANY) for last in (full, full + 1, 2 * full - 1)]
    small = replace(small_shape(config, precision), height=1)
    for at in range(max(map(len, (channels, kernels, pixels)))):
        yield replace(
            small,
            channels=max(1, channels[at % len(channels)]),
            kernels=kernels[(at + 3) % len(kernels)],
            width=pixels[at % len(pixels)],
        )


def _around(size: int) -> list[int]:
    """Numbers that are one piece or two, the last one of every class, and more pieces."""
    last = sorted({1, 2, size // 2, size // 2 + 1, size - 1, size} - {0})
    return [*last, *(size + number for number in last), *(size * count for count in MANY)]


def _moved(small: ConvShape, taps: tuple[int, int], move: Move) -> ConvShape:
    """Two pixels of output in each direction."""
    rows, columns = taps
    kernel = Kernel(
        height=rows,
        width=columns,
        stride_x=move.stride,
        stride_y=move.stride,
        dilation_x=move.dilation if columns > 1 else 1,
        dilation_y=move.dilation if rows > 1 else 1,
    )
    left, top = move.pad * (columns > 1), move.pad * (rows > 1)
    height, width = move.stride + kernel.reach_y - top, move.stride + kernel.reach_x - left
    return replace(small, height=height, width=width, kernel=kernel, padding=Padding(left=left, top=top, value=3))


def _filled(small: ConvShape, taps: tuple[int, int], move: Move) -> ConvShape:
    """A kernel that is as large as the padded input."""
    moved = _moved(small, taps, move)
    return replace(moved, height=moved.height - 1, width=moved.width - 1)


def _in(shape: ConvShape, precision: str) -> ConvShape:
    return replace(shape, precision=precision, in_precision=precision, out_precision=precision)


def _largest(made: Callable[[int], ConvShape], limit: int, config: HwConfig) -> Iterator[ConvShape]:
    """The largest shape that fits, and one of two thirds of it."""
    most = bisect(range(1, limit + 1), False, key=lambda size: not describe_fitting(made(size), config))
    yield from (made(most), made(max(1, 2 * most // 3)))
