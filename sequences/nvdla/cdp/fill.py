"""What the input of a random CDP layer holds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.aims import NO_AIM
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.cdp.reach import elements_for, looked_up
from sequences.nvdla.cdp.shapes import MAGNITUDES, CdpShape
from sequences.nvdla.lut.draw.values import near_tables
from sequences.nvdla.tensors.elements.elements import DTYPES, bytes_of
from sequences.nvdla.tensors.elements.values import draw_values

FLOAT_POWERS = (-14, 7)
"""Of two, between which magnitudes of FP16 elements lie."""


def filled_input(rng: np.random.Generator, shape: CdpShape, layout: FeatureCube) -> NDArray[np.uint8] | None:
    """Atoms of an input, of the lanes that have no channel too; None: any bytes will do."""
    size = layout.channels, layout.height, layout.width
    if shape.aim is not NO_AIM:
        return layout.pack(bytes_of(_aimed(rng, shape, size)), 0)
    if shape.values is None:
        return None
    precision = shape.cdp.precision
    drawn = magnitudes(rng, precision, size)
    if shape.values != MAGNITUDES:
        drawn = draw_values(rng, shape.values, precision, size)
    return layout.pack(bytes_of(drawn), 0)


def magnitudes(rng: np.random.Generator, precision: str, size: tuple[int, ...]) -> NDArray[Any]:
    """Elements of all magnitudes."""
    dtype, bits = DTYPES[precision], 8 * ELEMENT_BYTES[precision]
    if precision == "FP16":
        return (rng.uniform(-1, 1, size) * 2.0 ** rng.integers(*FLOAT_POWERS, size)).astype(dtype)
    return (rng.integers(-(1 << bits - 1), 1 << bits - 1, size) >> rng.integers(0, bits, size)).astype(dtype)


def _aimed(rng: np.random.Generator, shape: CdpShape, size: tuple[int, int, int]) -> NDArray[Any]:
    """Elements of which numbers are looked up that meet tables; sums of squares are those of equal channels."""
    cdp, floating = shape.cdp, shape.cdp.precision == "FP16"
    channels, height, width = size
    alike = (channels if cdp.bypass_squares else 1, height, width)
    numbers = near_tables(rng, cdp.lut, shape.aim, alike, looked_up(cdp), floating=floating)
    return elements_for(rng, cdp, np.broadcast_to(numbers, (channels, height, width)))
