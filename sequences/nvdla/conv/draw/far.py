"""Random convolutions of which a size goes as far as registers and the buffer let it: where counters end too soon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes, entries_per_slice
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.registers import registers
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance, far, skewed
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.images import any_format, image_shape
from sequences.nvdla.conv.draw.shape import ConvKnobs, cube_shape, with_switches
from sequences.nvdla.conv.draw.sizes import ConvSizes, draw_kernels, draw_padding, input_for
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.work import operations_of

TRIES = 200
OPERATIONS_AT_MOST = 8192
"""Of the MAC array: a kernel of one element over the most lines that there may be."""
COLUMNS_AT_MOST = 2
"""Of what has many lines."""
STRIDES = range(1, 9)
STEPS_AT_MOST = 80
"""Pixels of a line of output: more than a stripe has."""
WEIGHT_BANKS = 1
"""That are left for weights where the input is far."""


def draw_far(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    """A layer with many lines, columns, channels or kernels, large kernels, or of an image wide or of large steps.

    Args:
        bench: where to play.
        knobs: what it prefers beside that.

    Raises:
        RuntimeError: none was found that fits.
    """
    for _ in range(TRIES):
        shape = DRAWS[int(bench.rng.integers(len(DRAWS)))](bench, knobs)
        layer = describe_fitting(shape, bench.config)
        if layer is not None and operations_of(layer[0], bench.config) <= OPERATIONS_AT_MOST:
            return shape
    raise RuntimeError(f"no convolution that goes far in {TRIES} draws")


def _many_lines(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    rng, config, precision = bench.rng, bench.config, _precision(bench)
    channels, width = _few_channels(rng, config, precision), int(rng.integers(1, COLUMNS_AT_MOST + 1))
    entries = entries_per_slice(config, channels, width, 2, ELEMENT_BYTES[precision])
    limits = registers(config)
    released = limits.CSC.D_RELEASE.RLS_SLICES.limit + 1  # fewer than the input may have
    height = far(rng, min(released, data_entries(config) // entries))
    rows = min(height, int(rng.integers(1, 4)))
    kernel = Kernel(height=rows, width=1, stride_y=_stride(rng, height - rows))
    most = min(height, limits.CDMA.D_FETCH_GRAIN.GRAINS.limit + 1)
    grains = (1, most, skewed(rng, height))[int(rng.integers(3))]
    fetched = knobs if grains == 1 else replace(knobs, packed=1.0)  # else lines are fetched one by one
    return _cube(bench, fetched, precision, (channels, height, width), kernel, grains=grains)


def _many_columns(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    rng, config, precision = bench.rng, bench.config, _precision(bench)
    channels, height = _few_channels(rng, config, precision), int(rng.integers(1, 4))
    entries = entries_per_slice(config, channels, 2, height, ELEMENT_BYTES[precision])  # of two pixels
    most = registers(config).CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1
    width = far(rng, min(most, 2 * data_entries(config) // (entries * height)))
    columns = min(width, int(rng.integers(1, 4)))
    kernel = Kernel(height=1, width=columns, stride_x=_stride(rng, width - columns))
    return _cube(bench, knobs, precision, (channels, height, width), kernel)


def _many_channels(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    rng, config, precision = bench.rng, bench.config, _precision(bench)
    height, width = (int(size) for size in rng.integers(1, 3, 2))
    kernels = int(rng.integers(1, group_kernels(config, precision) + 1))
    room = (config.cbuf_banks - 2) * bank_bytes(config)  # less what both leave of a bank
    fitting = room // ((kernels + height * width) * ELEMENT_BYTES[precision])
    channels = far(rng, min(registers(config).CDMA.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1, fitting))
    return _cube(bench, knobs, precision, (channels, height, width), Kernel(height=1, width=1), kernels=kernels)


def _many_kernels(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    rng, config, precision = bench.rng, bench.config, _precision(bench)
    kernels = far(rng, registers(config).CDMA.D_WEIGHT_SIZE_1.WEIGHT_KERNEL.limit + 1)
    size = _few_channels(rng, config, precision), 1, int(rng.integers(1, 3))
    return _cube(bench, knobs, precision, size, Kernel(height=1, width=1), kernels=kernels)


def _large_kernels(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    """A group of kernels that takes most of the buffer, or several groups that do."""
    rng, config, precision = bench.rng, bench.config, _precision(bench)
    rows, columns = int(rng.integers(1, 6)), int(rng.integers(1, 6))
    kernels = draw_kernels(rng, group_kernels(config, precision), None)
    most = registers(config).CDMA.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1
    room = (config.cbuf_banks - 1) * bank_bytes(config) - config.cbuf_entry_bytes
    taps = kernels * rows * columns * ELEMENT_BYTES[precision]
    channels = far(rng, max(1, min(most, room // taps)))
    size = channels, rows, columns + int(rng.integers(2))
    return _cube(bench, knobs, precision, size, Kernel(height=rows, width=columns), kernels=kernels)


def _wide_image(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    rng, config = bench.rng, bench.config
    pixel = any_format(rng, config)
    columns = int(rng.integers(1, 6))
    padding = draw_padding(rng, config, Kernel(height=1, width=columns)) if chance(rng, 0.5) else Padding()
    height, pixel_bytes = int(rng.integers(1, 4)), pixel.channels * ELEMENT_BYTES[pixel.precision]
    most = registers(config).CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1
    room = data_entries(config) // height * config.cbuf_entry_bytes // pixel_bytes - padding.left - padding.right
    width = max(columns, far(rng, max(1, min(most, room))))
    moved = width + padding.left + padding.right - columns
    kernel = Kernel(height=1, width=columns, stride_x=_stride(rng, moved))
    kernels = int(rng.integers(1, group_kernels(config, pixel.precision) + 1))
    sizes = ConvSizes(pixel.channels, height, width, kernels, kernel, padding)
    return image_shape(bench, (pixel, pixel.precision), sizes, {}, knobs)


def _stepping_image(bench: NvdlaBench, knobs: ConvKnobs) -> ConvShape:
    """An image of many pixels of output, from one to the next about an entry further; padded, with means."""
    rng, config = bench.rng, bench.config
    pixel = any_format(rng, config, planes=int(rng.integers(1, 3)))
    rows, columns, stride = int(rng.integers(1, 4)), *(int(size) for size in rng.choice(STRIDES, 2))
    if chance(rng, 0.5):
        of_an_entry = config.cbuf_entry_bytes // (pixel.channels * ELEMENT_BYTES[pixel.precision])
        stride = int(np.clip(of_an_entry + rng.integers(-1, 2), STRIDES.start, STRIDES.stop - 1))
    kernel = Kernel(height=rows, width=columns, stride_x=stride)
    padding = draw_padding(rng, config, kernel) if chance(rng, 0.7) else Padding()
    out = int(rng.integers(1, 3)), int(rng.integers(2, STEPS_AT_MOST + 1))
    height, width = (max(1, size) for size in input_for(out, kernel, padding))
    kernels = int(rng.integers(1, group_kernels(config, pixel.precision) + 1))
    sizes = ConvSizes(pixel.channels, height, width, kernels, kernel, padding)
    means = {"means": "means"} if chance(rng, 0.6) else {}
    return image_shape(bench, (pixel, pixel.precision), sizes, means, knobs)


DRAWS: tuple[Callable[[NvdlaBench, ConvKnobs], ConvShape], ...] = (
    _many_lines,
    _many_columns,
    _many_channels,
    _many_kernels,
    _large_kernels,
    _wide_image,
    _stepping_image,
)


def _cube(
    bench: NvdlaBench,
    knobs: ConvKnobs,
    precision: str,
    size: tuple[int, int, int],
    kernel: Kernel,
    *,
    kernels: int | None = None,
    grains: int | None = None,
) -> ConvShape:
    """A layer of one cube of channels, lines and columns; of a group of kernels at most, where these are not given."""
    rng, (channels, height, width) = bench.rng, size
    count = kernels or int(rng.integers(1, group_kernels(bench.config, precision) + 1))
    sizes = ConvSizes(channels, height, width, count, kernel, Padding())
    shape = cube_shape(bench, precision, sizes, with_switches(rng, {}, knobs), knobs)
    return shape if grains is None else replace(shape, grains=grains)


def _stride(rng: np.random.Generator, moved: int) -> int:
    """One that leaves nothing of what a kernel moves over, mostly the largest."""
    possible = [stride for stride in STRIDES if moved % stride == 0]
    return possible[-1] if chance(rng, 0.7) else possible[int(rng.integers(len(possible)))]


def _precision(bench: NvdlaBench) -> str:
    return str(bench.rng.choice(list(bench.config.precisions)))


def _few_channels(rng: np.random.Generator, config: HwConfig, precision: str) -> int:
    """Of an atom."""
    return int(rng.integers(1, config.atom_bytes // ELEMENT_BYTES[precision] + 1))


def data_entries(config: HwConfig) -> int:
    """Entries of the buffer that are left for data where the input is far.

    Args:
        config: the hardware configuration.
    """
    return (config.cbuf_banks - WEIGHT_BANKS) * config.cbuf_bank_entries
