"""What the surfaces of random convolutions hold: layouts at address 0, and their atoms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.weights import weight_side
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.direct_weights import KernelLayout
from models.nvdla.surfaces.pixel_plane import PixelPlane
from models.nvdla.surfaces.surface_layout import Stream, ceil_div
from sequences.nvdla.conv.draw.zeros import strike_out
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.elements.components import pixel_format_of
from sequences.nvdla.tensors.elements.elements import bytes_of
from sequences.nvdla.tensors.elements.values import draw_values
from sequences.nvdla.tensors.images import image_at_zero

Atoms = NDArray[np.uint8]


def filled_cube(rng: np.random.Generator, shape: ConvShape, layout: FeatureCube) -> tuple[FeatureCube, Atoms]:
    """A cube of values of its class, the channels that the last atom lacks too."""
    whole = replace(layout, channels=ceil_div(shape.channels, layout.atom_elements) * layout.atom_elements)
    drawn = draw_values(rng, shape.values, shape.in_precision, (whole.channels, shape.height, shape.width))
    return whole, whole.pack(bytes_of(drawn), 0)


def filled_batches(rng: np.random.Generator, shape: ConvShape, cubes: Sequence[FeatureCube]) -> tuple[Stream, Atoms]:
    """Cubes of values, and anything between them, in one line."""
    last, atom = cubes[-1], cubes[0].atom_bytes
    size = last.side.address + last.size_bytes
    line = rng.integers(0, 256, size, np.uint8)
    for cube in cubes:
        layout, atoms = filled_cube(rng, shape, cube)
        line[layout.addresses.astype(np.intp)[:, None] + np.arange(atom)] = atoms
    return Stream(weight_side(shape.source.ram, 0), atom, size), line.reshape(-1, atom)


def filled_planes(rng: np.random.Generator, shape: ConvShape, config: HwConfig) -> Iterator[tuple[PixelPlane, Atoms]]:
    """The planes of an image of values of its class, and anything beside its pixels."""
    image, size = shape.image, (shape.height, shape.width)
    assert image is not None
    pixel, ram = pixel_format_of(image.pixel_format), shape.source.ram
    layout = image_at_zero(pixel, ram, size, x_offset=image.x_offset, gaps=shape.source.gaps, config=config)
    drawn = draw_values(rng, shape.values, shape.in_precision, (shape.channels, *size))
    atoms = layout.pack(drawn.view(np.uint16) if shape.in_precision == "FP16" else drawn)
    beside = rng.integers(0, 256, atoms.shape, np.uint8)
    whole, first = np.where(layout.owned, atoms, beside), 0
    for plane in layout.planes:
        count = plane.extent[1] * plane.extent[2]
        yield plane, whole[first : first + count]
        first += count


def filled_weights(rng: np.random.Generator, shape: ConvShape, layout: KernelLayout) -> tuple[KernelLayout, Atoms]:
    """Weights of their class, with zeros where theirs has them."""
    size = layout.kernels, layout.channels, layout.rows, layout.columns
    drawn = draw_values(rng, shape.weights, shape.precision, size)
    atoms = layout.pack(bytes_of(drawn), 0)
    if shape.zeros is not None:
        line = atoms.reshape(-1)  # a view
        elements = line[: layout.element_count * layout.element_bytes].reshape(-1, layout.element_bytes)
        elements[...] = strike_out(rng, shape.zeros, elements, layout.group_elements)
    return layout, atoms
