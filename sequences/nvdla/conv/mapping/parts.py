"""The descriptors of a convolution in several hardware layers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.mapping.describe import describe
from sequences.nvdla.conv.mapping.reads import NOTHING, Beside
from sequences.nvdla.conv.mapping.split import Split, Stretch, shape_of, stretches_of
from sequences.nvdla.conv.mapping.strategy import Mode, choose
from sequences.nvdla.conv.shapes import ConvShape

Layers = tuple[tuple[Conv, Sdp], ...]


@dataclass(frozen=True, slots=True)
class WholeConv:
    """A convolution and where its surfaces lie.

    Attributes:
        shape: the convolution.
        source: of the input.
        weights: of the weights.
        destination: of the output.
        beside: what else there is.
    """

    shape: ConvShape
    source: Side
    weights: Side
    destination: Side
    beside: Beside = NOTHING


def describe_whole(whole: WholeConv, config: HwConfig) -> tuple[Conv, Sdp]:
    """The descriptors of a convolution as one hardware layer.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    return describe(whole.shape, config, whole.source, whole.weights, whole.destination, beside=whole.beside)


def describe_any_size(whole: WholeConv, config: HwConfig, split: Split | None = None) -> Layers:
    """The hardware layers of a convolution, with the SDP layer of each: one where the buffer is large enough.

    Args:
        whole: the convolution.
        config: the hardware configuration.
        split: how it is split; None: only where it must be.

    Raises:
        ValueError: not even a part of it fits the buffer, or it is of a kind that is not split.
    """
    shape = whole.shape
    if shape.batches > 1:
        if split is not None:
            raise ValueError("split is given, and several batches are not split: leave it out")
        return (describe_whole(whole, config),)
    strategy = choose(shape, config)
    shape = replace(shape, data_banks=strategy.data_banks, weight_banks=strategy.weight_banks)
    whole = replace(whole, shape=shape)
    if split is None and strategy.mode is not Mode.SPLIT_HEIGHT:
        return (describe_whole(whole, config),)
    split = split or Split()
    lines = strategy.lines if split.lines is None else min(split.lines, strategy.lines)
    stretches = stretches_of(shape, lines, keep_lines=split.keep_lines)
    keep_weights = split.keep_weights and strategy.all_weights
    found = []
    for item in stretches:
        reuse, keep = keep_weights and item is not stretches[0], keep_weights and item is not stretches[-1]
        found.append(_part(whole, config, item, reuse_weights=reuse, keep_weights=keep))
    return tuple(found)


def _part(
    whole: WholeConv, config: HwConfig, item: Stretch, *, reuse_weights: bool, keep_weights: bool
) -> tuple[Conv, Sdp]:
    """The descriptors of one hardware layer.

    Args:
        whole: the convolution, with its banks.
        config: the hardware configuration.
        item: what the layer does of it.
        reuse_weights: it finds its weights in the buffer.
        keep_weights: it leaves them there.
    """
    second, operators = whole.beside.second, whole.beside.operators
    part = replace(
        whole,
        shape=shape_of(whole.shape, item),
        source=below(whole.source, item.first),
        destination=below(whole.destination, item.out_first),
        beside=replace(
            whole.beside,
            second=None if second is None else below(second, item.first),
            operators=None if operators is None else operators.below(item.out_first),
        ),
    )
    conv, sdp = describe_whole(part, config)
    buffer = replace(
        conv.buffer,
        release_slices=conv.buffer.release_slices - (item.lines - item.release),
        reuse_data=item.kept > 0,
        reuse_weights=reuse_weights,
        keep_weights=keep_weights,
    )
    return replace(conv, input=without_lines(conv.input, item.kept), buffer=buffer), sdp


def without_lines(cube: ConvInput | ConvImage, kept: int) -> ConvInput | ConvImage:
    """An input of which CDMA fetches all but some first lines."""
    height, side, grains = cube.height - kept, below(cube.side, kept), min(cube.grains, cube.height - kept)
    if isinstance(cube, ConvImage):
        second = None if cube.second is None else below(cube.second, kept)
        return replace(cube, side=side, second=second, height=height, grains=grains)
    packed = side.surface_stride_bytes == height * side.line_stride_bytes
    return replace(cube, side=side, height=height, surface_packed=packed, grains=grains)


def below(side: Side, lines: int) -> Side:
    """A surface without its first lines."""
    return replace(side, address=side.address + lines * side.line_stride_bytes)
