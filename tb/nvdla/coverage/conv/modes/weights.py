"""Compressed weights: where zeros are, how full the streams' ends are."""

from __future__ import annotations

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import full_weight_banks
from models.nvdla.conv.buffer.streams import stored_layout
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import MASK, weight_side
from tb.coverage.bins import Value, flag, names
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.sides import SidePoints

ZEROS = ("none", "some")
WHOLE, PART = "whole", "in part"


class WeightPoints:
    """The points of compressed weights.

    Args:
        config: the hardware configuration.
        mode: the point of the kind of convolution.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, mode: Point, precision: Point) -> None:
        self._config, self._mode, self._precision = config, mode, precision
        self.compressed, self.zeros = Point("weights compressed", flag()), Point("zeros among weights", names(*ZEROS))
        self.group = Point("a group of zeros among others", flag())
        self.groups = Point("several compressed groups", flag())
        self.mask_end = Point("last byte of the mask", names(WHOLE, PART))
        self.mask_place, self.sizes_place = SidePoints("mask", config), SidePoints("group sizes", config)
        self.held = Point("compressed weights held at once", names("all", "groups"))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        places = (*self.mask_place.points, *self.sizes_place.points)
        return self.compressed, self.zeros, self.group, self.groups, self.mask_end, self.held, *places

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """By mode and by precision."""
        plain = self._mode.labels[0], self._mode.labels[1]

        def other_mode(mode: str, compressed: str) -> bool:
            return (mode, compressed) in ((plain[0], "yes"), (plain[1], "no"))

        return (
            *self.mask_place.crosses,
            *self.sizes_place.crosses,
            cross(self._mode, self.compressed, absent=other_mode),
            cross(self.zeros, self._precision),
            cross(self.groups, self.zeros),
        )

    def values(self, conv: Conv, layer: Layer) -> dict[str, Value]:
        """The values of a layer; of zeros only where the mask was fetched and is known."""
        values: dict[str, Value] = {self.compressed.name: int(conv.weights.compression is not None)}
        values |= self._places(conv)
        mask = [item for claim in layer.claims for item in claim.fetched if item.where.label == MASK]
        if not mask or not mask[0].known.all():
            return values
        groups = stored_layout(conv, self._config).group_elements
        bits = np.unpackbits(mask[0].data.reshape(-1), bitorder="little")[: sum(groups)]
        there = [int(part.sum()) for part in np.split(bits, np.cumsum(groups)[:-1])]
        if not bits.any():  # that is against a rule
            return values
        missing = ZEROS[0] if bits.all() else ZEROS[1]
        whole = conv.buffer.weight_banks >= full_weight_banks(self._config, conv.weights.size_bytes)
        return values | {
            self.zeros.name: missing,
            self.groups.name: int(len(groups) > 1),
            self.group.name: int(not all(there) and any(there)),
            self.mask_end.name: PART if sum(groups) % 8 else WHOLE,
            self.held.name: "all" if whole else "groups",
        }

    def _places(self, conv: Conv) -> dict[str, Value]:
        """Where mask and group sizes lie."""
        weights, told = conv.weights, conv.weights.compression
        if told is None:
            return {}
        mask, sizes = (weight_side(weights.ram, address) for address in (told.mask_address, told.sizes_address))
        sizes_bytes = weights.sizes_bytes(self._config, conv.precision)
        return {**self.mask_place.values(mask, told.mask_bytes), **self.sizes_place.values(sizes, sizes_bytes)}
