"""Batches, and tiles of Winograd: how many, how they lie, what surrounds them."""

from __future__ import annotations

from collections.abc import Iterator

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.modes import MOST_BATCHES
from tb.coverage.bins import each, flag, names, ranges
from tb.coverage.covergroup import Coverpoint, cross
from tb.nvdla.coverage.conv.sampler import sdp_of
from tb.nvdla.coverage.conv.shape import SIDES, padded_sides
from tb.nvdla.coverage.layers import descriptor_points
from tb.nvdla.coverage.surfaces import MOST

TILE_SIDES = "sides of tiles"
"""The moment of each padded side."""
TWO_TILES = 2 * 4
"""Columns, and lines."""
APART = ranges([(0, 0), (1, MOST)], ["0", "more"])
BATCH_CROSSES = (
    cross("batches", "precision"),
    cross("batches of one pixel", "results of one pixel"),
    cross("odd columns of results", "precision"),
)
TILE_CROSSES = (
    cross("strides of Winograd", "precision"),
    cross("first additions shifted", "precision", ignore_bins=lambda _, precision: precision == "FP16"),
)


def batch_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints of layers of several batches."""
    pairs = [(2, 2), (3, 4), (5, MOST_BATCHES - 1), (MOST_BATCHES, MOST_BATCHES)]

    def apart(conv: Conv) -> int:
        return conv.features.batch_stride_bytes - conv.features.layout(config).size_bytes

    def out_apart(layer: Layer) -> int:
        sdp = sdp_of(layer)
        return (sdp.batch_stride_bytes - sdp.layout(config).size_bytes) // (2 * config.atom_bytes)

    yield from descriptor_points(
        [
            Coverpoint("batches", ranges(pairs), lambda conv: conv.input.batches),
            Coverpoint("batches of one pixel", flag(), lambda conv: conv.input.height == conv.input.width == 1),
            Coverpoint("results of one pixel", flag(), lambda conv: conv.output.height == conv.output.width == 1),
            Coverpoint("odd columns of results", flag(), lambda conv: conv.output.width % 2),
            Coverpoint("between batches", APART, apart),
        ]
    )
    yield Coverpoint("between results", APART, out_apart)


def tile_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints of Winograd, of descriptors."""
    surfaces, sizes = ranges([(1, 1), (2, MOST)], ["1", "several"]), names("2", "more")
    yield Coverpoint("strides of Winograd", names("of one", "in x", "in y", "in both"), _strides)
    yield Coverpoint("first additions shifted", each(range(PRA_TRUNCATE_AT_MOST + 1)), _shift)
    yield Coverpoint("padded side of tiles", names(*SIDES), padded_sides, TILE_SIDES)
    yield Coverpoint("surfaces of Winograd", surfaces, lambda conv: conv.features.layout(config).extent[0])
    yield Coverpoint("columns of tiles", sizes, lambda conv: "2" if conv.output.width == TWO_TILES else "more")
    yield Coverpoint("lines of tiles", sizes, lambda conv: "2" if conv.output.height == TWO_TILES else "more")


def _strides(conv: Conv) -> str:
    ways = {(False, False): "of one", (True, False): "in x", (False, True): "in y", (True, True): "in both"}
    return ways[conv.kernel.stride_x > 1, conv.kernel.stride_y > 1]


def _shift(conv: Conv) -> int | None:
    return None if conv.precision == "FP16" else conv.pra_truncate
