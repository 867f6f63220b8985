"""Images: pixels of some components in one plane or two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.image import Image, image_of
from models.nvdla.surfaces.pixel_formats import PixelFormat
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.arguments import array_of
from sequences.nvdla.tensors.atoms import get_atoms, put_atoms
from sequences.nvdla.tensors.elements.components import codes_of, need_components

ImageSize = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ImageTensor:
    """An image in a memory: components, lines, columns.

    Components stand in the order R/Y, G/U, B/V, A/X. A component is a number of as many bits as the format's name says,
    0 to 1023 of 10 bits; what the part takes for signed may be given below zero. FP16 formats hold floats.

    Attributes:
        layout: where each component lies.
        x_offset: pixels in front of the first one in its atom.
        surfaces: the memory of each plane.
        host: reaches the memory.
    """

    layout: Image
    x_offset: int
    surfaces: tuple[Surface, ...]
    host: Host

    @property
    def pixel_format(self) -> str:
        """Name of the format."""
        return self.layout.pixel.name

    @property
    def precision(self) -> str:
        """Name of the number format that components are converted from."""
        return self.layout.pixel.precision

    @property
    def shape(self) -> tuple[int, int, int]:
        """Components, lines, columns."""
        plane = self.layout.planes[0]
        return self.layout.pixel.channels, plane.height, plane.width

    @property
    def sides(self) -> tuple[Side, ...]:
        """Where its planes lie."""
        return tuple(plane.side for plane in self.layout.planes)

    def numpy(self) -> NDArray[Any]:
        """What memory holds now, [components, height, width]: unsigned numbers, or floats."""
        planes = zip(self.layout.planes, self.surfaces, strict=True)
        atoms = [get_atoms(self.host, surface.port, plane) for plane, surface in planes]
        codes = self.layout.unpack(np.concatenate(atoms))
        if self.precision == "FP16":
            return codes.view(np.float16)
        places = np.array([part.place for part in self.layout.pixel.components], codes.dtype)
        return np.asarray(codes >> places[:, None, None])

    def load(self, values: NDArray[Any]) -> None:
        """Put an image into memory through the back door; what lies beside its pixels stays.

        Args:
            values: [components, height, width].

        Raises:
            ValueError: another shape, or numbers that the format does not have.
        """
        array = array_of(values)
        need_components(array, self.layout.pixel)
        if array.shape != self.shape:
            raise ValueError(f"values of shape {array.shape} for an image of shape {self.shape}")
        self.put(array)

    def put(self, array: NDArray[Any]) -> None:
        """Put components into memory, all bits that they have there: a format's numbers may have fewer.

        Args:
            array: [components, height, width].
        """
        atoms, first = self.layout.pack(codes_of(array, self.layout.pixel)), 0
        for plane, surface in zip(self.layout.planes, self.surfaces, strict=True):
            count = plane.extent[1] * plane.extent[2]
            there = get_atoms(self.host, surface.port, plane)
            put_atoms(self.host, surface.port, plane, np.where(plane.owned, atoms[first : first + count], there))
            first += count


def image_at_zero(
    pixel: PixelFormat, ram: str, size: ImageSize, *, x_offset: int, gaps: tuple[int, int], config: HwConfig
) -> Image:
    """The layout of an image whose planes all begin at address 0.

    Args:
        pixel: the format.
        ram: the memory's name.
        size: lines, columns.
        x_offset: pixels in front of the first one in its atom.
        gaps: between lines of the first and of the second plane, in atoms.
        config: the hardware configuration.

    Raises:
        ValueError: the offset leaves the first atom.
    """
    atom, (height, width) = config.atom_bytes, size
    pixels = atom // pixel.plane_bytes[0]
    if x_offset not in range(pixels):
        raise ValueError(
            f"x_offset {x_offset}: an atom of {atom} bytes has {pixels} pixels of {pixel.name}, so at most {pixels - 1}"
        )
    offsets = (x_offset, x_offset % (atom // pixel.plane_bytes[-1]))
    sides = [
        Side(
            ram=ram,
            address=0,
            line_stride_bytes=(ceil_div((offset + width) * size_bytes, atom) + gap) * atom,
            surface_stride_bytes=0,
        )
        for size_bytes, offset, gap in zip(pixel.plane_bytes, offsets, gaps, strict=False)
    ]
    return image_of(pixel, sides, atom_bytes=atom, height=height, width=width, x_offset=x_offset)


def image_at(layout: Image, surfaces: tuple[Surface, ...]) -> Image:
    """The same image in memory of its own."""
    planes = [
        replace(plane, side=replace(plane.side, address=surface.address))
        for plane, surface in zip(layout.planes, surfaces, strict=True)
    ]
    return replace(layout, planes=tuple(planes))
