"""Which banks of the buffer random layers take: a few more than they need, often all, or those of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from sequences.draw import chance
from sequences.nvdla.conv.mapping.banks import mask_banks, share_buffer
from sequences.nvdla.conv.shapes import ConvShape


def spread_banks(rng: np.random.Generator, shape: ConvShape, config: HwConfig) -> ConvShape:
    """The same with some of the banks that are left; those of weights that do not fit stay as few as they are."""
    buffer = share_buffer(shape, config)
    left = config.cbuf_banks - buffer.data_banks - buffer.weight_banks - mask_banks(shape)
    more = (0, left, int(rng.integers(0, left + 1)))[int(rng.choice(3, p=(0.5, 0.2, 0.3)))]
    data = buffer.data_banks + more
    if shape.weight_banks is not None:
        return replace(shape, data_banks=data)
    weights = buffer.weight_banks + (left - more if chance(rng, 0.5) else 0)
    return replace(shape, data_banks=data, weight_banks=weights)


def in_same_banks(shapes: Sequence[ConvShape], config: HwConfig) -> list[ConvShape]:
    """The same in as few banks as each of them fits; as they are if these are too many."""
    needed = [_needed(shape, config) for shape in shapes]
    data, weights = (max(banks) for banks in zip(*needed, strict=True))
    if data + weights + max(mask_banks(shape) for shape in shapes) > config.cbuf_banks:
        return list(shapes)
    return [replace(shape, data_banks=data, weight_banks=weights) for shape in shapes]


def _needed(shape: ConvShape, config: HwConfig) -> tuple[int, int]:
    """Banks for data and for weights: no more than a layer has already."""
    buffer, has = share_buffer(replace(shape, data_banks=None, weight_banks=None), config), shape.weight_banks
    return buffer.data_banks, buffer.weight_banks if has is None else min(has, buffer.weight_banks)
