"""The values of a convolution: from what stands in the buffer to what CACC hands to SDP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.slices import Slices, counted_halves
from models.nvdla.conv.buffer.streams import Kernels, stored_layout
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.fetch.convertor import count_special
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.multiply.fp16.convolve import convolve_half
from models.nvdla.conv.multiply.fp16.winograd import convolve_half_tiles
from models.nvdla.conv.multiply.integer import IntegerSums, convolve_integer, truncate
from models.nvdla.conv.multiply.winograd import convolve_tiles, known_tile_outputs
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.conv.sequence.geometry import Geometry, known_outputs
from models.nvdla.conv.sequence.image import ImageMoves
from models.nvdla.conv.sequence.pre_addition import add_up
from models.nvdla.surfaces.image_and_winograd_weights import ImageKernels


@dataclass(frozen=True, slots=True)
class Sums:
    """What CACC hands on.

    Attributes:
        values: int32, or FP32 codes as uint32, [batches, kernels, output height, output width].
        known: which of them are known, bool of the same shape.
        saturated: how many sums CACC counts as saturated.
    """

    values: NDArray[Any]
    known: Flags
    saturated: int


def sums_of(conv: Conv, config: HwConfig, data: Slices, kernels: Kernels) -> Sums:
    """Multiply and add up, each batch with the same kernels."""
    results = [
        _truncated(conv, config, *accumulated(conv, config, (cube, flags), kernels))
        for cube, flags in zip(data.codes, data.known, strict=True)
    ]
    if len(results) == 1:
        return results[0]
    return Sums(
        np.concatenate([item.values for item in results]),
        np.concatenate([item.known for item in results]),
        sum(item.saturated for item in results),
    )


def unknown_sums(conv: Conv) -> Sums:
    """What CACC hands on where nobody knows it."""
    shape = conv.input.batches, conv.weights.kernels, conv.output.height, conv.output.width
    dtype = np.uint32 if conv.precision == "FP16" else np.int32
    return Sums(np.zeros(shape, dtype), np.zeros(shape, np.bool_), 0)


Data = tuple[NDArray[Any], Flags]
"""Elements of a batch, [channels, lines, columns], and which are known."""
Raw = tuple[NDArray[Any], Flags]
"""Sums as they stand in the accumulator, or FP32 codes, and which are known."""


def accumulated(conv: Conv, config: HwConfig, data: Data, kernels: Kernels) -> Raw:
    """The sums of a batch as they stand in the accumulator, [kernels, output height, output width]."""
    multiply = _winograd if conv.mode == WINOGRAD else _image if isinstance(conv.input, ConvImage) else _direct
    return multiply(conv, config, data, kernels)


def _direct(conv: Conv, config: HwConfig, data: Data, kernels: Kernels) -> Raw:
    return _convolved(conv, data, (kernels.codes, kernels.known), geometry_of(conv), config.mac_channels)


def _image(conv: Conv, config: HwConfig, data: Data, kernels: Kernels) -> Raw:
    """An image as the direct convolution that it comes to."""
    geometry, layout = geometry_of(conv), stored_layout(conv, config)
    assert isinstance(layout, ImageKernels)
    codes, known = data
    moves = ImageMoves(geometry, conv.taps.height, conv.taps.width, conv.post_extension)
    lined = moves.channels(codes, geometry.pad_element(codes.dtype)), moves.channels(known, outside=True)
    turned = layout.line_up(kernels.codes), layout.line_up(kernels.known)
    return _convolved(conv, lined, turned, moves.direct, moves.step_channels(len(codes), config.mac_channels))


def _convolved(conv: Conv, data: Data, kernels: Data, geometry: Geometry, step_channels: int) -> Raw:
    known = known_outputs(data[1], kernels[1], geometry)
    convolve: Any = convolve_half if conv.precision == "FP16" else convolve_integer
    return convolve(data[0], kernels[0], geometry, step_channels), known


def _winograd(conv: Conv, config: HwConfig, data: Data, kernels: Kernels) -> Raw:  # noqa: ARG001 - as the others
    size, (codes, flags) = conv.output.size, data
    tiles = add_up(codes, size, min(conv.pra_truncate, PRA_TRUNCATE_AT_MOST))
    known = known_tile_outputs(flags, kernels.known, size)
    convolve: Any = convolve_half_tiles if conv.precision == "FP16" else convolve_tiles
    return convolve(tiles, kernels.codes, size), known


def _truncated(conv: Conv, config: HwConfig, values: NDArray[Any] | IntegerSums, known: Flags) -> Sums:
    if conv.precision == "FP16":
        return Sums(values[None], known[None], 0)
    group = group_kernels(config, conv.precision) if "cacc-whole-groups" in config.errata else 0
    sums, saturated = truncate(values, conv.clip_truncate, group)
    return Sums(sums[None], known[None], saturated)


def geometry_of(conv: Conv) -> Geometry:
    """How the kernels move over the input; the padding left of an image is in its lines."""
    taps = conv.taps
    return Geometry(
        out_height=conv.output.height,
        out_width=conv.output.width,
        stride_x=taps.stride_x,
        stride_y=taps.stride_y,
        dilation_x=taps.dilation_x,
        dilation_y=taps.dilation_y,
        pad_left=conv.padding.left,
        pad_top=conv.padding.top,
        pad_value=conv.padding.value,
    )


def count_special_inputs(
    conv: Conv, config: HwConfig, data: Sequence[Fetched], weights: Sequence[Fetched]
) -> dict[tuple[str, str], int]:
    """What CDMA counts of NaN and infinities, as far as what it fetched is known."""
    counts: dict[tuple[str, str], int] = {}
    for name, fetched, precision in (("DATA", data, conv.input.precision), ("WEIGHT", weights[:1], conv.precision)):
        found = np.zeros(2, np.int64)
        if precision == "FP16" and fetched:
            if not all(item.settled for item in fetched):
                continue
            halves = counted_halves(conv, config, data) if name == "DATA" else [fetched[0].data.view(np.uint16)]
            for codes in halves:
                found += count_special(codes)
        counts["CDMA", f"D_NAN_INPUT_{name}_NUM"], counts["CDMA", f"D_INF_INPUT_{name}_NUM"] = map(int, found)
    return counts
