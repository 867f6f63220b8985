"""Sizes of random convolutions: what a cell asks for, within a number of MAC operations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.aspects import PLAIN
from models.nvdla.conv.buffer.sizes import bank_bytes, least_weight_banks
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.registers import registers
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.draw import chance, skewed

SIZES = (2, 2, 3, 3, 3, 4, 5, 7)
"""Of a kernel's rows or columns, one as often as it stands here."""
STRIDES, DILATIONS = (2, 2, 2, 3, 4, 5, 7, 8), (2, 2, 3, 5)
FAR_TAPS = 3
"""In one direction, of a kernel with the largest dilation: the last one is beyond an entry's columns."""
BLOCKS_AT_MOST, FEW_BLOCKS = 12, 3
"""Of channels; up to `FEW_BLOCKS` kernels of any size are soon through with."""
GROUPS_AT_MOST = 8
"""Of a layer whose weights do not fit the buffer."""


@dataclass(frozen=True, slots=True)
class ConvSizes:
    """Sizes of a convolution.

    Attributes:
        channels: of the input; `height` and `width` likewise.
        kernels: how many.
        kernel: how they move.
        padding: what lies around the input; its value is drawn apart.
        weight_banks: banks for weights, where these do not fit; else None.
        rows: of a kernel of an image, that are multiplied at a time.
    """

    channels: int
    height: int
    width: int
    kernels: int
    kernel: Kernel
    padding: Padding
    weight_banks: int | None = None
    rows: int = 1


