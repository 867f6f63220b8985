"""Convolutions, and the windows that pooling has too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.sophgo.layouts.strides import Shape
from models.sophgo.operations.tiu.windows import Window
from models.sophgo.words.word import Word
from sequences.sophgo.operations.copies import EVERY_LANE, copy_word, packed_strides, side, sides
from sequences.sophgo.operations.operation import Emitter, Tensor, TensorOperation, local_tensor
from sequences.sophgo.tensors.local import LocalTensor
from sequences.sophgo.tensors.system import SystemTensor, Weights
from sequences.sophgo.tensors.types import dtype_of, precision_of, sign_of


def square(kernel: tuple[int, int], stride: int, pad: int, dilation: int = 1) -> Window:
    """A window that is the same in both directions but for its kernel."""
    return Window(kernel, (stride, stride), (dilation, dilation), (0, 0), (pad, pad, pad, pad))


def window_members(window: Window) -> dict[str, int]:
    """The members of a word that say a window."""
    members = {"opd1_h": window.kernel[0], "opd1_w": window.kernel[1]}
    for axis, stride, dilation in zip("yx", window.stride, window.dilation, strict=True):
        members |= {f"res_op_{axis}_str": stride, f"opd1_{axis}_ins0": dilation - 1}
    return members | {f"opd0_{edge}_pad": pad for edge, pad in zip(("up", "dn", "lf", "rt"), window.pad, strict=True)}


def window_result(operation: TensorOperation, window: Window, channels: int, given: Shape) -> Shape:
    """The shape of a window's result.

    Raises:
        ValueError: the kernel is larger than the input.
    """
    height, width = window.result_size(given.h, given.w)
    if min(height, width) < 1:
        raise ValueError(f"{type(operation).__name__}: the kernel is larger than its input, {given.h} x {given.w}")
    return Shape(given.n, channels, height, width)


def bring_bias(emitter: Emitter, bias: SystemTensor, lane: int) -> LocalTensor:
    """A number for each channel, brought into the lanes as the compact tensor that words take."""
    local = emitter.local(bias.shape, bias.dtype, "compact", lane)
    emitter.word(copy_word(emitter.config, bias, local))
    return local


@dataclass(frozen=True, slots=True)
class Conv2d(TensorOperation):
    """A convolution of 8-bit elements.

    Attributes:
        weights: the kernel, of `bench.weights`.
        bias: INT16 or UINT16 (1, c, 1, 1), which is added to sums that are shifted; None: 0.
        right_shift: sums are shifted to the right by so many bits, and saturated to 8 or 16; None: they stay 32 bits.
        relu: negative sums become 0; only of those that are shifted.
        bits: 8 or 16, of a result that is shifted.
        stride: steps between results.
        pad: zeros added on each edge.
        dilation: steps between elements of the kernel.
    """

    weights: Weights
    bias: SystemTensor | None = None
    right_shift: int | None = None
    relu: bool = False
    bits: int = 8
    stride: int = 1
    pad: int = 0
    dilation: int = 1

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """The kernel is brought, and the bias; then the convolution."""
        source = local_tensor(self, given)
        outputs, inputs, *kernel = self.weights.shape
        if source.dtype.itemsize > 1 or source.shape.c != inputs:
            raise ValueError(
                f"Conv2d: its weights take 8 bits and {inputs} channels, not {source.dtype} {source.shape}"
            )
        window = square((kernel[0], kernel[1]), self.stride, self.pad, self.dilation)
        members = window_members(window) | source.chosen("opd0")
        members |= {"opd1_addr": self._bring_weights(emitter, source.lane)}
        members |= {f"opd0_{axis}": size for axis, size in zip("chw", source.shape[1:], strict=True)}
        members |= {"opd0_sign": sign_of(source.dtype), "opd1_sign": sign_of(self.weights.dtype)}
        members |= {"opd2_const": 1, "opd3_const": 1, "opd3_addr": self.right_shift or 0}
        if self.bias is not None:
            bias = bring_bias(emitter, self.bias, source.lane)
            members |= {"opd2_const": 0, "opd2_addr": bias.address, "opd2_sign": sign_of(bias.dtype)}
        dtype = self._type(signed=any(members.get(f"opd{index}_sign", 0) for index in range(3)))
        result = self.result(emitter, window_result(self, window, outputs, source.shape), dtype, source)
        members |= {"res0_addr": result.address, "res0_prec": precision_of(dtype)}
        members |= {f"res0_{axis}": size for axis, size in zip("nchw", result.shape, strict=True)}
        emitter.word(Word.of("sCONV", self._function, **members))
        return result

    @property
    def _function(self) -> str:
        if self.right_shift is None:
            return "normal"
        return "requantised_relu" if self.relu else "requantised"

    def _type(self, *, signed: bool) -> np.dtype[np.generic]:
        if self.right_shift is None:
            if self.relu or self.bias is not None:
                raise ValueError("Conv2d: give right_shift too: only sums that are shifted have a bias or ReLU")
            return dtype_of("INT32")
        return dtype_of(f"{'' if signed and not self.relu else 'U'}INT{self.bits}")

    def _bring_weights(self, emitter: Emitter, lane: int) -> int:
        """Each output channel's share into its lane; returns where."""
        packed, config = self.weights.packed, emitter.config
        row = packed.shape.w
        strides = packed_strides(config, lane, packed.shape.c, row)
        address = emitter.room(strides.n, lane)
        members = {"stride_enable": 1, "nchw_copy": 1} | side(config, "src", packed)
        members |= sides("dst", config.local_base + address, packed.shape, strides)
        emitter.word(Word.of("DMA_tensor", "copy", **members, **EVERY_LANE))
        return address
