"""Whether the arguments of a convolution are of the kinds that it takes, as soon as they are given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.inputs import Convertor
from models.nvdla.registers import registers
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements import elements_of
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
    if not all(isinstance(item, int | np.integer) and item >= 0 for item in _items(value, 4)):
        hint = ""
        if isinstance(value, tuple) and len(value) == 2:
            hint = f"; for x and y ({value[0]}, {value[0]}, {value[1]}, {value[1]})"
        raise ValueError(
            f"{layer}: {name} is {value!r}: write a whole number from 0 on, or (left, right, top, bottom){hint}"
        )


def need_signs_said(x: ImageTensor, *, signed: bool, converted: bool) -> None:
    """Make sure that an image's numbers are taken for what they are: without a convertor the part takes all for signed.

    Args:
        x: the image.
        signed: the user says that its integers are signed.
        converted: there is a convertor, which takes them for what the user says.

    Raises:
        ValueError: unsigned integers would be taken for signed ones, or floats are called signed.
    """
    if x.precision == "FP16":
        if signed:
            raise ValueError(f"Convolve: signed is given for {x.pixel_format}, whose floats have signs: leave it out")
        return
    if signed or converted:
        return
    bits = x.layout.pixel.components[0].bits
    half = 1 << bits - 1
    centred = f", or with offset={half}, which takes {half} for 0" if x.precision == "INT8" else ""
    raise ValueError(
        f"Convolve: without a convertor components of {x.pixel_format} above {half - 1} count as negative: give "
        f"convertor=Convertor(enabled=True, scale=1, truncate=1), which halves them{centred}; or signed=True where "
        "signed numbers are meant"
    )


def need_spread(x: ImageTensor, convertor: Convertor, means: Sequence[int], precision: str) -> None:
    """Make sure that a convertor does not make one number of the whole upper half of an image's unsigned components.

    Args:
        x: the image.
        convertor: what converts it.
        means: what is subtracted from its components in place of the convertor's offset; empty where nothing is.
        precision: what they are made.

    Raises:
        ValueError: it does.
    """
    if precision == "FP16":
        return
    bits = x.layout.pixel.components[0].bits
    half, most = 1 << bits - 1, (1 << 8 * ELEMENT_BYTES[precision] - 1) - 1
    offset = min(means) if means else convertor.offset
    if (half - offset) * convertor.scale >> convertor.truncate <= most:
        return
    raise ValueError(
        f"Convolve: with this convertor components of {x.pixel_format} from {half} on all become {most}, the largest "
        f"number of {precision}: give it a larger truncate (truncate=1 halves what it makes), or an offset that is "
        f"subtracted, such as offset={half}; or signed=True where signed numbers are meant"
    )


def need_held(shape: ConvShape, config: HwConfig) -> None:
    """Make sure that registers hold how kernels move.

    Raises:
        ValueError: a stride, a dilation or padding is too large.
    """
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
