"""Kernels made ready for a Winograd convolution, by software (docs/nvdla/layouts.md, 'Weights for Winograd')."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.numbers.rounding import limits
from models.nvdla.conv.parts import WINOGRAD_TAPS
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div

TRANSFORM = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])


def extend_kernels(kernels: NDArray[Any], stride_x: int, stride_y: int, atom_elements: int) -> NDArray[Any]:
    """Kernels of the extended input, 3x3, filled up with zeros.

    Args:
        kernels: [kernels, channels, rows, columns], at most 3 * stride of both.
        stride_x: columns from one output to the next; `stride_y` lines.
        stride_y: lines from one output to the next.
        atom_elements: elements of an atom, which channels fill.

    Returns:
        [kernels, stride_y * stride_x * whole channels, 3, 3].
    """
    count, channels, rows, columns = kernels.shape
    whole = ceil_div(channels, atom_elements) * atom_elements
    filled = np.zeros((count, whole, WINOGRAD_TAPS * stride_y, WINOGRAD_TAPS * stride_x), kernels.dtype)
    filled[:, :channels, :rows, :columns] = kernels
    parts = filled.reshape(count, whole, WINOGRAD_TAPS, stride_y, WINOGRAD_TAPS, stride_x)
    return parts.transpose(0, 3, 5, 1, 2, 4).reshape(count, -1, WINOGRAD_TAPS, WINOGRAD_TAPS)


def transform(kernels: NDArray[Any]) -> NDArray[np.float64]:
    """Kernels [..., 3, 3] as [..., 4, 4]; integers of 16 bits and FP16 give exact multiples of a quarter."""
    turned: NDArray[np.float64] = TRANSFORM @ kernels.astype(np.float64) @ TRANSFORM.T
    return turned


def to_codes(values: NDArray[np.float64], precision: str, scale: float = 1) -> NDArray[Any]:
    """Numbers as weights: scaled, rounded to the nearest, ties to even, saturated.

    Returns:
        int8, int16, or FP16 codes as uint16, of the same shape.
    """
    scaled = values * scale
    if precision == "FP16":
        largest = float(np.finfo(np.float16).max)
        return np.clip(scaled, -largest, largest).astype(np.float16).view(np.uint16)
    size = ELEMENT_BYTES[precision]
    return np.clip(np.rint(scaled), *limits(8 * size)).astype(f"i{size}")
