"""``python -m tb.sophgo.pictures``: draws the pictures of layouts that docs/sophgo/layouts.md shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.sophgo.config import BM1684, Chip
from models.sophgo.layouts.kernels import kernel_addresses
from models.sophgo.layouts.lanes import Place, address_of, place_of
from models.sophgo.layouts.matrices import matrix_elements, matrix_shape
from models.sophgo.layouts.strides import Shape, aligned, compact
from models.sophgo.layouts.tensors import local_addresses
from tb.plots.colours import COLOURS, FAINT, GROUND, SERIES, TEXT
from tb.runner.paths import ROOT
from tb.whole_file import write_whole

FOLDER = ROOT / "docs" / "sophgo" / "pictures"
FOUR = replace(BM1684, name="four", lanes=4, lane_bytes=1024)
"""The chip of the guides' figures: four lanes, aligned to 128 bytes."""
LEFT, TOP, BLOCK, HEIGHT, GAP = 60, 30, 6, 18, 20
"""Of a picture: where the blocks begin, how large one is, what is between two lanes."""
TICK = 32
"""So many blocks are between two offsets that are written."""
SIZE = 4
"""Bytes of an element."""


@dataclass(frozen=True, slots=True)
class Part:
    """Elements that have one colour.

    Attributes:
        label: what is written below the first one.
        series: number of the colour.
        addresses: of their bytes.
    """

    label: str
    series: int
    addresses: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Picture:
    """Blocks in lanes.

    Attributes:
        title: what is shown.
        chip: whose lanes.
        size_bytes: of an element, which is a block.
        parts: what is in them.
    """

    title: str
    chip: Chip
    size_bytes: int
    parts: tuple[Part, ...]

    def svg(self) -> str:
        """The picture."""
        last = max(int((part.addresses % self.chip.lane_bytes).max()) for part in self.parts)
        blocks = -(-(last // self.size_bytes + 1) // TICK) * TICK
        width, height = LEFT + blocks * BLOCK + 8, TOP + self.chip.lanes * (HEIGHT + GAP)
        shapes = [*self._lanes(blocks), *(shape for part in self.parts for shape in self._part(part))]
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" font-family="sans-serif" role="img" aria-label="{escape(self.title)}">',
                f'<rect width="100%" height="100%" fill="{_colour(GROUND)}"/>',
                *shapes,
                "</svg>\n",
            ]
        )

    def _lanes(self, blocks: int) -> Iterator[str]:
        """Empty lanes, and the offsets above them."""
        for at in range(0, blocks, TICK):
            yield _text(LEFT + at * BLOCK, TOP - 10, str(at * self.size_bytes), 10)
        yield _text(8, TOP - 10, "byte", 10)
        for lane in range(self.chip.lanes):
            top = self._top(lane)
            yield _text(8, top + 13, f"lane {lane}", 12)
            path = "".join(f"M{LEFT + at * BLOCK} {top}h{BLOCK}v{HEIGHT}h-{BLOCK}z" for at in range(blocks))
            yield f'<path d="{path}" fill="none" stroke="{_colour(FAINT)}" stroke-width="0.7"/>'

    def _part(self, part: Part) -> Iterator[str]:
        """The elements of a part."""
        places = [place_of(self.chip, int(address)) for address in part.addresses.ravel()]
        corners = [(LEFT + place.offset // self.size_bytes * BLOCK, self._top(place.lane)) for place in places]
        path = "".join(f"M{x} {y}h{BLOCK}v{HEIGHT}h-{BLOCK}z" for x, y in corners)
        yield f'<path d="{path}" fill="{_colour(SERIES[part.series])}" stroke="{_colour(GROUND)}" stroke-width="0.7"/>'
        x, y = corners[0]
        yield _text(x, y + HEIGHT + 11, part.label, 10)

    @staticmethod
    def _top(lane: int) -> int:
        return TOP + lane * (HEIGHT + GAP)


def _colour(name: str) -> str:
    return COLOURS[name].light


def _text(x: int, y: int, text: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{_colour(TEXT)}">{escape(text)}</text>'


def _features(addresses: NDArray[np.int64]) -> tuple[Part, ...]:
    """Each channel of each batch of a tensor as a part."""
    batches, channels = addresses.shape[:2]
    pairs = [(n, c) for n in range(batches) for c in range(channels)]
    return tuple(Part(f"n{n} c{c}", c % len(SERIES), addresses[n, c]) for n, c in pairs)


def _tensor(title: str, *, is_aligned: bool) -> Picture:
    """The tensor of the guides' figures, from lane 2 on."""
    shape, lane = Shape(2, 3, 4, 5), 2
    strides = aligned(FOUR, shape, SIZE, lane) if is_aligned else compact(FOUR, shape, lane)
    addresses = local_addresses(FOUR, address_of(FOUR, Place(lane, 0)), shape, strides, SIZE)
    return Picture(title, FOUR, SIZE, _features(addresses))


def _matrix() -> Picture:
    """A matrix of which the last channel is short."""
    shape = matrix_shape(2, 40, 15)
    elements = matrix_elements(local_addresses(FOUR, 0, shape, aligned(FOUR, shape, SIZE), SIZE), 40)
    parts = [
        Part(f"row {row}: {first} to {min(first + 15, 40) - 1}", first // 15, elements[row, first : first + 15])
        for row in range(2)
        for first in range(0, 40, 15)
    ]
    return Picture("A matrix of 2 rows and 40 columns, 15 in a channel", FOUR, SIZE, tuple(parts))


def _kernel() -> Picture:
    """A kernel with 16 input channels side by side, as `mini_tpu` has it."""
    shape = Shape(20, 5, 1, 2)
    addresses = kernel_addresses(FOUR, 0, shape, 1, side_by_side=16)
    places = [(output, first, column) for output in range(shape.c) for first in (0, 16) for column in range(shape.w)]
    parts = [
        Part(
            f"o{output} w{column} i{first} to {min(first + 16, shape.n) - 1}",
            2 * (output % 2) + column,
            addresses[output, first : first + 16, 0, column],
        )
        for output, first, column in places
    ]
    title = "A kernel of 20 input and 5 output channels, one line, two columns: 16 input channels side by side"
    return Picture(title, FOUR, 1, tuple(parts))


PICTURES: Mapping[str, Picture] = {
    "aligned": _tensor("An aligned tensor (2, 3, 4, 5) of 32 bits from lane 2 on", is_aligned=True),
    "compact": _tensor("A compact tensor (2, 3, 4, 5) of 32 bits from lane 2 on", is_aligned=False),
    "matrix": _matrix(),
    "kernel": _kernel(),
}
"""By the names of their files."""


def file_of(name: str) -> Path:
    """Where a picture is."""
    return FOLDER / f"{name}.svg"


def main() -> None:
    """Write all pictures."""
    for name, drawn in PICTURES.items():
        write_whole(file_of(name), drawn.svg())


if __name__ == "__main__":
    main()
