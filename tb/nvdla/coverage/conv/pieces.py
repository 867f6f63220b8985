"""How the MAC array cuts a convolution: blocks of channels, groups of kernels, stripes of pixels."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import Value, flag, names, ranges
from tb.coverage.classes import remainder, remainders
from tb.coverage.group import Cross, Point, cross

MOST, YES = 1 << 32, flag().labels[1]
COUNTS = ranges([(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, MOST)], ["1", "2", "3", "4", "5-8", "9 and more"])
STRIPES = ("one pixel", "short", "full", "long", "longest")
"""By its pixels: a full stripe has as many as there are kernels of 16 bits, the last one what is left with that."""
ALONE = STRIPES[:2]
"""Of these there is but one."""


class PiecePoints:
    """The points of pieces.

    Args:
        config: the hardware configuration.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, precision: Point) -> None:
        self._config, self._precision = config, precision
        self._groups = {name: group_kernels(config, name) for name in precision.labels}
        self._atoms = {name: config.atom_bytes // ELEMENT_BYTES[name] for name in precision.labels}
        self.blocks = Point("blocks of channels", COUNTS)
        self.last_block = Point("channels of the last block", remainders(config.mac_channels))
        self.last_atom = Point("channels of the last atom", remainders(*self._atoms.values()))
        self.groups = Point("groups of kernels", COUNTS)
        self.last_group = Point("kernels of the last group", remainders(*self._groups.values()))
        self.several = {what: Point(f"several {what}", flag()) for what in ("groups", "blocks", "stripes")}
        self.stripes, self.last_stripe = Point("stripes", COUNTS), Point("last stripe", names(*STRIPES))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        last = (self.last_block, self.last_atom, self.last_group, self.last_stripe)
        return self.blocks, self.groups, self.stripes, *last, *self.several.values()

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """How many pieces and how much of the last one, by precision where that decides."""

        def no_group(name: str, label: str) -> bool:
            return label not in remainders(self._groups[name]).labels

        def no_atom(name: str, label: str) -> bool:
            return label not in remainders(self._atoms[name]).labels

        def no_stripe(several: str, last: str) -> bool:
            return several == YES and last in ALONE

        return (
            cross(self._precision, self.last_block),
            cross(self._precision, self.last_atom, absent=no_atom),
            cross(self._precision, self.last_group, absent=no_group),
            cross(self._precision, self.last_stripe),
            cross(self.several["blocks"], self.last_block),
            cross(self.several["groups"], self.last_group),
            cross(
                self.several["stripes"], self.last_stripe, absent=lambda several, last: several == YES and last in ALONE
            ),
            cross(*self.several.values()),
        )

    def values(self, conv: Conv) -> dict[str, Value]:
        """The values of a layer."""
        channels, kernels = conv.input.channels, conv.weights.kernels
        group, block = self._groups[conv.precision], self._config.mac_channels
        stripes, last = cut_into_stripes(conv.output.height * conv.output.width, self._config.mac_kernels)
        blocks, groups = ceil_div(channels, block), ceil_div(kernels, group)
        counts = zip(self.several.values(), (groups, blocks, stripes), strict=True)
        return {
            **{point.name: int(count > 1) for point, count in counts},
            self.blocks.name: blocks,
            self.last_block.name: remainder(channels, block),
            self.last_atom.name: remainder(channels, self._atoms[conv.precision]),
            self.groups.name: groups,
            self.last_group.name: remainder(kernels, group),
            self.stripes.name: stripes,
            self.last_stripe.name: last,
        }


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
