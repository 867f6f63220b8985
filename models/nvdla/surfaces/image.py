"""Where the pixels of an image lie: in one or two planes (docs/nvdla/layouts.md, 'Image formats')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, all_set, every
from models.memory.sparse import Addresses
from models.nvdla.surfaces.pixel_formats import PixelFormat
from models.nvdla.surfaces.pixel_plane import PixelPlane
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ADDRESS_SPACE, ceil_div


@dataclass(frozen=True)
class Image:
    """The planes of an image, one behind the other.

    Attributes:
        pixel: the format.
        planes: where each plane lies.
    """

    pixel: PixelFormat
    planes: tuple[PixelPlane, ...]

    @cached_property
    def addresses(self) -> Addresses:
        """Addresses of the atoms, plane by plane, line by line."""
        return np.concatenate([plane.addresses for plane in self.planes])

    @property
    def owned(self) -> Flags:
        """Which bytes of the atoms hold pixels, bool [atoms, atom bytes]."""
        return np.concatenate([plane.owned for plane in self.planes])

    def coordinates(self, address: int) -> str:
        """The coordinates of the byte at an address, for messages; empty if it has none."""
        return next((found for plane in self.planes if (found := plane.coordinates(address))), "")

    def index_of(self, address: int) -> tuple[int, int, int] | None:
        """Component, line and column that the byte at an address begins with; None if it is no pixel's."""
        for plane in self.planes:
            found = plane.locate(address)
            if found and (index := plane.index(*found[1:])):
                return index
        return None

    def address_of(self, component: int, line: int, column: int) -> int:
        """The address of the byte that a component begins in."""
        part = self.pixel.components[component]
        plane = self.planes[part.plane]
        offset = line * plane.side.line_stride_bytes + (plane.x_offset + column) * plane.pixel_bytes
        return (plane.side.address + offset + part.low // 8) % ADDRESS_SPACE

    def pack(self, codes: NDArray[Any], rest: int = 0) -> NDArray[np.uint8]:
        """Elements as atoms.

        Args:
            codes: [components, height, width], of the type that `unpack` gives, signed or not; what a component has
                no bits for is dropped.
            rest: what the bytes beside the pixels hold.

        Returns:
            [atoms, atom bytes], in the order of `addresses`.
        """
        whole = np.zeros((len(self.planes), *codes.shape[1:]), np.uint64)
        for part, values in zip(self.pixel.components, codes, strict=True):
            bits = values.astype(np.uint64) >> np.uint64(part.place) & np.uint64(part.mask)
            whole[part.plane] |= bits << np.uint64(part.low)
        return np.concatenate([plane.atoms(words, rest) for plane, words in zip(self.planes, whole, strict=True)])

    def unpack(self, atoms: NDArray[np.uint8]) -> NDArray[Any]:
        """The elements that CDMA converts: uint8, or uint16 with packed components at their tops.

        Returns:
            [components, height, width] in the order R/Y, G/U, B/V, A/X.
        """
        words = [plane.words(part) for plane, part in zip(self.planes, self._cut(atoms), strict=True)]
        kind = np.dtype(f"u{self.pixel.element_bytes}")
        elements = [(words[part.plane] >> part.low & part.mask).astype(kind) << part.place
                    for part in self.pixel.components]  # fmt: skip
        return np.stack(elements)

    def unpack_known(self, known: Flags) -> Flags:
        """Which elements are known: those whose every byte is.

        Args:
            known: bool [atoms, atom bytes].

        Returns:
            bool [components, height, width], only to look at.
        """
        if every(known):
            return all_set((self.pixel.channels, self.planes[0].height, self.planes[0].width))
        flags = [plane.pixel_flags(part) for plane, part in zip(self.planes, self._cut(known), strict=True)]
        spans = [(part.plane, part.low // 8, ceil_div(part.low + part.bits, 8)) for part in self.pixel.components]
        return np.stack([flags[plane][..., low:high].all(axis=-1) for plane, low, high in spans])

    def _cut(self, atoms: NDArray[Any]) -> list[NDArray[Any]]:
        """The atoms of each plane."""
        ends = np.cumsum([0, *(plane.extent[1] * plane.extent[2] for plane in self.planes)])
        return [atoms[begin:end] for begin, end in pairwise(ends)]


def image_of(
    pixel: PixelFormat, sides: Sequence[Side], *, atom_bytes: int, height: int, width: int, x_offset: int = 0
) -> Image:
    """An image of a format.

    Args:
        pixel: the format.
        sides: where its planes lie, as many as it has, or more, which are left out.
        atom_bytes: size of an atom.
        height: lines; `width` pixels of a line.
        width: pixels of a line.
        x_offset: pixels between the address of plane 0 and its first pixel. Of plane 1 the part that makes whole
            atoms is in its address already.
    """
    offsets = (x_offset, x_offset % (atom_bytes // pixel.plane_bytes[-1]))
    planes = tuple(
        PixelPlane(
            side, atom_bytes, height, width, size, offset,
            tuple((number, part) for number, part in enumerate(pixel.components) if part.plane == plane),
        )
        for plane, (side, size, offset) in enumerate(zip(sides, pixel.plane_bytes, offsets, strict=False))
    )  # fmt: skip
    return Image(pixel, planes)
