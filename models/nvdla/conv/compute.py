"""The values of a convolution: from the bytes that CDMA fetched to what CACC hands to SDP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.accumulator import truncate
from models.nvdla.conv.convertor import Conversion, count_special
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fp16.convolve import convolve_half
from models.nvdla.conv.geometry import Geometry
from models.nvdla.conv.integer import convolve_integer
from models.nvdla.conv.known import known_outputs
from models.nvdla.numbers.floats import half_nan_to_zero
from models.nvdla.surfaces.kernels import KernelLayout

CODES = {"INT8": np.int8, "INT16": np.int16, "FP16": np.uint16}


@dataclass(frozen=True, slots=True)
class Operands:
    """What is multiplied.

    Attributes:
        data: elements as they stand in the buffer, [channels, height, width].
        data_known: which of them are known, bool of the same shape.
        kernels: [kernels, channels, rows, columns].
        kernels_known: likewise.
    """

    data: NDArray[Any]
    data_known: Flags
    kernels: NDArray[Any]
    kernels_known: Flags


@dataclass(frozen=True, slots=True)
class Sums:
    """What CACC hands on.

    Attributes:
        values: int32, or FP32 codes as uint32, [kernels, output height, output width].
        known: which of them are known, bool of the same shape.
        saturated: how many sums CACC counts as saturated.
    """

    values: NDArray[Any]
    known: Flags
    saturated: int


def taken_apart(conv: Conv, config: HwConfig, data: Fetched, weights: Fetched) -> Operands:
    """The operands in the bytes that CDMA fetched; weights that were not fetched are unknown."""
    cube, kernels = conv.features.layout(config), conv.kernel_layout(config)
    conversion = Conversion(
        in_precision=conv.input.precision,
        proc_precision=conv.precision,
        enabled=conv.input.convertor.enabled,
        offset=conv.input.convertor.offset,
        scale=conv.input.convertor.scale,
        truncate=conv.input.convertor.truncate,
        nan_to_zero=conv.input.nan_to_zero,
    )
    raw = _codes(cube.unpack(data.data), conv.input.precision)
    codes = _codes(kernels.unpack(_filled(weights.data, kernels, 0)), conv.precision)
    if conv.input.nan_to_zero and conv.precision == "FP16":  # of weights too, seen on the part
        codes = half_nan_to_zero(codes)
    return Operands(
        conversion.apply(raw),
        _whole(cube.unpack(data.known)),
        codes,
        _whole(kernels.unpack(_filled(weights.known, kernels, False))),
    )


def sums_of(conv: Conv, config: HwConfig, operands: Operands) -> Sums:
    """Multiply and add up."""
    geometry = geometry_of(conv)
    known = known_outputs(operands.data_known, operands.kernels_known, geometry)
    if conv.precision == "FP16":
        return Sums(convolve_half(operands.data, operands.kernels, geometry, config.mac_channels), known, 0)
    sums = convolve_integer(operands.data, operands.kernels, geometry, config.mac_channels)
    values, saturated = truncate(sums, conv.clip_truncate)
    return Sums(values, known, saturated)


def geometry_of(conv: Conv) -> Geometry:
    """How the kernels move over the input."""
    return Geometry(
        out_height=conv.output.height,
        out_width=conv.output.width,
        stride_x=conv.kernel.stride_x,
        stride_y=conv.kernel.stride_y,
        dilation_x=conv.kernel.dilation_x,
        dilation_y=conv.kernel.dilation_y,
        pad_left=conv.padding.left,
        pad_top=conv.padding.top,
        pad_value=conv.padding.value,
    )


def count_special_inputs(conv: Conv, data: Fetched, weights: Fetched) -> dict[tuple[str, str], int]:
    """What CDMA counts of NaN and infinities, as far as what it fetched is known: unused lanes and padding as well."""
    counts: dict[tuple[str, str], int] = {}
    for name, fetched, precision in (
        ("DATA", data, conv.input.precision),
        ("WEIGHT", weights, conv.precision),
    ):
        if precision != "FP16":
            nan, infinite = 0, 0
        elif fetched.known.all():
            nan, infinite = count_special(fetched.data.view(np.uint16))
        else:
            continue
        counts["CDMA", f"D_NAN_INPUT_{name}_NUM"], counts["CDMA", f"D_INF_INPUT_{name}_NUM"] = nan, infinite
    return counts


def _codes(elements: NDArray[np.uint8], precision: str) -> NDArray[Any]:
    """Elements of bytes, [..., element bytes], as codes."""
    return np.ascontiguousarray(elements).view(CODES[precision])[..., 0]


def _whole(known: Flags) -> Flags:
    """Which elements are known with all their bytes, given for each byte."""
    whole: Flags = np.logical_and.reduce(known, axis=-1)
    return whole


def _filled(atoms: NDArray[Any], layout: KernelLayout, rest: int | bool) -> NDArray[Any]:
    """As many atoms as the kernels take, where fewer or more were fetched."""
    needed = layout.extent[2]
    if len(atoms) >= needed:
        return atoms[:needed]
    whole = np.full((needed, layout.atom_bytes), rest, atoms.dtype)
    whole[: len(atoms)] = atoms
    return whole
