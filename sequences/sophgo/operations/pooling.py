"""Pooling of 8-bit elements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.sophgo.numbers import Rounding
from models.sophgo.operations.tiu.windows import Window
from models.sophgo.words.word import Word
from sequences.sophgo.operations.convolution import square, window_members, window_result
from sequences.sophgo.operations.operation import Emitter, Tensor, TensorOperation, local_tensor
from sequences.sophgo.tensors.local import LocalTensor
from sequences.sophgo.tensors.types import sign_of


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pool(TensorOperation):
    def _emit(
        self, emitter: Emitter, given: Tensor, function: str, window: Window, members: dict[str, int]
    ) -> LocalTensor:
        """One word; the result has the type of what it takes."""
        source = local_tensor(self, given, "aligned")
        if source.dtype.itemsize > 1:
            raise ValueError(f"{type(self).__name__} takes 8 bits, not {source.dtype}")
        result = self.result(emitter, window_result(self, window, source.shape.c, source.shape), source.dtype, source)
        places = {"opd0_addr": source.address, "res0_addr": result.address, "opd0_sign": sign_of(source.dtype)}
        sizes = {f"res0_{axis}": size for axis, size in zip("nchw", result.shape, strict=True)}
        sizes |= {"opd0_h": source.shape.h, "opd0_w": source.shape.w}
        emitter.word(Word.of("sPorD", function, opd3_const=1, **window_members(window), **members, **places, **sizes))
        return result


@dataclass(frozen=True, slots=True)
class MaxPool(_Pool):
    """The largest element under a window.

    Attributes:
        size: lines and columns of the window.
        stride: steps between results; None: as `size`.
        pad: the smallest elements of the type added on each edge.
    """

    size: int
    stride: int | None = None
    pad: int = 0

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """One word."""
        lowest = np.iinfo(given.dtype).min & 0xFF
        window = square((self.size, self.size), self.stride or self.size, self.pad)
        return self._emit(emitter, given, "maximum", window, {"opd3_addr": lowest})


@dataclass(frozen=True, slots=True)
class AveragePool(_Pool):
    """The sum under a window times `scale`, shifted to the right.

    Attributes:
        size: lines and columns of the window.
        scale: 0 to 255.
        right_shift: by so many bits.
        stride: steps between results; None: as `size`.
        pad: zeros added on each edge.
    """

    size: int
    scale: int = 1
    right_shift: int = 0
    stride: int | None = None
    pad: int = 0

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """One word."""
        window = square((self.size, self.size), self.stride or self.size, self.pad)
        members = {"opd1_const": 1, "opd1_addr": self.scale, "opd2_const": 1, "opd2_addr": self.right_shift}
        return self._emit(emitter, given, "average", window, members | {"opd2_n_str": Rounding.HALF_UP})
