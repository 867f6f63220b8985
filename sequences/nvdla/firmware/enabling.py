"""The order in which the blocks of a layer are enabled (docs/nvdla/groups.md, 'Programming order')."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from models.nvdla.conv.rules.start import ORDER

CONVOLUTION = tuple(block for blocks in ORDER for block in blocks)
"""Blocks that must be enabled in this order, whatever is between them."""


def guide_order(blocks: Iterable[str]) -> list[str]:
    """The last of the pipeline first.

    Args:
        blocks: in pipeline order.
    """
    return _with_convolution_in_order(list(reversed(list(blocks))))


def any_order(blocks: list[str], rng: np.random.Generator) -> list[str]:
    """Any order that is allowed."""
    return _with_convolution_in_order([blocks[at] for at in rng.permutation(len(blocks))])


def _with_convolution_in_order(blocks: list[str]) -> list[str]:
    """The same where the blocks of a convolution take each other's places."""
    sorted_ones = iter([name for name in CONVOLUTION if name in blocks])
    return [next(sorted_ones) if name in CONVOLUTION else name for name in blocks]
