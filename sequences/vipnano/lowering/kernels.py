"""Kernels as NN jobs have them, of those that layers have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sequences.vipnano.layers import Conv2d

Weights = NDArray[np.uint8]
"""[output channels, planes, lines, columns]."""


def planar(layer: Conv2d) -> Weights:
    """The kernels of a layer; a depthwise one's have all planes, in which all but the own one are the zero point."""
    if not layer.depthwise:
        return np.ascontiguousarray(layer.weights.transpose(0, 3, 1, 2))
    own = layer.weights[0].transpose(2, 0, 1)
    kernels = np.full((layer.out_channels, layer.channels, *layer.kernel_size), layer.kernel.zero_point, np.uint8)
    channels = np.arange(layer.out_channels)
    kernels[channels, channels * layer.channels // layer.out_channels] = own
    return kernels


def widened(weights: Weights, zero_point: int) -> Weights:
    """Kernels of one weight as those of 2 by 2."""
    return np.pad(weights, ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=zero_point)


def without_stride(weights: Weights, stride: tuple[int, int], zero_point: int) -> Weights:
    """Kernels for an input that is rearranged: a plane for each line and column of a step, one behind the other."""
    channels, planes, *size = weights.shape
    more = [(0, -length % step) for length, step in zip(size, stride, strict=True)]
    whole = np.pad(weights, ((0, 0), (0, 0), *more), constant_values=zero_point)
    down, right = stride
    parts = whole.reshape(channels, planes, whole.shape[2] // down, down, whole.shape[3] // right, right)
    return np.ascontiguousarray(parts.transpose(0, 1, 3, 5, 2, 4)).reshape(
        channels, planes * down * right, parts.shape[2], parts.shape[4]
    )


def corrected(bias: NDArray[np.int32], weights: Weights, zero_point: int, in_zero_point: int) -> NDArray[np.int32]:
    """The bias with what the input's zero point comes to."""
    sums = (weights.astype(np.int64) - zero_point).sum(axis=(1, 2, 3))
    wrapped: NDArray[np.int32] = (bias - sums * in_zero_point).astype(np.int32)
    return wrapped
