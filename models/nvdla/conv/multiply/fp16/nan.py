"""NaN in convolution: the first one that an output meets is its result (docs/nvdla/convolution.md, 'CMAC in FP16')."""

from __future__ import annotations

import numpy as np

from models.nvdla.conv.sequence.geometry import Geometry, kernel_size, mac_steps, pad, windows
from models.nvdla.numbers.floats import Halves, half_is_nan


def nan_outputs(data: Halves, kernels: Halves, geometry: Geometry, mac_channels: int) -> Halves | None:
    """The NaN that outputs take, 0 for others; None if there are none at all.

    Args:
        data: FP16 codes [channels, height, width].
        kernels: FP16 codes [kernels, channels, rows, columns].
        geometry: how kernels move over the data.
        mac_channels: lanes of a MAC cell.

    Returns:
        FP16 codes [kernels, output height, output width].
    """
    size = kernel_size(kernels)
    padded = pad(data, geometry, size, geometry.pad_element(np.uint16), np.uint16)
    padded = np.where(half_is_nan(padded), padded, np.uint16(0))
    weights = np.where(half_is_nan(kernels), kernels, np.uint16(0))
    if not padded.any() and not weights.any():
        return None
    view, found = windows(padded, geometry, size), np.zeros((len(kernels), *geometry.out_shape), np.uint16)
    for channels, row, column in mac_steps(kernels, mac_channels):
        # A cell looks at its weights first, at its lowest lane first, and it comes too late for what is NaN already.
        of_weights = first_nan(weights[:, channels, row, column].T)[:, None, None]
        of_data = first_nan(view[channels, row, column])
        for codes in (of_weights, of_data):
            np.copyto(found, codes, where=(found == 0) & (codes != 0))
    return found


def first_nan(codes: Halves) -> Halves:
    """The first code that is not 0 along the first axis, the lanes, or 0."""
    lanes = (codes != 0).argmax(axis=0)
    first: Halves = np.take_along_axis(codes, lanes[None], axis=0)[0]
    return first
