"""How a convolution uses the convolution buffer: banks, entries, what it fetches at a time and what it releases."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import full_weight_banks, least_weight_banks
from models.nvdla.conv.descriptor import Conv
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import each, flag, names, octaves, ranges
from tb.coverage.covergroup import Coverpoint, CrossOf, cross

SINGLE_BANKS = 2
MOST = 1 << 32
GRAINS = ranges([(1, 1), (2, 2), (3, 4), (5, 8), (9, MOST)], ["1", "2", "3-4", "5-8", "9 and more"])
WHOLE = ranges([(0, 0), (1, 1), (2, 2), (3, MOST)], ["0", "1", "2", "3 and more"])


def buffer_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints, of descriptors."""
    banks, entry_atoms = config.cbuf_banks, config.cbuf_entry_bytes // config.atom_bytes

    def pixel(conv: Conv) -> tuple[int, int]:
        """Entries of a pixel before its last one, and atoms in that."""
        atoms = ceil_div(conv.input.channels * ELEMENT_BYTES[conv.input.precision], config.atom_bytes)
        whole, last = divmod(atoms - 1, entry_atoms)
        return whole, last + 1

    def filled(conv: Conv) -> str:
        _, rest = pixel(conv)
        packed = conv.input.height == conv.input.width == 1
        share = rest if packed else 1 << (rest - 1).bit_length()
        return "in part" if conv.input.width * share % entry_atoms else "full"

    def held(conv: Conv) -> str:
        """Whether the buffer holds all weights, or only as many as it needs to go on, or something between."""
        weights = conv.weights
        if conv.buffer.weight_banks >= full_weight_banks(config, weights.size_bytes):
            return "all"
        least = least_weight_banks(config, weights.kernels, weights.kernel_bytes, conv.precision)
        return "groups" if conv.buffer.weight_banks > least else "one group"

    def released(conv: Conv) -> str:
        return "all" if conv.buffer.release_slices >= conv.input.height else "some"

    def left(conv: Conv) -> bool:
        return conv.buffer.data_banks + conv.buffer.weight_banks < banks

    shares = octaves(SINGLE_BANKS, banks - 1)
    yield Coverpoint("data banks", each(range(1, banks)), lambda conv: conv.buffer.data_banks)
    yield Coverpoint("weight banks", each(range(1, banks)), lambda conv: conv.buffer.weight_banks)
    yield Coverpoint("data's share of banks", shares, lambda conv: conv.buffer.data_banks)
    yield Coverpoint("weights' share of banks", shares, lambda conv: conv.buffer.weight_banks)
    yield Coverpoint("banks are left", flag(), left)
    yield Coverpoint("weights held at once", names("all", "groups", "one group"), held)
    yield Coverpoint("entries of a pixel before its last", WHOLE, lambda conv: pixel(conv)[0])
    yield Coverpoint("atoms in a pixel's last entry", each(range(1, entry_atoms + 1)), lambda conv: pixel(conv)[1])
    yield Coverpoint("last entry of a slice", names("full", "in part"), filled)
    yield Coverpoint("grains", GRAINS, lambda conv: conv.input.grains)
    yield Coverpoint("grains are the input", flag(), lambda conv: conv.input.grains >= conv.input.height)
    yield Coverpoint("slices released", names("all", "some"), released)
    yield Coverpoint("data kept", flag(), lambda conv: conv.buffer.keep_data)
    yield Coverpoint("weights kept", flag(), lambda conv: conv.buffer.keep_weights)


def buffer_crosses(config: HwConfig) -> Iterator[CrossOf]:
    """Shares of the banks, entries, what is kept."""
    shares = octaves(SINGLE_BANKS, config.cbuf_banks - 1)
    least = dict(zip(shares.labels, shares.lows, strict=True))

    def too_many(data: str, weights: str) -> bool:
        return least[data] + least[weights] > config.cbuf_banks

    yield cross("data's share of banks", "weights' share of banks", ignore_bins=too_many)
    yield cross("precision", "weights held at once")
    yield cross("entries of a pixel before its last", "atoms in a pixel's last entry")
    yield cross("precision", "atoms in a pixel's last entry")
    yield cross("data kept", "weights kept")
