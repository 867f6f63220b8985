"""How a convolution is mapped to hardware layers (guide, 'Strategy selection')."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes, data_banks, mask_bytes
from sequences.nvdla.conv.mapping.banks import (
    WeightNeeds,
    buffer_slices,
    mask_banks,
    slice_entries,
    stored_kernel_bytes,
    weight_needs,
)
from sequences.nvdla.conv.mapping.split import least_lines
from sequences.nvdla.conv.shapes import ConvShape


class Mode(Enum):
    """The guide's working modes, the best first."""

    FULL = "full input and weights"
    PARTIAL_WEIGHTS = "full input, partial weights"
    SPLIT_HEIGHT = "split height"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """How a convolution uses the convolution buffer.

    Attributes:
        mode: the working mode.
        data_banks: banks for data; `weight_banks` for weights.
        all_weights: whether all weights are in the buffer at once.
        lines: of the input that a hardware layer has at most.
    """

    mode: Mode
    data_banks: int
    weight_banks: int
    all_weights: bool
    lines: int


def choose(shape: ConvShape, config: HwConfig) -> Strategy:
    """Map a convolution to the buffer: banks that the shape asks for are kept.

    Full input and weights is better than full input and partial weights, which is better than split height. Of that,
    parts that leave room for all weights are better than those that leave room for some.

    Raises:
        ValueError: not even as many lines as a kernel reaches have room; too many columns or channels.
    """
    entries, needs, asked = slice_entries(shape, config), weight_needs(shape, config), shape.weight_banks
    whole = data_banks(config, entries, buffer_slices(shape) * shape.batches)
    data, banks = whole if shape.data_banks is None else shape.data_banks, config.cbuf_banks - mask_banks(shape)
    least = needs.least if asked is None else asked
    if whole > data or data + least > banks:
        return _split(shape, config, entries, needs)
    weights = max(least, min(needs.full, banks - data)) if asked is None else asked
    full = weights >= needs.full and holds_mask(shape, config)
    return Strategy(
        mode=Mode.FULL if full else Mode.PARTIAL_WEIGHTS,
        data_banks=data,
        weight_banks=weights,
        all_weights=full,
        lines=shape.height,
    )


def holds_mask(shape: ConvShape, config: HwConfig) -> bool:
    """Whether the mask of all weights fits its bank, if they are compressed."""
    size = mask_bytes(config, shape.kernels, stored_kernel_bytes(shape, config), shape.precision)
    return not shape.compressed or size <= bank_bytes(config)


def _split(shape: ConvShape, config: HwConfig, entries: int, needs: WeightNeeds) -> Strategy:
    """As many lines as have room beside all weights, beside two groups of kernels, or beside one.

    Raises:
        ValueError: too few have, with the numbers and what to do.
    """
    least, banks = least_lines(shape), config.cbuf_banks - mask_banks(shape)
    each = shape.kernel.stride_y if shape.winograd else 1  # lines of the input in one of the buffer
    wanted = (needs.full, needs.double, needs.least) if shape.weight_banks is None else (shape.weight_banks,)
    for weights in wanted:
        left = banks - weights if shape.data_banks is None else shape.data_banks
        lines = left * config.cbuf_bank_entries // entries * each
        if lines >= least and left + weights <= banks:
            return Strategy(
                mode=Mode.SPLIT_HEIGHT,
                data_banks=left,
                weight_banks=weights,
                all_weights=weights >= needs.full and holds_mask(shape, config),
                lines=min(lines, shape.height),
            )
    if shape.weight_banks is not None and needs.least + data_banks(config, entries, least // each) <= banks:
        raise ValueError(
            f"weight_banks is {shape.weight_banks}; of the buffer's {banks} banks {least} lines, the fewest that a "
            f"layer has, need {data_banks(config, entries, least // each)}: give fewer, or leave weight_banks out"
        )
    raise ValueError(
        f"{least} lines, the fewest that a layer has, need {data_banks(config, entries, least // each)} banks of "
        f"{config.cbuf_bank_entries} entries, a group of kernels needs {wanted[-1]}; the buffer has {banks}: split "
        "height does not help, use fewer columns or channels, or smaller kernels"
    )
