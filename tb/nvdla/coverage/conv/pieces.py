"""How the MAC array cuts a convolution: blocks of channels, groups of kernels, stripes of pixels."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import flag, names, ranges
from tb.coverage.classes import remainder, remainders
from tb.coverage.covergroup import Coverpoint, CrossOf, cross

MOST, YES = 1 << 32, flag().labels[1]
COUNTS = ranges([(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, MOST)], ["1", "2", "3", "4", "5-8", "9 and more"])
STRIPES = ("one pixel", "short", "full", "long", "longest")
"""By its pixels: a full stripe has as many as there are kernels of 16 bits, the last one what is left with that."""
ALONE = STRIPES[:2]
"""Of these there is but one."""


def piece_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints, of descriptors."""
    block = config.mac_channels
    last_atom = remainders(*(_atom_elements(config, name) for name in config.precisions))
    last_group = remainders(*(group_kernels(config, name) for name in config.precisions))

    def blocks(conv: Conv) -> int:
        return ceil_div(conv.input.channels, block)

    def groups(conv: Conv) -> int:
        return ceil_div(conv.weights.kernels, group_kernels(config, conv.precision))

    def stripes(conv: Conv) -> tuple[int, str]:
        return cut_into_stripes(conv.output.height * conv.output.width, config.mac_cells)

    def kernels_left(conv: Conv) -> str:
        return remainder(conv.weights.kernels, group_kernels(config, conv.precision))

    def channels_left(conv: Conv) -> str:
        return remainder(conv.input.channels, _atom_elements(config, conv.precision))

    yield Coverpoint("blocks of channels", COUNTS, blocks)
    yield Coverpoint("groups of kernels", COUNTS, groups)
    yield Coverpoint("stripes", COUNTS, lambda conv: stripes(conv)[0])
    yield Coverpoint(
        "channels of the last block", remainders(block), lambda conv: remainder(conv.input.channels, block)
    )
    yield Coverpoint("channels of the last atom", last_atom, channels_left)
    yield Coverpoint("kernels of the last group", last_group, kernels_left)
    yield Coverpoint("last stripe", names(*STRIPES), lambda conv: stripes(conv)[1])
    yield Coverpoint("several groups", flag(), lambda conv: groups(conv) > 1)
    yield Coverpoint("several blocks", flag(), lambda conv: blocks(conv) > 1)
    yield Coverpoint("several stripes", flag(), lambda conv: stripes(conv)[0] > 1)


def piece_crosses(config: HwConfig) -> Iterator[CrossOf]:
    """How many pieces and how much of the last one, by precision where that decides."""

    def no_group(name: str, label: str) -> bool:
        return label not in remainders(group_kernels(config, name)).labels

    def no_atom(name: str, label: str) -> bool:
        return label not in remainders(_atom_elements(config, name)).labels

    def no_stripe(several: str, last: str) -> bool:
        return several == YES and last in ALONE

    yield cross("precision", "channels of the last block")
    yield cross("precision", "channels of the last atom", ignore_bins=no_atom)
    yield cross("precision", "kernels of the last group", ignore_bins=no_group)
    yield cross("precision", "last stripe")
    yield cross("several blocks", "channels of the last block")
    yield cross("several groups", "kernels of the last group")
    yield cross("several stripes", "last stripe", ignore_bins=no_stripe)
    yield cross("several groups", "several blocks", "several stripes")


def cut_into_stripes(pixels: int, full: int) -> tuple[int, str]:
    """How many stripes an output has, and the class of the last one (guide, 'Register definition', D_ATOMICS).

    Args:
        pixels: of the output.
        full: pixels of a full stripe; the last one has fewer only if it is the first, and less than twice as many.
    """
    count = max(1, pixels // full)
    last = pixels - (count - 1) * full
    if last == full:
        return count, "full"
    if last < full:
        return count, "one pixel" if last == 1 else "short"
    return count, "longest" if last == 2 * full - 1 else "long"


def _atom_elements(config: HwConfig, precision: str) -> int:
    return config.atom_bytes // ELEMENT_BYTES[precision]
