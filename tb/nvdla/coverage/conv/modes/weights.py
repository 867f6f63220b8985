"""Compressed weights: where zeros are, how full the streams' ends are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import full_weight_banks
from models.nvdla.conv.buffer.streams import stored_layout
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import MASK, weight_side
from models.nvdla.surfaces.side import Side
from tb.coverage.bins import flag, names
from tb.coverage.covergroup import Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.conv.sampler import conv_of
from tb.nvdla.coverage.layers import descriptor_points
from tb.nvdla.coverage.surfaces import side_crosses, side_points

ZEROS = ("none", "some")
WHOLE, PART = "whole", "in part"


@dataclass(frozen=True, slots=True)
class WeightMask:
    """What the mask of compressed weights says that was fetched and is known.

    Attributes:
        full: there are no zeros.
        weights: of each group, how many are there.
        bits: of all groups.
        whole: the buffer holds all of them.
    """

    full: bool
    weights: tuple[int, ...]
    bits: int
    whole: bool


@dataclass(frozen=True, slots=True)
class WeightStream:
    """Where the mask or the group sizes lie."""

    side: Side
    size_bytes: int


def weight_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints of layers that are through."""

    def mask_place(conv: Conv) -> WeightStream | None:
        if (told := conv.weights.compression) is None:
            return None
        return WeightStream(weight_side(conv.weights.ram, told.mask_address), told.mask_bytes)

    def sizes_place(conv: Conv) -> WeightStream | None:
        weights = conv.weights
        if (told := weights.compression) is None:
            return None
        size_bytes = weights.sizes_bytes(config, conv.precision)
        return WeightStream(weight_side(weights.ram, told.sizes_address), size_bytes)

    compressed = Coverpoint("weights compressed", flag(), lambda conv: conv.weights.compression is not None)
    yield from descriptor_points([compressed])
    yield from points_of(
        remembered(lambda layer: _mask(layer, config)),
        [
            Coverpoint("zeros among weights", names(*ZEROS), lambda mask: ZEROS[not mask.full]),
            Coverpoint(
                "a group of zeros among others", flag(), lambda mask: not all(mask.weights) and any(mask.weights)
            ),
            Coverpoint("several compressed groups", flag(), lambda mask: len(mask.weights) > 1),
            Coverpoint("last byte of the mask", names(WHOLE, PART), lambda mask: PART if mask.bits % 8 else WHOLE),
            Coverpoint(
                "compressed weights held at once",
                names("all", "groups"),
                lambda mask: "all" if mask.whole else "groups",
            ),
        ],
    )
    yield from descriptor_points(points_of(mask_place, side_points("mask", config)))
    yield from descriptor_points(points_of(sizes_place, side_points("group sizes", config)))


def weight_crosses(config: HwConfig, modes: Sequence[str]) -> Iterator[CrossOf]:
    """By mode, of which the first two differ in this alone, and by precision."""
    yield from side_crosses("mask", config)
    yield from side_crosses("group sizes", config)
    other_mode = ((modes[0], "yes"), (modes[1], "no"))
    yield cross("mode", "weights compressed", ignore_bins=lambda *labels: labels in other_mode)
    yield cross("zeros among weights", "precision")
    yield cross("several compressed groups", "zeros among weights")


def _mask(layer: Layer, config: HwConfig) -> WeightMask | None:
    conv = conv_of(layer)
    masks = [item for claim in layer.claims for item in claim.fetched if item.where.label == MASK]
    if not masks or not masks[0].known.all():
        return None
    groups = stored_layout(conv, config).group_elements
    bits = np.unpackbits(masks[0].data.reshape(-1), bitorder="little")[: sum(groups)]
    if not bits.any():  # that is against a rule
        return None
    weights = tuple(int(part.sum()) for part in np.split(bits, np.cumsum(groups)[:-1]))
    whole = conv.buffer.weight_banks >= full_weight_banks(config, conv.weights.size_bytes)
    return WeightMask(bool(bits.all()), weights, sum(groups), whole)
