"""A convolution and where its surfaces lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import Compression
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.post_processing.operators import SdpOperators


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedConv:
    """A convolution and where its surfaces lie.

    Attributes:
        shape: the convolution.
        source: where the input lies; `weights` and `destination` likewise.
        second: where the second plane of an image lies.
        batch_strides: bytes from one cube of the input to the next, and of the output.
        weight_bytes: of compressed weights in memory.
        compression: where mask and group sizes of compressed weights lie.
        operators: what SDP does with the result; None: what the shape says.
    """

    shape: ConvShape
    source: Side
    weights: Side
    destination: Side
    second: Side | None = None
    batch_strides: tuple[int, int] = (0, 0)
    weight_bytes: int | None = None
    compression: Compression | None = None
    operators: SdpOperators | None = None

    def input(self, config: HwConfig) -> ConvInput | ConvImage:
        """What it reads as data, without the flags and sizes that `conv_of` works out."""
        shape, image = self.shape, self.shape.image
        common: dict[str, Any] = {
            "precision": shape.in_precision,
            "channels": shape.channels,
            "height": shape.height,
            "width": shape.width,
            "side": self.source,
            "convertor": shape.convertor,
            "nan_to_zero": shape.nan_to_zero,
        }
        if image is None:
            packed = self.source.line_stride_bytes == shape.width * config.atom_bytes
            grains, apart = shape.grains if packed else 1, self.batch_strides[0]
            return ConvInput(**common, grains=grains, batches=shape.batches, batch_stride_bytes=apart)
        return ConvImage(
            **common,
            pixel_format=image.pixel_format,
            second=self.second,
            x_offset=image.x_offset,
            signed=image.signed,
            grains=shape.grains,
            means=image.means,
        )
