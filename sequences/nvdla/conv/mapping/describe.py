"""The descriptors of a convolution and its SDP layer: every register that follows from others is worked out here."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import mask_bytes
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import Compression, weight_side
from models.nvdla.conv.parts import ConvOutput
from models.nvdla.conv.view import csc_kernel, view_of
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.layout import ceil_div
from models.nvdla.surfaces.side import Side, split_address
from sequences.nvdla.conv.mapping.banks import share_buffer, stored_kernel_bytes
from sequences.nvdla.conv.mapping.reads import NOTHING, Beside, features_of, image_of, weights_of
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.elements.components import pixel_format_of
from sequences.nvdla.tensors.images import image_at_zero
from sequences.nvdla.tensors.side_shape import SideShape


def describe(
    shape: ConvShape,
    config: HwConfig,
    source: Side,
    weights: Side,
    destination: Side,
    *,
    beside: Beside = NOTHING,
) -> tuple[Conv, Sdp]:
    """The descriptors of a layer whose surfaces lie there.

    Args:
        shape: the layer.
        config: the hardware configuration.
        source: of the input.
        weights: of the weights.
        destination: of the output.
        beside: what else there is.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    height, width = shape.out_height, shape.out_width
    packed = (height, width) == (1, 1) and shape.batches == 1
    low, _ = split_address(destination.address)
    cube = image_of(shape, source, beside) if shape.image else features_of(shape, config, source, beside)
    conv = Conv(
        precision=shape.precision,
        input=cube,
        weights=weights_of(shape, config, weights, beside),
        kernel=csc_kernel(shape.mode, cube, shape.kernel),
        view=view_of(shape.mode, cube, shape.kernel, shape.padding, config),
        padding=shape.padding,
        buffer=share_buffer(shape, config),
        output=ConvOutput(
            height=height,
            width=width,
            address=low,
            line_stride_bytes=destination.line_stride_bytes & _stride_bits(config),
            surface_stride_bytes=destination.surface_stride_bytes & _stride_bits(config),
            line_packed=packed,
            surface_packed=packed,
        ),
        atomics=height * width,
        clip_truncate=shape.clip_truncate,
        mode=shape.mode,
        pra_truncate=shape.pra_truncate,
        post_extension=shape.post_extension,
    )
    sdp = Sdp(
        precision=shape.precision,
        out_precision=shape.out_precision,
        channels=shape.kernels,
        height=height,
        width=width,
        destination=destination,
        nan_to_zero=shape.flush_sums,
        winograd=shape.winograd,
        batches=shape.batches,
        batch_stride_bytes=beside.batch_strides[1],
        x1=shape.x1,
        convertor=shape.out_convertor,
        count_saturation=shape.count_saturation,
        count_nan=shape.count_nan,
    )
    return conv, sdp if beside.operators is None else beside.operators.in_layer(sdp)


def describe_at_zero(shape: ConvShape, config: HwConfig) -> tuple[Conv, Sdp]:
    """The descriptors of a layer whose surfaces all begin at address 0, nothing of its weights left out.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    source, second = _source_at_zero(shape, config)
    weights = weight_side(shape.weight_ram, 0)
    destination, unit = _destination_at_zero(shape, config), 2 * config.atom_bytes
    size = mask_bytes(config, shape.kernels, stored_kernel_bytes(shape, config), shape.precision)
    mask = Compression(mask_address=0, mask_bytes=size, sizes_address=0)
    beside = Beside(second=second, compression=mask if shape.compressed else None)
    conv, sdp = describe(shape, config, source, weights, destination, beside=beside)
    if shape.batches == 1:
        return conv, sdp
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
    """The same; None where it does not fit the convolution buffer."""
    try:
        return describe_at_zero(shape, config)
    except ValueError:
        return None


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


def _stride_bits(config: HwConfig) -> int:
    """The bits of a stride that CACC's registers hold: it needs no others."""
    return registers(config).CACC.D_LINE_STRIDE.LINE_STRIDE.mask
