"""Quantised layers as frameworks have them: tensors of UINT8 in the order NHWC, of one image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Quantisation:
    """What bytes mean: `scale * (byte - zero_point)`.

    Attributes:
        scale: of one step, above 0.
        zero_point: the byte that is 0.
    """

    scale: float
    zero_point: int


@dataclass(frozen=True, slots=True)
class Padding:
    """How a window goes over one dimension of an image.

    Attributes:
        before: what is added before the first element.
        count: outputs.
    """

    before: int
    count: int

    @classmethod
    def of(cls, size: int, kernel: int, stride: int, *, same: bool) -> Padding:
        """That of a layer.

        Args:
            size: of the image.
            kernel: of the window.
            stride: from one output to the next.
            same: as many outputs as elements, but for the stride; else only whole windows.
        """
        if not same:
            return cls(0, max(-(-(size - kernel + 1) // stride), 0))
        count = -(-size // stride)
        return cls(max((count - 1) * stride + kernel - size, 0) // 2, count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conv2d:
    """A convolution.

    Attributes:
        lines: of the input.
        columns: likewise.
        channels: likewise.
        weights: uint8 [output channels, lines, columns, channels]; of a depthwise one [1, lines, columns, output
            channels], where output channel `o` is of channel `o // (output channels / channels)`.
        bias: int32 [output channels].
        input: what bytes of the input mean; likewise `kernel` and `output`.
        stride: of lines and of columns.
        same: whether the input is padded; else only whole windows count.
        depthwise: whether an output channel looks at one channel alone.
    """

    lines: int
    columns: int
    channels: int
    weights: NDArray[np.uint8]
    bias: NDArray[np.int32]
    input: Quantisation
    kernel: Quantisation
    output: Quantisation
    stride: tuple[int, int] = (1, 1)
    same: bool = True
    depthwise: bool = False

    @property
    def kernel_size(self) -> tuple[int, int]:
        """Lines and columns of a kernel."""
        return self.weights.shape[1], self.weights.shape[2]

    @property
    def out_channels(self) -> int:
        """Output channels."""
        return len(self.bias)

    @property
    def padding(self) -> tuple[Padding, Padding]:
        """How windows go over lines and over columns."""
        (kernel_lines, kernel_columns), (down, right) = self.kernel_size, self.stride
        return (
            Padding.of(self.lines, kernel_lines, down, same=self.same),
            Padding.of(self.columns, kernel_columns, right, same=self.same),
        )

    @property
    def in_shapes(self) -> Sequence[tuple[int, ...]]:
        """The shape of each input."""
        return ((self.lines, self.columns, self.channels),)

    @property
    def out_shape(self) -> tuple[int, ...]:
        """Lines, columns and channels of the output."""
        down, right = self.padding
        return (down.count, right.count, self.out_channels)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullyConnected:
    """Each output a sum over all inputs.

    Attributes:
        weights: uint8 [outputs, inputs].
        bias: int32 [outputs].
        input: what bytes of the input mean; likewise `kernel` and `output`.
    """

    weights: NDArray[np.uint8]
    bias: NDArray[np.int32]
    input: Quantisation
    kernel: Quantisation
    output: Quantisation

    @property
    def in_shapes(self) -> Sequence[tuple[int, ...]]:
        """The shape of each input."""
        return ((self.weights.shape[1],),)

    @property
    def out_shape(self) -> tuple[int, ...]:
        """How many outputs."""
        return (self.weights.shape[0],)

    @property
    def as_convolution(self) -> Conv2d:
        """The same as a pointwise convolution of an image of one pixel."""
        outputs, inputs = self.weights.shape
        return Conv2d(
            lines=1,
            columns=1,
            channels=inputs,
            weights=self.weights.reshape(outputs, 1, 1, inputs),
            bias=self.bias,
            input=self.input,
            kernel=self.kernel,
            output=self.output,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """The sum of two tensors.

    Attributes:
        shape: lines, columns and channels of each.
        first: what bytes of the first one mean; likewise `second` and `output`.
    """

    shape: tuple[int, int, int]
    first: Quantisation
    second: Quantisation
    output: Quantisation

    @property
    def in_shapes(self) -> Sequence[tuple[int, ...]]:
        """The shape of each input."""
        return (self.shape, self.shape)

    @property
    def out_shape(self) -> tuple[int, ...]:
        """That of the output."""
        return self.shape


Layer = Conv2d | FullyConnected | Add
