"""Random convolutions whose inputs fill their banks, two behind one another in the same ones.

The slices of the second have to wait until the first has done with its own, which it reads once for each group of
kernels; and they lie around the end of the banks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes, entries_per_slice, image_entries
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.registers import registers
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.draw import chance, skewed
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.images import any_format, image_shape
from sequences.nvdla.conv.draw.shape import ConvKnobs, cube_shape, with_switches
from sequences.nvdla.conv.draw.sizes import ConvSizes
from sequences.nvdla.conv.mapping.banks import share_buffer, slice_entries
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.work import moved_bytes, operations_of

TRIES = 20
FILLED_BYTES = 8192
"""Of the banks that are usually filled, where one has not more."""
READ_TIMES = 4
"""So many times as much is read for it at most."""
LONGER = 4
"""How many more operations the first layer may have than others: so long does the fetch behind it go on meanwhile."""
EntriesOf = Callable[[int], int]
"""Entries that a line of so many columns takes."""


def draw_filling(
    bench: NvdlaBench, knobs: ConvKnobs, *, image: bool, filled_bytes: int = FILLED_BYTES
) -> list[ConvShape]:
    """Two layers in the same banks, the first of several groups of kernels; none where it came to nothing.

    Args:
        bench: where to play.
        knobs: what they prefer.
        image: whether they are of images; else of features.
        filled_bytes: of the banks that are filled, at most; one bank where that has more.
    """
    draw = _images if image else _cubes
    for _ in range(TRIES):
        first, second = draw(bench, knobs, filled_bytes)
        layer = describe_fitting(first, bench.config)
        if layer is None or moved_bytes(*layer, bench.config) > READ_TIMES * filled_bytes:
            continue
        if not _is_worth_it(bench.config, first, layer[0], knobs):
            continue
        banks = share_buffer(first, bench.config).weight_banks
        pair = [replace(shape, weight_banks=banks) for shape in (first, second)]
        if all(describe_fitting(shape, bench.config) for shape in pair):
            return pair
    return []


def _is_worth_it(config: HwConfig, shape: ConvShape, conv: Conv, knobs: ConvKnobs) -> bool:
    """Whether it nearly fills its banks and is played soon enough."""
    banks = shape.data_banks or 1
    filled = slice_entries(shape, config) * shape.height
    soon = operations_of(conv, config) <= 2 * LONGER * knobs.operations_at_most
    return soon and 4 * filled > 3 * banks * config.cbuf_bank_entries


def _cubes(bench: NvdlaBench, knobs: ConvKnobs, filled_bytes: int) -> tuple[ConvShape, ConvShape]:
    rng, config = bench.rng, bench.config
    precision = str(rng.choice(list(config.precisions)))
    size, group = ELEMENT_BYTES[precision], group_kernels(config, precision)
    channels, banks = int(rng.integers(1, 2 * config.mac_channels + 1)), _banks(rng, config, filled_bytes)

    def entries_of(width: int) -> int:
        return entries_per_slice(config, channels, width, 2, size)

    height, width = lines_that_fill(rng, config, banks, entries_of)
    rows = min(height, int(rng.integers(1, 3)))
    kernels = 2 * group + int(rng.integers(1, group + 1))
    cost = ceil_div(kernels, group) * ceil_div(channels, config.mac_channels) * rows
    kernel, width = _moved(rows, 1, (height, width), LONGER * knobs.operations_at_most // cost)
    sizes = ConvSizes(channels, height, width, kernels, kernel, Padding())
    shapes = []
    for count in (kernels, int(rng.integers(1, group + 1))):
        aspects = with_switches(rng, {"output": precision}, knobs)
        shape = cube_shape(bench, precision, replace(sizes, kernels=count), aspects, knobs)
        shapes.append(replace(shape, data_banks=banks, grains=_grains(rng, height)))
    return shapes[0], shapes[1]


def _images(bench: NvdlaBench, knobs: ConvKnobs, filled_bytes: int) -> tuple[ConvShape, ConvShape]:
    rng, config = bench.rng, bench.config
    pixel = any_format(rng, config)
    size, group = ELEMENT_BYTES[pixel.precision], group_kernels(config, pixel.precision)
    banks = 1 if chance(rng, 0.7) else _banks(rng, config, filled_bytes)

    def entries_of(width: int) -> int:
        return image_entries(config, width, pixel.channels, size)

    height, width = lines_that_fill(rng, config, banks, entries_of)
    for _ in range(TRIES):  # a line of the second one that lies around the end of the banks
        if banks * config.cbuf_bank_entries % entries_of(width):
            break
        height, width = lines_that_fill(rng, config, banks, entries_of)
    rows, columns = min(height, int(rng.integers(1, 3))), min(width, int(rng.integers(2, 6)))
    kernels = group + int(rng.integers(1, group + 1))
    cost = ceil_div(kernels, group) * ceil_div(columns * pixel.channels, config.mac_channels) * rows
    kernel, width = _moved(rows, columns, (height, width), LONGER * knobs.operations_at_most // cost)
    shapes = []
    for count in (kernels, int(rng.integers(1, group + 1))):
        sizes = ConvSizes(pixel.channels, height, width, count, kernel, Padding())
        shape = image_shape(bench, (pixel, pixel.precision), sizes, {}, knobs)
        shapes.append(replace(shape, data_banks=banks))
    return shapes[0], shapes[1]


def _banks(rng: np.random.Generator, config: HwConfig, filled_bytes: int) -> int:
    """Few enough to be filled soon; at least one is left for weights."""
    most = min(config.cbuf_banks - 1, max(1, filled_bytes // bank_bytes(config)))
    return int(rng.integers(1, most + 1))


def lines_that_fill(rng: np.random.Generator, config: HwConfig, banks: int, entries_of: EntriesOf) -> tuple[int, int]:
    """Lines that fill so many banks, and columns: many short lines or few long ones, as long as a line may be.

    Args:
        rng: the generator.
        config: the hardware configuration.
        banks: that are to be filled.
        entries_of: the entries of a line of so many columns.
    """
    capacity, limits = banks * config.cbuf_bank_entries, registers(config).CDMA
    most = min(capacity, limits.D_ENTRY_PER_SLICE.ENTRIES.limit + 1)
    some = (most, skewed(rng, most // 2), int(rng.integers(1, most // 2 + 1)))
    entries = some[int(rng.choice(3, p=(0.25, 0.4, 0.35)))]
    width = 1
    while width <= limits.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit and entries_of(width + 1) <= entries:
        width += 1
    return capacity // entries_of(width), width


def _moved(rows: int, columns: int, size: tuple[int, int], pixels: int) -> tuple[Kernel, int]:
    """A kernel that moves so far that about so many pixels come out, and the columns that it reaches.

    It reaches every line: the input is to fill its banks.
    """
    height, width = size
    strides = range(1, 9)
    down = max(stride for stride in strides if (height - rows) % stride == 0)
    lines = (height - rows) // down + 1
    across = next((stride for stride in strides if ((width - columns) // stride + 1) * lines <= pixels), 8)
    kernel = Kernel(height=rows, width=columns, stride_x=across, stride_y=down)
    return kernel, (width - columns) // across * across + columns


def _grains(rng: np.random.Generator, height: int) -> int:
    """Mostly each slice for itself, now and then all."""
    if chance(rng, 0.6):
        return 1
    return height if chance(rng, 0.25) else skewed(rng, height)
