"""What a convolution reads, as its descriptor has it, and what else there is beside its shape."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import weight_bytes
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import Compression, ConvWeights
from models.nvdla.conv.view import extended_size
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.mapping.banks import stored_kernel_bytes
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.post_processing.operators import SdpOperators


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What layers of some kinds have beside input, weights and output.

    Attributes:
        second: where the second plane of an image lies.
        batch_strides: bytes from one cube of the input to the next, and of the output.
        weight_bytes: of compressed weights in memory.
        compression: mask and group sizes of compressed weights.
        operators: what SDP does with the result; None: what the shape says.
    """

    second: Side | None = None
    batch_strides: tuple[int, int] = (0, 0)
    weight_bytes: int | None = None
    compression: Compression | None = None
    operators: SdpOperators | None = None


NOTHING = Beside()


def features_of(shape: ConvShape, config: HwConfig, source: Side, beside: Beside) -> ConvInput:
    """A cube, or those of several batches."""
    line_packed = source.line_stride_bytes == shape.width * config.atom_bytes
    cube = ConvInput(
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
        batches=shape.batches,
        batch_stride_bytes=beside.batch_strides[0],
    )
    if not shape.winograd:
        return cube
    width, height = extended_size(cube, shape.kernel, shape.padding)
    return replace(cube, extended_width=width, extended_height=height)


def image_of(shape: ConvShape, source: Side, beside: Beside) -> ConvImage:
    """An image."""
    image = shape.image
    assert image is not None
    return ConvImage(
        precision=shape.in_precision,
        pixel_format=image.pixel_format,
        channels=shape.channels,
        height=shape.height,
        width=shape.width,
        side=source,
        second=beside.second,
        x_offset=image.x_offset,
        signed=image.signed,
        grains=shape.grains,
        convertor=shape.convertor,
        means=image.means,
        nan_to_zero=shape.nan_to_zero,
    )


def weights_of(shape: ConvShape, config: HwConfig, weights: Side, beside: Beside) -> ConvWeights:
    """Weights: of compressed ones as many bytes as there are, as far as that is known."""
    kernel_bytes = stored_kernel_bytes(shape, config)
    whole = weight_bytes(config, shape.kernels, kernel_bytes)
    return ConvWeights(
        ram=weights.ram,
        address=weights.address,
        size_bytes=whole if beside.weight_bytes is None else beside.weight_bytes,
        kernels=shape.kernels,
        kernel_bytes=kernel_bytes,
        compression=beside.compression,
    )
