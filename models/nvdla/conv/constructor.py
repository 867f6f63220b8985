"""Constructors of convolutions: part of a layer is chosen, everything else follows from it.

Stimulus, breakers of rules and tests make their layers so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer import sizes
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import Compression, ConvWeights, weight_side
from models.nvdla.conv.parts import DIRECT, WINOGRAD, Buffer, ConvOutput, Kernel, Padding
from models.nvdla.conv.view import csc_kernel, extended_size, output_size, view_of
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div

INPUT_AT, SECOND_AT, WEIGHTS_AT, MASK_AT, SIZES_AT = (1 << bit for bit in range(25, 30))
"""Where small layers have what they read."""
NO_PADDING = Padding()
KERNEL, PADDING = Kernel(height=2, width=3), Padding(left=1, right=1, top=1)
"""Of small layers."""


def conv_of(
    config: HwConfig,
    cube: ConvInput | ConvImage,
    taps: Kernel,
    *,
    precision: str,
    kernels: int,
    weights: Side,
    padding: Padding = NO_PADDING,
    mode: str = DIRECT,
    compression: Compression | None = None,
    weight_bytes: int | None = None,
    buffer: Buffer | None = None,
    **fields: Any,  # noqa: ANN401 - of the layer
) -> Conv:
    """A layer on an input; flags and sizes that follow from others need not be right in that.

    Args:
        config: the hardware configuration.
        cube: the input.
        taps: rows and columns of a kernel on the input, and how it moves.
        precision: of the multiplication.
        kernels: how many there are.
        weights: where they lie.
        padding: what lies around the input.
        mode: ``DIRECT`` or ``WINOGRAD``.
        compression: where mask and group sizes of compressed weights lie; None: weights are not compressed.
        weight_bytes: bytes of weights; None: as many as without compression.
        buffer: how the convolution buffer is used; None: data have the banks that they need, weights the others.
        fields: other fields of the layer.
    """
    cube = _input(config, cube, mode, taps, padding)
    kernel, view = csc_kernel(mode, cube, taps), view_of(mode, cube, taps, padding, config)
    kernel_bytes = sizes.kernel_bytes(view, kernel, precision)
    mask = sizes.mask_bytes(config, kernels, kernel_bytes, precision)
    if buffer is None:
        entries = sizes.slice_entries(mode, cube, view, padding, (config, precision))
        data = sizes.data_banks(config, entries, sizes.all_slices(cube, view))
        left = config.cbuf_banks - data - (compression is not None)
        buffer = Buffer(entries=entries, data_banks=data, weight_banks=left, release_slices=view.height)
    height, width = output_size(mode, cube.height, cube.width, taps, padding)
    point = height == width == 1 and cube.batches == 1
    return Conv(
        precision=precision,
        input=cube,
        weights=ConvWeights(
            ram=weights.ram,
            address=weights.address,
            size_bytes=sizes.weight_bytes(config, kernels, kernel_bytes) if weight_bytes is None else weight_bytes,
            kernels=kernels,
            kernel_bytes=kernel_bytes,
            compression=compression and replace(compression, mask_bytes=mask),
        ),
        kernel=kernel,
        view=view,
        padding=padding,
        buffer=buffer,
        output=ConvOutput(height=height, width=width, line_packed=point, surface_packed=point),
        atomics=height * width,
        mode=mode,
        **fields,
    )


def small_conv(
    config: HwConfig,
    precision: str,
    rams: tuple[str, str] = ("DBB", "DBB"),
    *,
    channels: int | None = None,
    height: int = 4,
    width: int = 6,
    gaps: tuple[int, int] = (0, 0),
    batches: int = 1,
    pixel_format: str = "",
    kernel: Kernel = KERNEL,
    padding: Padding = PADDING,
    kernels: int = 5,
    compressed: bool = False,
    **fields: Any,  # noqa: ANN401 - as of `conv_of`
) -> Conv:
    """A small legal layer, of features in two surfaces if nothing else is chosen.

    Args:
        config: the hardware configuration.
        precision: of input and multiplication.
        rams: names of the memories of input and weights.
        channels: extents of the input; `height` and `width` likewise.
        height: likewise.
        width: likewise.
        gaps: what line strides and surface strides of features are longer than lines and surfaces.
        batches: cubes, one behind the other.
        pixel_format: name of that of an image; empty: the input is a feature cube.
        kernel: rows and columns of a kernel on the input, and how it moves.
        padding: what lies around the input.
        kernels: how many there are.
        compressed: whether weights are.
        fields: what else is to be different.
    """
    size: dict[str, Any] = {"precision": precision, "height": height, "width": width, "batches": batches}
    cube = (
        _small_image(config, rams[0], pixel_format, size)
        if pixel_format
        else _small_features(config, rams[0], channels, gaps, size)
    )
    return conv_of(
        config,
        cube,
        kernel,
        precision=precision,
        kernels=kernels,
        weights=weight_side(rams[1], WEIGHTS_AT),
        padding=padding,
        compression=Compression(mask_address=MASK_AT, mask_bytes=0, sizes_address=SIZES_AT) if compressed else None,
        **fields,
    )


def _small_features(
    config: HwConfig, ram: str, channels: int | None, gaps: tuple[int, int], size: dict[str, Any]
) -> ConvInput:
    elements = config.atom_bytes // ELEMENT_BYTES[size["precision"]]
    channels = elements + 1 if channels is None else channels
    line_bytes = size["width"] * config.atom_bytes + gaps[0]
    surface_bytes = size["height"] * line_bytes + gaps[1]
    side = Side(ram=ram, address=INPUT_AT, line_stride_bytes=line_bytes, surface_stride_bytes=surface_bytes)
    cube_bytes = ceil_div(channels, elements) * surface_bytes
    return ConvInput(**size, channels=channels, side=side, batch_stride_bytes=cube_bytes)


def _small_image(config: HwConfig, ram: str, pixel_format: str, size: dict[str, Any]) -> ConvImage:
    pixel = PIXEL_FORMATS[pixel_format]
    lines = [ceil_div(size["width"] * pixel_bytes, config.atom_bytes) for pixel_bytes in pixel.plane_bytes]
    first, *second = [
        Side(ram=ram, address=address, line_stride_bytes=atoms * config.atom_bytes, surface_stride_bytes=0)
        for address, atoms in zip((INPUT_AT, SECOND_AT), lines, strict=False)
    ]
    return ConvImage(
        **size,
        pixel_format=pixel_format,
        channels=pixel.channels,
        side=first,
        second=second[0] if second else None,
    )


def _input(
    config: HwConfig, cube: ConvInput | ConvImage, mode: str, taps: Kernel, padding: Padding
) -> ConvInput | ConvImage:
    """The input with the flags and sizes that follow from where it lies and from its padding."""
    if isinstance(cube, ConvImage):
        return cube
    line_bytes, surface_bytes = cube.width * config.atom_bytes, cube.height * cube.side.line_stride_bytes
    height, width = extended_size(cube.height, cube.width, taps, padding) if mode == WINOGRAD else (0, 0)
    return replace(
        cube,
        line_packed=cube.side.line_stride_bytes == line_bytes,
        surface_packed=cube.side.surface_stride_bytes == surface_bytes,
        extended_width=width,
        extended_height=height,
    )
