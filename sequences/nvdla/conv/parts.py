"""The descriptors of a convolution in several hardware layers."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.inputs import ConvInput
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.describe import describe
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.split import Split, Stretch, shape_of, stretches_of
from sequences.nvdla.conv.strategy import Mode, choose

Layers = tuple[tuple[Conv, Sdp], ...]


def describe_any_size(
    shape: ConvShape,
    config: HwConfig,
    sides: tuple[Side, Side, Side],
    split: Split | None = None,
) -> Layers:
    """The hardware layers of a convolution, with the SDP layer of each: one where the buffer is large enough.

    Args:
        shape: the convolution.
        config: the hardware configuration.
        sides: of the whole input, of the weights and of the whole output.
        split: how it is split; None: only where it must be.

    Raises:
        ValueError: not even a part of it fits the buffer.
    """
    strategy = choose(shape, config)
    chosen = replace(shape, data_banks=strategy.data_banks, weight_banks=strategy.weight_banks)
    if split is None and strategy.mode is not Mode.SPLIT_HEIGHT:
        return (describe(chosen, config, *sides),)
    split = split or Split()
    lines = strategy.lines if split.lines is None else min(split.lines, strategy.lines)
    stretches = stretches_of(shape, lines, keep_lines=split.keep_lines)
    keep_weights = split.keep_weights and strategy.all_weights
    return tuple(
        describe_part(
            chosen,
            config,
            sides,
            item,
            reuse_weights=keep_weights and number > 0,
            keep_weights=keep_weights and number < len(stretches) - 1,
        )
        for number, item in enumerate(stretches)
    )


def describe_part(
    shape: ConvShape,
    config: HwConfig,
    sides: tuple[Side, Side, Side],
    item: Stretch,
    *,
    reuse_weights: bool = False,
    keep_weights: bool = False,
) -> tuple[Conv, Sdp]:
    """The descriptors of one hardware layer.

    Args:
        shape: the whole convolution, with its banks.
        config: the hardware configuration.
        sides: of the whole input, of the weights and of the whole output.
        item: what the layer does of it.
        reuse_weights: it finds its weights in the buffer.
        keep_weights: it leaves them there.
    """
    source, weights, destination = sides
    conv, sdp = describe(
        shape_of(shape, item), config, below(source, item.first), weights, below(destination, item.out_first)
    )
    fetched = without_lines(conv, item.kept)
    buffer = replace(
        conv.buffer,
        release_slices=item.release,
        reuse_data=item.kept > 0,
        reuse_weights=reuse_weights,
        keep_weights=keep_weights,
    )
    return replace(conv, input=fetched, buffer=buffer), sdp


def without_lines(conv: Conv, kept: int) -> ConvInput:
    """The input of a layer, of which CDMA fetches all but some first lines."""
    cube = conv.features
    height, side = cube.height - kept, below(cube.side, kept)
    return replace(
        cube,
        side=side,
        height=height,
        surface_packed=side.surface_stride_bytes == height * side.line_stride_bytes,
        grains=min(cube.grains, height),
    )


def below(side: Side, lines: int) -> Side:
    """A cube without its first lines."""
    return replace(side, address=side.address + lines * side.line_stride_bytes)
