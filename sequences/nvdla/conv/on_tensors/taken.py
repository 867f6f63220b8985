"""A convolution and the SDP layer that takes its result."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import FLYING_OUT
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.conv.on_tensors.fitting import need_pairs
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.post_processing.given import ProcessedCube
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.operators import SdpOperators
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.tensor import Tensor


def with_sdp(shape: ConvShape, taker: SdpLayer, config: HwConfig) -> ConvShape:
    """A convolution with the output of the layer behind it.

    Raises:
        ValueError: the output is none for it, or it hands on what the layer behind SDP cannot take.
    """
    y = taker.y
    if y is not None:
        _need_fitting(shape, y, config)
    if taker.taker is not None and (shape.winograd or shape.batches > 1):
        what = "kernels for Winograd" if shape.winograd else f"{shape.batches} batches"
        raise ValueError(f"Convolve: {what}, and PDP takes one cube line by line: write y, and pool it from memory")
    return replace(
        shape,
        out_precision=taker.made_of(shape.precision),
        out_convertor=taker.convertor,
        flush_sums=taker.nan_to_zero,
    )


def processed_by(shape: ConvShape, taker: SdpLayer, config: HwConfig) -> SdpOperators:
    """What SDP's operators do with what a convolution gives.

    Raises:
        ValueError: they cannot, or operands do not fit.
    """
    cube = shape.kernels, shape.out_height, shape.out_width
    return taker.operators(ProcessedCube(shape.precision, cube, shape.batches, config))


def _need_fitting(shape: ConvShape, y: Tensor | TensorBatch, config: HwConfig) -> None:
    outputs = FLYING_OUT[shape.precision]
    wanted: tuple[int, ...] = (shape.kernels, shape.out_height, shape.out_width)
    if isinstance(y, TensorBatch):
        wanted = (shape.batches, *wanted)
    batched = isinstance(y, TensorBatch) or shape.batches == 1
    if not isinstance(y.layout, FeatureCube):
        raise ValueError("SdpLayer: y has planes and must be a cube: make it with layout='cube'")
    if y.shape != wanted or not batched:
        sizes = "x".join(map(str, wanted)), "x".join(map(str, y.shape))
        batches = f"{shape.batches} batches of " if shape.batches > 1 and not batched else ""
        raise ValueError(
            f"SdpLayer: the convolution gives {batches}a cube of {sizes[0]} (channels x height x width), "
            f"y has {sizes[1]}"
        )
    if shape.batches > 1:
        need_pairs(y, config)
    if shape.winograd or shape.batches > 1:
        outputs = tuple(name for name in outputs if ELEMENT_BYTES[name] == ELEMENT_BYTES[shape.precision])
    if y.precision not in outputs:
        raise ValueError(f"SdpLayer: {shape.precision} becomes {' or '.join(outputs)}, not {y.precision}")
