"""Whether the numbers that a convolution is given are some that registers hold, as soon as they are given."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.registers import registers
from models.registers import Field
from sequences.arguments import Limits, need_flag, need_kind, need_whole, need_whole_numbers
from sequences.nvdla.tensors.arguments import STIMULUS
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.images import ImageTensor

NOT_CONVERTED = "padding is not converted, and has the precision of the kernels"


def need_pad_value(value: object, precision: str) -> None:
    """Make sure of the number that padding holds.

    Args:
        value: what was given.
        precision: name of the number format that the convolution multiplies in.

    Raises:
        ValueError: it is none of the precision.
    """
    dtype = DTYPES[precision]
    if dtype.kind == "i":
        limits = np.iinfo(dtype)
        need_whole("Convolve: pad_value", value, (int(limits.min), int(limits.max)), NOT_CONVERTED)
        return
    most = float(np.finfo(dtype).max)
    number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not number or not isfinite(value) or abs(value) > most:  # type: ignore[arg-type]
        raise ValueError(f"Convolve: pad_value is {value!r}: write a number from {-most:g} to {most:g}")


def pad_code(value: float, precision: str) -> int:
    """The code of a padding value, as a signed number."""
    dtype = DTYPES[precision]
    return int(value) if dtype.kind == "i" else int(np.array(value, dtype).view(np.int16))


def need_convertor(convertor: object) -> None:
    """Make sure of CDMA's convertor.

    Raises:
        ValueError: it is something else, has numbers that registers do not hold, or is not enabled and has some.
    """
    name = "Convolve: convertor"
    need_kind(name, convertor, Convertor, f"Convertor(...) of {STIMULUS}")
    assert isinstance(convertor, Convertor)
    cdma = registers().CDMA
    need_flag(f"{name}.enabled", convertor.enabled)
    need_whole(f"{name}.offset", convertor.offset, signed(cdma.D_CVT_OFFSET.CVT_OFFSET))
    need_whole(f"{name}.scale", convertor.scale, signed(cdma.D_CVT_SCALE.CVT_SCALE))
    need_whole(f"{name}.truncate", convertor.truncate, (0, cdma.D_CVT_CFG.CVT_TRUNCATE.limit))
    if not convertor.enabled and convertor != Convertor():
        raise ValueError(f"{name} is not enabled, so the part does not look at it: write Convertor(enabled=True, ...)")
    if convertor.enabled and not convertor.scale:
        raise ValueError(f"{name} has scale 0, which makes all of x 0: give it scale=1")


def need_means(x: object, means: object) -> None:
    """Make sure of a mean for each component of an image, or of none at all.

    Raises:
        ValueError: they are others.
    """
    if not (isinstance(means, Sequence) and len(means) == 0):
        if not isinstance(x, ImageTensor):
            raise ValueError("Convolve: means is given, which this kind of convolution lacks: leave it out")
        hint, limits = f"one for each component of {x.pixel_format}", signed(registers().CDMA.D_MEAN_GLOBAL_0.MEAN_RY)
        need_whole_numbers("Convolve: means", means, x.shape[0], limits, hint)


def signed(field: Field) -> Limits:
    """The numbers of a field that holds signed ones."""
    half = field.limit + 1 >> 1
    return -half, half - 1
