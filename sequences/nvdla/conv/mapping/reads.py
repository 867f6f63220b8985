"""What a convolution reads, as its descriptor has it, and what else there is beside its shape."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import Compression
from models.nvdla.surfaces.side import Side
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
    """A cube, or those of several batches, without the flags and sizes that `conv_of` works out."""
    line_packed = source.line_stride_bytes == shape.width * config.atom_bytes
    return ConvInput(
        precision=shape.in_precision,
        channels=shape.channels,
        height=shape.height,
        width=shape.width,
        side=source,
        grains=shape.grains if line_packed else 1,
        convertor=shape.convertor,
        nan_to_zero=shape.nan_to_zero,
        batches=shape.batches,
        batch_stride_bytes=beside.batch_strides[0],
    )


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
