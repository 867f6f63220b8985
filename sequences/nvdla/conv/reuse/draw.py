"""Random rows of layers that go on from each other: legal, small, with links of all kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import data_banks
from models.nvdla.conv.parts import Kernel
from sequences.draw import chance
from sequences.nvdla.conv.mapping.banks import mask_banks, slice_entries, weight_needs
from sequences.nvdla.conv.mapping.strategy import holds_mask
from sequences.nvdla.conv.reuse.forms import ShapeDraw
from sequences.nvdla.conv.reuse.row import Link, Row, RowKnobs, RowLayer
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.work import direct_operations

TRIES = 200
LINKS = tuple(Link)


@dataclass(frozen=True, slots=True)
class Next:
    """What a layer that is drawn takes over.

    Attributes:
        shape: what it looks like.
        first: line of the input of the layer before that it begins with.
        kept: lines that it takes over; with none it has an input of its own.
        weights: it takes over weights; else it has kernels of its own.
    """

    shape: ConvShape
    first: int = 0
    kept: int = 0
    weights: bool = False


class RowDraw:
    """Draws a row, layer by layer.

    Args:
        rng: the generator.
        config: the hardware configuration.
        knobs: what to prefer.
    """

    def __init__(self, rng: np.random.Generator, config: HwConfig, knobs: RowKnobs | None = None) -> None:
        self._rng, self._config, self._knobs = rng, config, knobs or RowKnobs()
        self._shapes = ShapeDraw(rng, config, self._knobs)
        self._layers: list[RowLayer] = []
        self._cubes: list[int] = []

    def draw(self, links: Sequence[Link] | None = None) -> Row:
        """A row.

        Args:
            links: what each layer but the first takes over; None: drawn. Where nothing that is legal is found, nothing
                is taken over.
        """
        if links is None:
            count = int(self._rng.integers(1, self._knobs.layers_at_most))
            links = [LINKS[int(self._rng.integers(len(LINKS)))] for _ in range(count)]
        self._add(self._fresh())
        for link in links:
            drawn = self._going_on(link)
            if drawn is not None:
                self._leave(link, drawn)
            self._add(drawn or self._fresh())
        return Row(tuple(self._layers), tuple(self._cubes))

    @property
    def _last(self) -> RowLayer:
        return self._layers[-1]

    def _add(self, drawn: Next) -> None:
        """Append a layer, with an input and kernels of its own where it takes over none."""
        if not drawn.kept:
            more = int(self._rng.integers(0, self._knobs.lines_at_most)) if chance(self._rng, 0.7) else 0
            self._cubes.append(drawn.shape.height + more)
        self._layers.append(
            RowLayer(
                shape=drawn.shape,
                cube=len(self._cubes) - 1,
                first=drawn.first,
                kernels=self._last.kernels if drawn.weights else len(self._layers),
                kept=drawn.kept,
                reuse_weights=drawn.weights,
            )
        )

    def _leave(self, link: Link, drawn: Next) -> None:
        """Let the last layer leave what the next one takes over, or something that nobody does."""
        last = self._last
        leave, keep_weights = drawn.kept, drawn.weights
        if link is Link.WASTED:
            height = last.shape.height
            some = [0, height] if last.shape.batches > 1 else range(height + 1)  # of batches all is kept or nothing
            leave = int(self._rng.choice(some))
            keep_weights = self._holds_weights(last.shape) and chance(self._rng, 0.5)
        self._layers[-1] = replace(last, leave=leave, keep_weights=keep_weights)

    def _going_on(self, link: Link) -> Next | None:
        """A layer that goes on from the last one somehow; None: none is legal and small."""
        last = self._last
        if link is Link.FRESH or (link.weights and not self._holds_weights(last.shape)):
            return None
        few = last.shape.height == 1 or last.end == self._cubes[-1] or last.shape.batches > 1
        if link.lines and few:
            return None
        drawn = (self._candidate(link) for _ in range(TRIES))
        return next((item for item in drawn if item is not None and self._is_legal(item.shape)), None)

    def _fresh(self) -> Next:
        """A layer that takes over nothing, and for which banks may change."""
        for _ in range(TRIES):
            data = int(self._rng.integers(1, self._config.cbuf_banks))
            banks = data, int(self._rng.integers(1, self._config.cbuf_banks - data + 1))
            if self._layers and not chance(self._rng, self._knobs.changing):
                banks = _banks_of(self._last.shape)
            drawn = self._new(banks)
            if drawn is not None and self._is_legal(drawn.shape):
                return drawn
        raise RuntimeError(f"no legal layer in {TRIES} draws; with more operations there is more room")

    def _new(self, banks: tuple[int, int]) -> Next | None:
        """A layer of its own; None: its kernels do not fit its lines."""
        shape = self._shapes.moved(self._shapes.fresh(*banks))
        return None if shape is None else Next(shape)

    def _candidate(self, link: Link) -> Next | None:
        """A layer that goes on from the last one; None: its kernels do not fit its lines."""
        last = self._last
        if link is Link.WASTED:
            return self._new(_banks_of(last.shape))
        base, first, kept = last.shape, 0, 0
        if link.data:
            first, kept = last.first, base.height
        elif link.lines:
            kept = int(self._rng.integers(1, base.height))
            rest = int(self._rng.integers(1, self._cubes[-1] - last.end + 1))
            base, first = replace(base, height=kept + rest), last.end - kept
        else:
            base = self._shapes.resized(base)
        lined = base.image is not None and kept > 0  # padding to the sides is in the lines of an image
        base = base if link.weights else self._other_kernels(base, base.kernel if lined else None)
        shape = self._shapes.moved(base, across=not lined)
        return None if shape is None else Next(shape, first, kept, link.weights)

    def _other_kernels(self, shape: ConvShape, across: Kernel | None) -> ConvShape:
        """Other kernels for the same data; banks for them may change."""
        data, weights = _banks_of(shape)
        if chance(self._rng, 0.3):
            weights = int(self._rng.integers(1, self._config.cbuf_banks - data + 1))
        return replace(self._shapes.with_kernels(shape, across), weight_banks=weights)

    def _is_legal(self, shape: ConvShape) -> bool:
        """Whether banks hold it, and a simulator plays it soon enough."""
        config, (data, weights) = self._config, _banks_of(shape)
        held = data_banks(config, slice_entries(shape, config), shape.height * shape.batches) <= data
        pixels = shape.out_height * shape.out_width * shape.batches
        operations = direct_operations(config, shape.precision, shape.kernel_shape, pixels)
        small = operations <= self._knobs.operations_at_most and data + weights <= config.cbuf_banks - mask_banks(shape)
        return held and small and weight_needs(shape, config).least <= weights

    def _holds_weights(self, shape: ConvShape) -> bool:
        """Whether all weights are in the buffer at once."""
        return weight_needs(shape, self._config).full <= _banks_of(shape)[1] and holds_mask(shape, self._config)


def _banks_of(shape: ConvShape) -> tuple[int, int]:
    """Banks for data and weights; every layer of a row has its own."""
    assert shape.data_banks is not None
    assert shape.weight_banks is not None
    return shape.data_banks, shape.weight_banks
