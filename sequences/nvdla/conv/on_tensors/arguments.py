"""Whether the arguments of a convolution are of the kinds that it takes, as soon as they are given."""

from __future__ import annotations

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from sequences.arguments import is_whole, need_whole
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements.elements import elements_of
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.steps import Pair, pair
from sequences.nvdla.tensors.tensor import Tensor


def need_tensors(x: object, w: object) -> None:
    """Make sure that input and kernels are in memory.

    Raises:
        ValueError: one of them is an array or something else.
    """
    if not isinstance(x, Tensor | TensorBatch | ImageTensor):
        raise ValueError(
            f"Convolve: x is no tensor but {type(x).__name__}: make it with bench.tensor, bench.batch or bench.image"
        )
    if not isinstance(w, KernelTensor):
        raise ValueError(
            f"Convolve: w is no kernels but {type(w).__name__}: write bench.kernels(values, precision), values being "
            "kernels x channels x rows x columns"
        )


def need_weights(w: object, x: Tensor) -> None:
    """Make sure of the kernels of a deconvolution, which are an array.

    Raises:
        ValueError: something else, of another shape or for other channels, or values that the precision does not hold.
    """
    if isinstance(w, KernelTensor):
        raise ValueError(
            "Deconvolve: w is in memory already: give the kernels as an array of numbers, parts of which it puts there"
        )
    if not isinstance(w, np.ndarray):
        raise ValueError(
            f"Deconvolve: w is no array but {type(w).__name__}: give np.array(values), which it puts into memory"
        )
    if w.ndim != 4 or not w.size:
        raise ValueError(f"Deconvolve: w has shape {w.shape}: give kernels x channels x rows x columns")
    if w.shape[1] != x.shape[0]:
        raise ValueError(f"Deconvolve: x has {x.shape[0]} channels and the kernels have {w.shape[1]}")
    try:
        elements_of(w, x.precision)
    except ValueError as error:
        raise ValueError(f"Deconvolve: w: {error}") from None


def need_interleaved(stride: Pair, config: HwConfig) -> None:
    """Make sure that Rubik's registers hold the strides of a deconvolution.

    Raises:
        ValueError: one is too large.
    """
    register = registers(config).RBK.D_DECONV_STRIDE
    fields = register.DECONV_X_STRIDE, register.DECONV_Y_STRIDE
    for name, given, field in zip("xy", pair(stride), fields, strict=True):
        if given > field.limit + 1:
            raise ValueError(
                f"Deconvolve: stride in {name} is {given}, registers hold {field.limit + 1} at most: give it less"
            )


def need_sides(layer: str, name: str, value: object) -> None:
    """Make sure of a layer's padding, or of what it cuts off: a whole number from 0 on, or four.

    Raises:
        ValueError: it is something else.
    """
    if not all(is_whole(item) and item >= 0 for item in _items(value, 4)):
        hint = ""
        if isinstance(value, tuple) and len(value) == 2:
            hint = f"; for x and y ({value[0]}, {value[0]}, {value[1]}, {value[1]})"
        raise ValueError(
            f"{layer}: {name} is {value!r}: write a whole number from 0 on, or (left, right, top, bottom){hint}"
        )


def need_held(shape: ConvShape, config: HwConfig) -> None:
    """Make sure that registers hold how kernels move, and that there are as many banks as are asked for.

    Raises:
        ValueError: a stride, a dilation or padding is too large, or the number of banks is none.
    """
    if shape.weight_banks is not None:
        hint = f"the convolution buffer has {config.cbuf_banks} banks, one at least for data"
        need_whole("Convolve: weight_banks", shape.weight_banks, (1, config.cbuf_banks - 1), hint)
    cdma, csc = registers(config).CDMA, registers(config).CSC
    stride, dilation, pad = csc.D_CONV_STRIDE_EXT, csc.D_DILATION_EXT, cdma.D_ZERO_PADDING
    kernel, padding = shape.kernel, shape.padding
    for name, given, most in (
        ("stride in x", kernel.stride_x, stride.CONV_X_STRIDE_EXT.limit + 1),
        ("stride in y", kernel.stride_y, stride.CONV_Y_STRIDE_EXT.limit + 1),
        ("dilation in x", kernel.dilation_x, dilation.X_DILATION_EXT.limit + 1),
        ("dilation in y", kernel.dilation_y, dilation.Y_DILATION_EXT.limit + 1),
        ("pad on the left", padding.left, pad.PAD_LEFT.limit),
        ("pad on the right", padding.right, pad.PAD_RIGHT.limit),
        ("pad at the top", padding.top, pad.PAD_TOP.limit),
        ("pad at the bottom", padding.bottom, pad.PAD_BOTTOM.limit),
    ):
        if given > most:
            raise ValueError(f"Convolve: {name} is {given}, registers hold {most} at most: give it less")


def _items(value: object, count: int) -> tuple[object, ...]:
    """The numbers of an argument that is one number or so many; None, which is no number, where it is neither."""
    if not isinstance(value, tuple):
        return (value,)
    return value if len(value) == count else (None,)
