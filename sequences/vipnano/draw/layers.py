"""Random layers: of each kind, with sizes at which something changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Layer, Quantisation

CHANNELS = (1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 24, 33, 40)
KERNELS = (1, 1, 2, 3, 3, 3, 4, 5, 5, 7)
STRIDES = (1, 1, 1, 2, 2, 3)
MOST_PIXELS = 600
MOST_PRODUCTS = 3_000_000
KINDS = ("convolution", "convolution", "depthwise", "pointwise", "fully connected")


def draw_layer(rng: np.random.Generator) -> Layer:
    """A layer of weights: convolution, depthwise, pointwise or fully connected."""
    kind = KINDS[rng.integers(len(KINDS))]
    return _fully_connected(rng) if kind == "fully connected" else _convolution(rng, kind)


def draw_add(rng: np.random.Generator) -> Add:
    """An addition."""
    channels = int(rng.choice(CHANNELS))
    lines, columns = (int(item) for item in rng.integers(1, 25, 2))
    return Add(
        shape=(lines, columns, channels),
        first=_quantisation(rng),
        second=_quantisation(rng),
        output=_quantisation(rng, 0.05),
    )


def draw_tensors(rng: np.random.Generator, layer: Layer) -> list[NDArray[np.uint8]]:
    """Random inputs of a layer."""
    return [rng.integers(0, 256, shape, np.uint8) for shape in layer.in_shapes]


def _quantisation(rng: np.random.Generator, scale: float = 0.02) -> Quantisation:
    zero_point = int(rng.integers(256)) if rng.random() < 0.8 else int(rng.choice((0, 128, 255)))
    return Quantisation(float(np.float32(scale * 4.0 ** rng.uniform(-1, 1))), zero_point)


def _convolution(rng: np.random.Generator, kind: str) -> Conv2d:
    while True:
        channels, outputs = (int(rng.choice(CHANNELS)) for _ in range(2))
        kernel = (1, 1) if kind == "pointwise" else tuple(int(rng.choice(KERNELS)) for _ in range(2))
        if rng.random() < 0.6:
            kernel = kernel[:1] * 2
        lines, columns = (int(item) for item in rng.integers(1, 40, 2))
        columns = int(rng.integers(60, 90)) if rng.random() < 0.05 else columns
        stride = tuple(int(rng.choice(STRIDES)) for _ in range(2))
        stride = stride[:1] * 2 if rng.random() < 0.8 else stride
        same = bool(rng.random() < 0.6) or lines < kernel[0] or columns < kernel[1]
        outputs = channels * int(rng.choice((1, 1, 1, 2))) if kind == "depthwise" else outputs
        products = channels * outputs * lines * columns * kernel[0] * kernel[1]
        if lines * columns <= MOST_PIXELS and products <= MOST_PRODUCTS:
            break
    depthwise = kind == "depthwise"
    size = (1, *kernel, outputs) if depthwise else (outputs, *kernel, channels)
    inputs = kernel[0] * kernel[1] * (1 if depthwise else channels)
    return Conv2d(
        lines=lines,
        columns=columns,
        channels=channels,
        stride=(stride[0], stride[1]),
        same=same,
        depthwise=depthwise,
        **_weighted(rng, size, outputs, inputs),
    )


def _fully_connected(rng: np.random.Generator) -> FullyConnected:
    inputs, outputs = int(rng.integers(1, 600)), int(rng.integers(1, 80))
    return FullyConnected(**_weighted(rng, (outputs, inputs), outputs, inputs))


def _weighted(rng: np.random.Generator, size: tuple[int, ...], outputs: int, inputs: int) -> dict[str, Any]:
    """Weights, a bias and quantisations, with which results spread over all bytes."""
    source, kernel = _quantisation(rng), _quantisation(rng, 0.01)
    weights = rng.integers(0, 256, size, np.uint8)
    if rng.random() < 0.4:
        weights[rng.random(size) < rng.uniform(0.3, 0.95)] = kernel.zero_point
    spread = 74.0 * 74.0 * np.sqrt(inputs) * source.scale * kernel.scale
    output = Quantisation(float(np.float32(spread / 64 * 4.0 ** rng.uniform(-1, 1))), int(rng.integers(256)))
    most = int(74 * 74 * np.sqrt(inputs)) + 1
    bias = rng.integers(-most, most, outputs, np.int32)
    return {"weights": weights, "bias": bias, "input": source, "kernel": kernel, "output": output}
