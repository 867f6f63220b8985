"""Compressed weights: where zeros are, how full the streams' ends are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import full_weight_banks
from models.nvdla.conv.buffer.streams import stored_layout
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import MASK, weight_side
from models.nvdla.conv.modes import COMPRESSED, CUBE
from models.nvdla.surfaces.side import Side
from tb.coverage.bins import flag, names
from tb.coverage.covergroup import Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.conv.sampler import conv_of
from tb.nvdla.coverage.layers import descriptor_points
from tb.nvdla.coverage.surfaces import side_crosses, side_points

ZEROS = ("none", "some")
ENDS = ("whole", "in part")


class WeightStream(NamedTuple):
    """Where the mask or the group sizes lie."""

    side: Side
    size_bytes: int


class WeightMask(NamedTuple):
    """Of each group of a mask that was fetched and is known, how many elements there are, and how many are no zeros."""

    elements: Sequence[int]
    weights: Sequence[int]


def weight_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints of layers that are through."""
    mask = remembered(lambda layer: _mask(layer, config))
    yield from descriptor_points(
        [Coverpoint("weights compressed", flag(), lambda conv: conv.weights.compression is not None)]
    )
    yield from points_of(
        mask,
        [
            Coverpoint("zeros among weights", names(*ZEROS), lambda it: ZEROS[sum(it.weights) < sum(it.elements)]),
            Coverpoint("a group of zeros among others", flag(), lambda it: not all(it.weights)),
            Coverpoint("several compressed groups", flag(), lambda it: len(it.elements) > 1),
            Coverpoint("last byte of the mask", names(*ENDS), lambda it: ENDS[sum(it.elements) % 8 > 0]),
        ],
    )
    yield Coverpoint(
        "compressed weights held at once",
        names("all", "groups"),
        lambda layer: None if mask(layer) is None else _held(conv_of(layer), config),
    )
    for name, place in (("mask", _mask_place), ("group sizes", _sizes_place)):
        yield from descriptor_points(points_of(partial(place, config), side_points(name, config)))


def weight_crosses(config: HwConfig) -> Iterator[CrossOf]:
    """By mode, of which two differ in this alone, and by precision."""
    yield from side_crosses("mask", config)
    yield from side_crosses("group sizes", config)
    other_mode = ((CUBE, "yes"), (COMPRESSED, "no"))
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
    return WeightMask(groups, [int(part.sum()) for part in np.split(bits, np.cumsum(groups)[:-1])])


def _held(conv: Conv, config: HwConfig) -> str:
    return "all" if conv.buffer.weight_banks >= full_weight_banks(config, conv.weights.size_bytes) else "groups"


def _mask_place(_: HwConfig, conv: Conv) -> WeightStream | None:
    if (compression := conv.weights.compression) is None:
        return None
    return WeightStream(weight_side(conv.weights.ram, compression.mask_address), compression.mask_bytes)


def _sizes_place(config: HwConfig, conv: Conv) -> WeightStream | None:
    if (compression := conv.weights.compression) is None:
        return None
    size_bytes = conv.weights.sizes_bytes(config, conv.precision)
    return WeightStream(weight_side(conv.weights.ram, compression.sizes_address), size_bytes)
