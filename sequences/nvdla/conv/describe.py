"""The descriptors of a convolution and its SDP layer: every register that follows from others is worked out here."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.cbuf import weight_bytes
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.inputs import ConvInput
from models.nvdla.conv.parts import ConvOutput
from models.nvdla.conv.view import DIRECT, view_of
from models.nvdla.conv.weights import ConvWeights, weight_side
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side, split_address
from sequences.nvdla.conv.banks import share_buffer
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.side_shape import SideShape


def describe(shape: ConvShape, config: HwConfig, source: Side, weights: Side, destination: Side) -> tuple[Conv, Sdp]:
    """The descriptors of a layer whose surfaces lie there.

    Args:
        shape: the layer.
        config: the hardware configuration.
        source: of the input.
        weights: of the weights.
        destination: of the output.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    height, width = shape.out_height, shape.out_width
    one_pixel = (height, width) == (1, 1)
    low, _ = split_address(destination.address)
    cube = _input(shape, config, source)
    conv = Conv(
        precision=shape.precision,
        input=cube,
        weights=ConvWeights(
            ram=weights.ram,
            address=weights.address,
            size_bytes=weight_bytes(config, shape.kernels, shape.kernel_bytes),
            kernels=shape.kernels,
            kernel_bytes=shape.kernel_bytes,
        ),
        kernel=shape.kernel,
        view=view_of(DIRECT, cube, shape.kernel, shape.padding, config),
        padding=shape.padding,
        buffer=share_buffer(shape, config),
        output=ConvOutput(
            height=height,
            width=width,
            address=low,
            line_stride_bytes=destination.line_stride_bytes & _told_bits(config),
            surface_stride_bytes=destination.surface_stride_bytes & _told_bits(config),
            line_packed=one_pixel,
            surface_packed=one_pixel,
        ),
        atomics=height * width,
        clip_truncate=shape.clip_truncate,
    )
    sdp = Sdp(
        precision=shape.precision,
        out_precision=shape.out_precision,
        channels=shape.kernels,
        height=height,
        width=width,
        destination=destination,
        nan_to_zero=shape.flush_sums,
        x1=shape.x1,
        convertor=shape.out_convertor,
        count_saturation=shape.count_saturation,
        count_nan=shape.count_nan,
    )
    return conv, sdp


def describe_at_zero(shape: ConvShape, config: HwConfig) -> tuple[Conv, Sdp]:
    """The descriptors of a layer whose surfaces all begin at address 0.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    source = cube_at_zero(shape.source, shape.height, shape.width, config)
    weights = weight_side(shape.weight_ram, 0)
    destination = cube_at_zero(shape.destination, shape.out_height, shape.out_width, config)
    return describe(shape, config, source, weights, destination)


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


def _told_bits(config: HwConfig) -> int:
    """The bits of a stride that CACC's registers hold: it needs no others."""
    return registers(config).CACC.D_LINE_STRIDE.LINE_STRIDE.mask


def _input(shape: ConvShape, config: HwConfig, source: Side) -> ConvInput:
    line_packed = source.line_stride_bytes == shape.width * config.atom_bytes
    return ConvInput(
        precision=shape.in_precision,
        channels=shape.channels,
        height=shape.height,
        width=shape.width,
        side=source,
        line_packed=line_packed,
        surface_packed=source.surface_stride_bytes == shape.height * source.line_stride_bytes,
        grains=shape.grains if line_packed else 1,
        convertor=shape.convertor,
        nan_to_zero=shape.nan_to_zero,
    )
