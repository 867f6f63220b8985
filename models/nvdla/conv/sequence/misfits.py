"""Where CSC is told something else than what follows from what CDMA is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.view import WINOGRAD, told_kernel, view_of


@dataclass(frozen=True, slots=True)
class Misfit:
    """One number of CSC's.

    Attributes:
        what: it is.
        told: what CSC is told.
        expected: what follows from the others.
        register: of CSC, that says it.
    """

    what: str
    told: int
    expected: int
    register: str


HEIGHT = "height"


def misfits(conv: Conv, config: HwConfig) -> Iterator[Misfit]:
    """The numbers that are not what they must be; precisions are none of the reserved ones.

    Of a layer that works on data of the one before, lines may be more: how many is for rules that know that one.
    """
    view, kernel = view_of(conv.mode, conv.input, conv.taps, conv.padding, config), conv.kernel
    if conv.mode == WINOGRAD and conv.view.channels == conv.input.channels * conv.taps.stride_x * conv.taps.stride_y:
        view = replace(view, channels=conv.view.channels)  # the part goes by the kernels' channels
    if conv.buffer.reuse_data:
        view = replace(view, height=max(view.height, conv.view.height))
    told, must = conv.view, told_kernel(conv.mode, conv.input, conv.taps)
    for found in (
        Misfit("width", told.width, view.width, "D_DATAIN_SIZE_EXT_0"),
        Misfit(HEIGHT, told.height, view.height, "D_DATAIN_SIZE_EXT_0"),
        Misfit("channels", told.channels, view.channels, "D_DATAIN_SIZE_EXT_1"),
        Misfit("columns of a kernel", kernel.width, must.width, "D_WEIGHT_SIZE_EXT_0"),
        Misfit("rows of a kernel", kernel.height, must.height, "D_WEIGHT_SIZE_EXT_0"),
        Misfit("channels of a kernel", told.depth, view.depth, "D_WEIGHT_SIZE_EXT_1"),
        Misfit("stride in x", told.stride_x, view.stride_x, "D_CONV_STRIDE_EXT"),
        Misfit("stride in y", told.stride_y, view.stride_y, "D_CONV_STRIDE_EXT"),
    ):
        if found.told != found.expected:
            yield found
