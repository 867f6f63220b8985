"""Components of images: numbers of a pixel format, and the elements that they become."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nearest import did_you_mean
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS, PixelFormat
from sequences.nvdla.tensors.elements.elements import halves_of, need_integers


def need_components(array: NDArray[Any], pixel: PixelFormat) -> None:
    """Make sure that an array is an image of a format.

    Raises:
        ValueError: no [components, height, width] of the format, or numbers that it does not have.
    """
    if array.ndim != 3 or len(array) != pixel.channels or not array.size:
        raise ValueError(
            f"an image of {pixel.name} has {pixel.channels} components x height x width, each at least 1, not shape "
            f"{array.shape}"
        )
    if pixel.precision == "FP16":
        return
    need_integers(array, f"{pixel.name} holds whole numbers")
    for part, plane in zip(pixel.components, array, strict=True):
        bits = part.number_bits
        low, high = -(1 << bits - 1), (1 << bits) - 1
        beyond = (plane < low) | (plane > high)
        if beyond.any():
            raise ValueError(
                f"a component of {bits} bits of {pixel.name} holds whole numbers from {low} to {high}, not "
                f"{plane[beyond][0]}"
            )


def codes_of(array: NDArray[Any], pixel: PixelFormat) -> NDArray[Any]:
    """Components as the elements that they become: all bits of these, also those that no number of the format has.

    Args:
        array: [components, height, width] of the format.
        pixel: the format.

    Raises:
        ValueError: floats that FP16 does not hold.
    """
    if pixel.precision == "FP16":
        return np.ascontiguousarray(halves_of(array)).view(np.uint16)
    places = np.array([part.place for part in pixel.components])
    codes: NDArray[Any] = (array.astype(np.int64) << places[:, None, None]) & (1 << 8 * pixel.element_bytes) - 1
    return codes


def pixel_format_of(name: str) -> PixelFormat:
    """A format by its name.

    Raises:
        ValueError: there is none.
    """
    if name not in PIXEL_FORMATS:
        raise ValueError(
            f"no pixel format is called {name!r}; choose {', '.join(PIXEL_FORMATS)}{did_you_mean(name, PIXEL_FORMATS)}"
        )
    return PIXEL_FORMATS[name]
