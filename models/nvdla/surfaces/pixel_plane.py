"""Where the pixels of a plane lie: lines of pixels, pitch linear (docs/nvdla/layouts.md, 'Image formats')."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.surfaces.pixel_formats import Component
from models.nvdla.surfaces.surface_layout import SurfaceLayout, ceil_div


@dataclass(frozen=True)
class PixelPlane(SurfaceLayout):
    """A plane of pixels: one surface, its lines in whole atoms.

    Attributes:
        height: lines; `width` pixels of a line.
        pixel_bytes: bytes of a pixel.
        x_offset: pixels that precede the first one in its first atom.
        components: names of what lies in a pixel, with its lowest bit.
    """

    height: int
    width: int
    pixel_bytes: int
    x_offset: int
    components: tuple[tuple[int, Component], ...]

    @property
    def extent(self) -> tuple[int, int, int]:
        """One surface, its lines, atoms of a line as CDMA fetches them."""
        return 1, self.height, ceil_div((self.x_offset + self.width) * self.pixel_bytes, self.atom_bytes)

    @property
    def bounds(self) -> slice:
        """Bytes of a line that are pixels'."""
        first = self.x_offset * self.pixel_bytes
        return slice(first, first + self.width * self.pixel_bytes)

    @property
    def owned(self) -> Flags:
        """Which bytes of the atoms hold pixels, bool [atoms, atom bytes]."""
        flags = np.zeros((self.height, self.line_bytes), np.bool_)
        flags[:, self.bounds] = True
        return flags.reshape(-1, self.atom_bytes)

    def index(self, line: int, offset: int) -> tuple[int, int, int] | None:
        """Component, line and column that the byte at an offset of a line begins with; None if it is no pixel's."""
        column, byte = divmod(offset - self.bounds.start, self.pixel_bytes)
        if not 0 <= column < self.width:
            return None
        return next(
            (number, line, column)
            for number, part in sorted(self.components, key=lambda item: item[1].low)
            if part.low + part.bits > 8 * byte
        )

    def name(self, surface: int, line: int, offset: int) -> str:  # noqa: ARG002 - there is one
        """The coordinates of a byte's component; empty beside the pixels."""
        index = self.index(line, offset)
        return "[c {}, h {}, w {}]".format(*index) if index else ""

    def words(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """The pixels of atoms as unsigned numbers, [height, width]."""
        lines = atoms.reshape(self.height, -1)[:, self.bounds]
        return np.ascontiguousarray(lines).view(f"<u{self.pixel_bytes}")

    def pixel_flags(self, flags: Flags) -> Flags:
        """Flags of the bytes of atoms as those of pixels, bool [height, width, pixel bytes]."""
        return flags.reshape(self.height, -1)[:, self.bounds].reshape(self.height, self.width, self.pixel_bytes)

    def atoms(self, words: NDArray[Any], rest: int) -> NDArray[np.uint8]:
        """Pixels as atoms; the bytes beside them hold `rest`."""
        lines = np.full((self.height, self.line_bytes), rest, np.uint8)
        lines[:, self.bounds] = np.ascontiguousarray(words, f"<u{self.pixel_bytes}").view(np.uint8)
        return lines.reshape(-1, self.atom_bytes)
