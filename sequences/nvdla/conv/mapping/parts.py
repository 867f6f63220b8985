"""The descriptors of a convolution in several hardware layers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.mapping.describe import describe
from sequences.nvdla.conv.mapping.placed import PlacedConv
from sequences.nvdla.conv.mapping.split import Split, shape_of, stretches_of
from sequences.nvdla.conv.mapping.strategy import Mode, choose
from sequences.nvdla.conv.shapes import ConvShape

Layers = tuple[tuple[Conv, Sdp], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvPart:
    """One of several hardware layers that go on from each other in the convolution buffer.

    Attributes:
        shape: what it looks like: all lines that it works on, and its banks.
        first: line of the input that it begins with; `out_first` that of the output.
        kept: its lines that the layer before leaves in the buffer: all, the first ones, or none.
        reuse_weights: that one leaves its weights there.
        leave: lines that it leaves in the buffer: all, the last ones, or none.
        keep_weights: it leaves its weights there.
    """

    shape: ConvShape
    first: int
    out_first: int = 0
    kept: int = 0
    reuse_weights: bool = False
    leave: int = 0
    keep_weights: bool = False


def describe_any_size(whole: PlacedConv, config: HwConfig, split: Split | None = None) -> Layers:
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
        return (describe(whole, config),)
    strategy = choose(shape, config)
    shape = replace(shape, data_banks=strategy.data_banks, weight_banks=strategy.weight_banks)
    whole = replace(whole, shape=shape)
    if split is None and strategy.mode is not Mode.SPLIT_HEIGHT:
        return (describe(whole, config),)
    split = split or Split()
    lines = strategy.lines if split.lines is None else min(split.lines, strategy.lines)
    stretches = stretches_of(shape, lines, keep_lines=split.keep_lines)
    keep_weights = split.keep_weights and strategy.all_weights
    return tuple(
        describe_part(
            whole,
            config,
            ConvPart(
                shape=shape_of(shape, item),
                first=item.first,
                out_first=item.out_first,
                kept=item.kept,
                leave=item.lines - item.release,
                reuse_weights=keep_weights and item is not stretches[0],
                keep_weights=keep_weights and item is not stretches[-1],
            ),
        )
        for item in stretches
    )


def describe_part(whole: PlacedConv, config: HwConfig, part: ConvPart) -> tuple[Conv, Sdp]:
    """The descriptors of one hardware layer.

    Args:
        whole: it on the whole input and output.
        config: the hardware configuration.
        part: what it does of that.

    Raises:
        ValueError: it does not fit the convolution buffer.
    """
    second, operators, height = whole.second, whole.operators, part.shape.height
    placed = replace(
        whole,
        shape=part.shape,
        source=below(whole.source, part.first),
        destination=below(whole.destination, part.out_first),
        second=None if second is None else below(second, part.first),
        operators=None if operators is None else operators.below(part.out_first),
    )
    conv, sdp = describe(placed, config)
    all_kept = part.leave == height
    buffer = replace(
        conv.buffer,
        release_slices=conv.buffer.release_slices - (0 if all_kept else part.leave),
        keep_data=all_kept,
        keep_weights=part.keep_weights,
        reuse_data=part.kept > 0,
        reuse_weights=part.reuse_weights,
    )
    fetched = without_lines(conv.input, part.kept if part.kept < height else 0)
    return replace(conv, input=fetched, buffer=buffer), sdp


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