def draw_sizes(
    rng: np.random.Generator, config: HwConfig, precision: str, wanted: Mapping[str, str], operations: int
) -> ConvSizes | None:
    """One draw; None where it came to nothing.

    Args:
        rng: the generator.
        config: the hardware configuration.
        precision: of the multiplication.
        wanted: aspects that are asked for.
        operations: of the MAC array, at most as many; where the aspects cannot be had so cheaply a few more.
    """
    channels = _channels(rng, config, precision, wanted.get("channels"))
    kind = "point" if wanted.get("input") == "pixel" else wanted.get("kernel") or _kernel_for(rng, config, channels)
    rows, columns = draw_taps(rng, config, kind)
    moves = draw_moves(rng, wanted.get("move"), several_taps=(rows, columns) != (1, 1))
    partial = wanted.get("weights") == "partial"
    far = moves == {"dilated"} and {"kernel", "channels"}.isdisjoint(wanted) and not partial and chance(rng, 0.5)
    if far:
        rows, columns = (1, FAR_TAPS) if chance(rng, 0.7) else (FAR_TAPS, 1)
        channels = int(rng.integers(1, config.atom_bytes // ELEMENT_BYTES[precision] + 1))
    if partial:
        channels = _many_channels(rng, config, precision, rows * columns)
    group = group_kernels(config, precision)
    kernels, banks = draw_kernels(rng, group, wanted.get("kernels")), None
    if partial:
        kernels, banks = _too_many_kernels(rng, config, precision, channels * rows * columns)
    cost = ceil_div(kernels, group) * ceil_div(channels, config.mac_channels) * rows * columns
    single = kind == "full" or wanted.get("input") == "pixel"
    out = (1, 1) if single else draw_output(rng, config, wanted.get("size"), max(1, operations // cost), moves)
    kernel = draw_kernel(rng, rows, columns, moves)
    if far:
        most = registers(config).CSC.D_DILATION_EXT.X_DILATION_EXT.limit + 1
        kernel = replace(kernel, dilation_x=most, dilation_y=most)
    padding = draw_padding(rng, config, kernel) if "padded" in moves else Padding()
    height, width = input_for(out, kernel, padding)
    return ConvSizes(channels, height, width, kernels, kernel, padding, banks) if height > 0 < width else None


def input_for(out: tuple[int, int], kernel: Kernel, padding: Padding) -> tuple[int, int]:
    """Lines and columns of an input that gives an output; 0 or less where padding alone is too much."""
    height = (out[0] - 1) * kernel.stride_y + kernel.reach_y - padding.top - padding.bottom
    return height, (out[1] - 1) * kernel.stride_x + kernel.reach_x - padding.left - padding.right


def _kernel_for(rng: np.random.Generator, config: HwConfig, channels: int) -> str:
    """A kind of kernel; for many blocks of channels mostly one of few operations, or the layer would cost too much."""
    if channels > FEW_BLOCKS * config.mac_channels and chance(rng, 0.7):
        return "point"
    return draw_usual_kernel(rng)


def draw_usual_kernel(rng: np.random.Generator) -> str:
    """A kind of kernel."""
    return str(rng.choice(["point", "wide", "tall", "block", "full"], p=[0.2, 0.15, 0.15, 0.4, 0.1]))


def draw_taps(rng: np.random.Generator, config: HwConfig, kind: str) -> tuple[int, int]:
    """Rows and columns of a kernel: mostly those of networks."""
    if kind == "full":
        kind = str(rng.choice(["block", "block", "block", "wide", "tall"]))
    several = kind not in ("point", "wide"), kind not in ("point", "tall")
    most = registers(config).CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT.limit + 1
    rows, columns = (_size(rng, most) if there else 1 for there in several)
    return rows, columns


def _size(rng: np.random.Generator, most: int) -> int:
    return int(rng.choice(SIZES)) if chance(rng, 0.9) else 1 + skewed(rng, most - 1)


def draw_moves(rng: np.random.Generator, wanted: str | None, *, several_taps: bool) -> frozenset[str]:
    """How it moves: as is asked for, or one of a few."""
    if wanted:
        return frozenset(wanted.split("-")) - {PLAIN}
    moves = {"strided"} if chance(rng, 0.3) else set()
    if several_taps:
        moves |= {name for name, often in (("dilated", 0.2), ("padded", 0.4)) if chance(rng, often)}
    return frozenset(moves)


def _channels(rng: np.random.Generator, config: HwConfig, precision: str, wanted: str | None) -> int:
    """Channels of a class of `cells.channel_class`."""
    kind = wanted or str(rng.choice(["whole", "ragged", "deep"], p=[0.3, 0.4, 0.3]))
    block, atom = config.mac_channels, config.atom_bytes // ELEMENT_BYTES[precision]
    atoms = max(1, block // atom)  # of a block, which may be less than one
    if kind == "deep" and chance(rng, 0.5):
        return block * int(rng.integers(FEW_BLOCKS, BLOCKS_AT_MOST)) + int(rng.integers(1, block))
    if kind == "deep":
        return block * int(rng.integers(1, 3)) + int(rng.integers(1, block))
    if kind == "ragged":
        return atom * int(rng.integers(0, atoms)) + int(rng.integers(1, atom))
    return 2 * block if chance(rng, 0.2) else atom * int(rng.integers(1, atoms + 1))


def draw_kernels(rng: np.random.Generator, group: int, wanted: str | None) -> int:
    """Kernels of a class of `cells.kernel_class`."""
    kind = wanted or str(rng.choice(["whole", "few", "many"], p=[0.35, 0.4, 0.25]))
    if kind == "many":
        return group * int(rng.integers(1, 3)) + int(rng.integers(1, group))
    return skewed(rng, group - 1) if kind == "few" else group * int(rng.choice([1, 1, 1, 2]))


def _many_channels(rng: np.random.Generator, config: HwConfig, precision: str, taps: int) -> int:
    """So many that few groups of kernels fill a bank, and one does not."""
    room = bank_bytes(config) - config.cbuf_entry_bytes
    most = room // (group_kernels(config, precision) * taps * ELEMENT_BYTES[precision])
    least = ceil_div(most, GROUPS_AT_MOST)
    return int(rng.integers(max(1, least), max(1, most) + 1))


def _too_many_kernels(rng: np.random.Generator, config: HwConfig, precision: str, elements: int) -> tuple[int, int]:
    """More kernels than the fewest banks hold, and how many banks these are."""
    kernel_bytes, group = elements * ELEMENT_BYTES[precision], group_kernels(config, precision)
    banks = least_weight_banks(config, group, kernel_bytes, precision)
    held = banks * bank_bytes(config) // kernel_bytes
    return held + 1 + int(rng.integers(0, 2 * group)), banks


def draw_output(
    rng: np.random.Generator, config: HwConfig, wanted: str | None, pixels: int, moves: frozenset[str]
) -> tuple[int, int]:
    """Lines and columns of the output, all in all about so many pixels."""
    stripe = 2 * config.mac_cells
    count = skewed(rng, pixels)
    if wanted == "stripes":
        count = int(rng.integers(stripe, max(stripe, pixels) + 1))
    elif wanted == "stripe":
        count = min(max(2, count), stripe - 1)
    elif "strided" in moves or wanted is None:
        count = max(2, count)
    width = (1, count, skewed(rng, count))[int(rng.choice(3, p=[0.15, 0.25, 0.6]))]
    return max(1, ceil_div(count, width) if wanted == "stripes" else count // width), width


def draw_kernel(rng: np.random.Generator, rows: int, columns: int, moves: frozenset[str]) -> Kernel:
    """Strides and dilations in one direction or in both."""
    x, y = _directions(rng)
    strides = [int(rng.choice(STRIDES)) if "strided" in moves and so else 1 for so in (x, y)]
    x, y = _directions(rng)
    dilations = [int(rng.choice(DILATIONS)) if "dilated" in moves and so else 1 for so in (x, y)]
    return Kernel(
        height=rows,
        width=columns,
        stride_x=strides[0],
        stride_y=strides[1],
        dilation_x=dilations[0],
        dilation_y=dilations[1],
    )


def _directions(rng: np.random.Generator) -> tuple[bool, bool]:
    """Whether x and y: at least one of them."""
    choice = int(rng.integers(4))
    return choice != 1, choice != 2


def draw_padding(rng: np.random.Generator, config: HwConfig, kernel: Kernel) -> Padding:
    """On every side less than a kernel has rows or columns; sometimes less than it reaches.

    The field of the left side holds no more than any other.
    """
    limit = registers(config).CDMA.D_ZERO_PADDING.PAD_LEFT.limit
    far = chance(rng, 0.3)
    across, along = (kernel.reach_x, kernel.reach_y) if far else (kernel.width, kernel.height)
    sides = [int(rng.integers(0, min(most, limit + 1))) for most in (across, across, along, along)]
    return Padding(left=sides[0], right=sides[1], top=sides[2], bottom=sides[3])
