"""The descriptors of a convolution and its SDP layer: every register that follows from others is worked out here."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.codec.memory import split_address
from models.nvdla.config import HwConfig
from models.nvdla.conv.constructor import conv_of
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import Compression, weight_side
from models.nvdla.conv.parts import ConvOutput
from models.nvdla.registers import registers
from models.nvdla.rules import plays_right
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.nvdla.conv.mapping.banks import share_buffer
from sequences.nvdla.conv.mapping.placed import PlacedConv
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.elements.components import pixel_format_of
from sequences.nvdla.tensors.images import image_at_zero
from sequences.nvdla.tensors.side_shape import SideShape


def describe(placed: PlacedConv, config: HwConfig) -> tuple[Conv, Sdp]:
    """The descriptors of a layer whose surfaces lie somewhere.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    shape = placed.shape
    conv = conv_of(
        config,
        placed.input(config),
        shape.kernel,
        precision=shape.precision,
        kernels=shape.kernels,
        weights=placed.weights,
        padding=shape.padding,
        mode=shape.mode,
        compression=placed.compression,
        weight_bytes=placed.weight_bytes,
        buffer=share_buffer(shape, config),
        clip_truncate=shape.clip_truncate,
        pra_truncate=shape.pra_truncate,
        post_extension=shape.post_extension,
    )
    sdp = Sdp(
        precision=shape.precision,
        out_precision=shape.out_precision,
        channels=shape.kernels,
        height=conv.output.height,
        width=conv.output.width,
        destination=placed.destination,
        nan_to_zero=shape.flush_sums,
        winograd=shape.winograd,
        batches=shape.batches,
        batch_stride_bytes=placed.batch_strides[1],
        x1=shape.x1,
        convertor=shape.out_convertor,
        count_saturation=shape.count_saturation,
        count_nan=shape.count_nan,
    )
    conv = replace(conv, output=_output(conv.output, placed.destination, config))
    return conv, sdp if placed.operators is None else placed.operators.in_layer(sdp)


def describe_at_zero(shape: ConvShape, config: HwConfig) -> tuple[Conv, Sdp]:
    """The descriptors of a layer whose surfaces all begin at address 0, nothing of its weights left out.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    source, second = _source_at_zero(shape, config)
    placed = PlacedConv(
        shape=shape,
        source=source,
        weights=weight_side(shape.weight_ram, 0),
        destination=_destination_at_zero(shape, config),
        second=second,
        compression=Compression(mask_address=0, mask_bytes=0, sizes_address=0) if shape.compressed else None,
    )
    conv, sdp = describe(placed, config)
    if shape.batches == 1:
        return conv, sdp
    unit = 2 * config.atom_bytes
    sizes = conv.features.layout(config).size_bytes, sdp.layout(config).size_bytes
    strides = tuple(
        (ceil_div(size, step) + apart) * step
        for size, apart, step in zip(sizes, shape.apart, (config.atom_bytes, unit), strict=True)
    )
    return (
        replace(conv, input=replace(conv.features, batch_stride_bytes=strides[0])),
        replace(sdp, batch_stride_bytes=strides[1]),
    )


def describe_fitting(shape: ConvShape, config: HwConfig) -> tuple[Conv, Sdp] | None:
    """The same; None where it does not fit the convolution buffer, or the part plays it wrongly."""
    try:
        layer = describe_at_zero(shape, config)
    except ValueError:
        return None
    return layer if plays_right(layer[0], config) else None


def cube_at_zero(side: SideShape, height: int, width: int, config: HwConfig) -> Side:
    """The side of a feature cube at address 0; a cube of one pixel is packed whatever its gaps."""
    loose = side if (height, width) != (1, 1) else SideShape(side.ram)
    return loose.at_zero(width, height, config.atom_bytes)


def _source_at_zero(shape: ConvShape, config: HwConfig) -> tuple[Side, Side | None]:
    """Where the input lies, and the second plane of an image."""
    if shape.image is None:
        return cube_at_zero(shape.source, shape.height, shape.width, config), None
    pixel, size = pixel_format_of(shape.image.pixel_format), (shape.height, shape.width)
    ram, gaps, x_offset = shape.source.ram, shape.source.gaps, shape.image.x_offset
    layout = image_at_zero(pixel, ram, size, x_offset=x_offset, gaps=gaps, config=config)
    first, *second = (plane.side for plane in layout.planes)
    return first, second[0] if second else None


def _destination_at_zero(shape: ConvShape, config: HwConfig) -> Side:
    """Where the output lies: of several batches everything at multiples of two atoms."""
    height, width = shape.out_height, shape.out_width
    if shape.batches == 1:
        return cube_at_zero(shape.destination, height, width, config)
    return shape.destination.at_zero(ceil_div(width, 2), height, 2 * config.atom_bytes)


def _output(output: ConvOutput, destination: Side, config: HwConfig) -> ConvOutput:
    """The output with its place as far as CACC's registers have it: it needs no more."""
    low, _ = split_address(destination.address)
    bits = registers(config).CACC.D_LINE_STRIDE.LINE_STRIDE.mask
    return replace(
        output,
        address=low,
        line_stride_bytes=destination.line_stride_bytes & bits,
        surface_stride_bytes=destination.surface_stride_bytes & bits,
    )
