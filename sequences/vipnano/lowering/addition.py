"""The job of the NN unit that an addition becomes: two planes, and a kernel of 2 by 2."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sequences.vipnano.layers import Add
from sequences.vipnano.lowering.convolutions import PlanarConvolution
from sequences.vipnano.lowering.scale import scale_of
from sequences.vipnano.lowering.tensor_jobs import Image

COLUMNS = (128, 64, 32)
"""A plane has so many where that divides it."""
OTHER_COLUMNS = range(63, 0, -1)


def columns_of(plane: int) -> int:
    """How long lines are, if a plane of a tensor has so many elements."""
    found: int = next(count for count in (*COLUMNS, *OTHER_COLUMNS) if plane % count == 0)
    return found


def _round(value: float) -> int:
    """To the nearest whole number, ties away from zero."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


@dataclass(frozen=True, slots=True)
class Factors:
    """What two tensors are multiplied by before they are added.

    Attributes:
        scale: of a weight.
        first: weight of the first one.
        second: likewise.
        bias: with what the zero points come to.
    """

    scale: float
    first: int
    second: int
    bias: int

    @classmethod
    def of(cls, layer: Add) -> Factors:
        """Those of an addition."""
        ratio = float(np.float32(layer.second.scale) / np.float32(layer.first.scale))
        scale = float(np.float32(max(ratio, 1.0) / 255.0))
        first, second = _round(1 / scale), _round(ratio / scale)
        apart = layer.first.zero_point - layer.second.zero_point
        bias = _round(apart * ratio / scale) - (second + first) * layer.first.zero_point
        return cls(scale, first, second, bias)


def addition(layer: Add, source: int, target: int) -> PlanarConvolution:
    """The convolution of two planes that adds two tensors.

    Args:
        layer: the addition.
        source: address of the first tensor, with the second one behind it.
        target: address of the sum.
    """
    lines, columns, channels = layer.shape
    width, factors = columns_of(lines * columns), Factors.of(layer)
    height = lines * columns * channels // width
    weights = np.zeros((1, 2, 2, 2), np.uint8)
    weights[0, :, 0, 0] = factors.first, factors.second
    return PlanarConvolution(
        source=Image(source, 2, height, width),
        target=Image(target, 1, height, width),
        weights=weights,
        biases=np.array([factors.bias], np.int32),
        scale=scale_of(layer.first.scale, factors.scale, layer.output.scale),
        in_zero_point=layer.first.zero_point,
        kernel_zero_point=0,
        out_zero_point=layer.output.zero_point,
        zrl_bits=0,
    )
