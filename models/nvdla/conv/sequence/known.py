"""Which outputs of a direct convolution are known."""

from __future__ import annotations

import numpy as np

from models.arrays.flags import Flags, all_set, every
from models.nvdla.conv.sequence.geometry import Geometry, kernel_size, pad, windows


def known_outputs(data: Flags, kernels: Flags, geometry: Geometry) -> Flags:
    """Outputs whose every input is known; padding is.

    Args:
        data: which elements of the input are known, bool [channels, height, width].
        kernels: which weights are, bool [kernels, channels, rows, columns].
        geometry: how kernels move over the data.

    Returns:
        bool [kernels, output height, output width], only to look at.
    """
    shape = (len(kernels), *geometry.out_shape)
    whole_data, whole_kernels = every(data), every(kernels)
    if whole_data and whole_kernels:
        return all_set(shape)
    known = np.ones(shape, np.bool_)
    if not whole_kernels:
        known &= np.logical_and.reduce(kernels, axis=(1, 2, 3))[:, None, None]
    if not whole_data:
        size = kernel_size(kernels)
        pixels = pad(np.logical_and.reduce(data, axis=0, keepdims=True), geometry, size, True, np.bool_)
        known &= np.logical_and.reduce(windows(pixels, geometry, size), axis=(0, 1, 2))
    return known
