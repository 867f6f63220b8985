"""The sums of layers of weights as the layer says them, without anything that a driver or a device does."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sequences.vipnano.layers import Conv2d, FullyConnected

Sums = NDArray[np.int32]


def sums_of_layer(layer: Conv2d | FullyConnected, tensor: NDArray[np.uint8]) -> Sums:
    """The sums, with zero points taken off, in the shape of the output."""
    if isinstance(layer, FullyConnected):
        centred = tensor.astype(np.int64) - layer.input.zero_point
        total = (layer.weights.astype(np.int64) - layer.kernel.zero_point) @ centred + layer.bias
        return total.astype(np.int32)
    return _of_convolution(layer, tensor)


def _of_convolution(layer: Conv2d, tensor: NDArray[np.uint8]) -> Sums:
    centred = tensor.astype(np.float64) - layer.input.zero_point
    around = []
    for padding, size, kernel, stride in zip(
        layer.padding, (layer.lines, layer.columns), layer.kernel_size, layer.stride, strict=True
    ):
        whole = (padding.count - 1) * stride + kernel
        around.append((padding.before, max(whole - size - padding.before, 0)))
    down, right = layer.stride
    windows = sliding_window_view(np.pad(centred, (*around, (0, 0))), layer.kernel_size, axis=(0, 1))[::down, ::right]
    windows = windows[: layer.padding[0].count, : layer.padding[1].count]
    weights = layer.weights.astype(np.float64) - layer.kernel.zero_point
    if layer.depthwise:
        times = layer.out_channels // layer.channels
        total = np.einsum("yxcij,ijc->yxc", np.repeat(windows, times, axis=2), weights[0])
    else:
        total = np.einsum("yxcij,kijc->yxk", windows, weights, optimize=True)
    sums: Sums = (np.rint(total).astype(np.int64) + layer.bias).astype(np.int32)
    return sums
