"""Random kernels, with runs of all lengths."""

from __future__ import annotations

import numpy as np

from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels
from models.vipnano.config import VipnanoConfig

SHARES = (0.0, 0.3, 0.9, 0.99, 1.0)
"""How many weights are the zero point, of which one is drawn."""
MOST_WEIGHTS = 4000
"""Of all kernels together."""


def draw_shape(rng: np.random.Generator, config: VipnanoConfig) -> KernelShape:
    """How some random kernels lie: small ones and large ones, in each order."""
    pointwise = rng.random() < 0.3
    lines, columns = (1, 1) if pointwise else (int(item) for item in rng.integers(1, 8, 2))
    planes = 1 if rng.random() < 0.2 else int(rng.geometric(0.15))
    channels = int(rng.integers(1, 4 * config.nn_cores))
    channels = max(1, min(channels, MOST_WEIGHTS // (lines * columns * planes)))
    return KernelShape(
        channels=channels,
        planes=planes,
        lines=lines,
        columns=columns,
        width=int(rng.integers(1, -(-channels // min(channels, config.nn_cores)) + 1)),
        in_columns=int(rng.integers(1, 130)),
        zero_point=int(rng.integers(256)),
        nn_cores=config.nn_cores,
    )


def draw_kernels(rng: np.random.Generator, shape: KernelShape) -> Kernels:
    """Random kernels of a shape."""
    size = (shape.channels, shape.planes, shape.lines, shape.columns)
    weights = rng.integers(0, 256, size, np.uint8)
    weights[rng.random(size) < rng.choice(SHARES)] = shape.zero_point
    plane_bytes = int(rng.integers(1, 1 << 14))
    offsets = np.arange(shape.channels) * plane_bytes
    biases = rng.integers(-(1 << 31), 1 << 31, shape.channels).astype(np.int32)
    return Kernels(weights, biases, offsets.astype(np.uint32))
