"""What breaks the rules of the convolution buffer on more than one field: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.buffer import sizes
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.rules.shared import POINT, ConvCase, small


def entries(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An entry too many or too few, with data banks that hold them."""
    config, conv = case.context.config, small(case)
    count = conv.buffer.entries + (-1, 1)[rng.integers(2)]
    given = sizes.data_banks(config, count, conv.input.height)
    buffer = replace(conv.buffer, entries=count, data_banks=given, weight_banks=config.cbuf_banks - given)
    return replace(case, subject=replace(conv, buffer=buffer))


def kernel_bytes(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Another size of a kernel, and of all weights with it."""
    conv = small(case)
    size = conv.weights.kernel_bytes + (-2, 2)[rng.integers(2)]
    total = sizes.weight_bytes(case.context.config, conv.weights.kernels, size)
    weights = replace(conv.weights, kernel_bytes=size, size_bytes=total)
    return replace(case, subject=replace(conv, weights=weights))


def more_weights(case: ConvCase) -> int:
    """How many more bytes of weights are too many."""
    weights = case.subject.weights
    return sizes.weight_sizes(case.context.config, weights.kernels, weights.kernel_bytes).stop - weights.size_bytes


def keep_weights(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """Weights of several groups that are kept and take a bank more than they are given."""
    config = case.context.config
    kernels = sizes.bank_bytes(config) // small(case).weights.kernel_bytes + 1
    conv = small(case, kernels=kernels)
    given = sizes.full_weight_banks(config, conv.weights.size_bytes) - 1
    buffer = replace(conv.buffer, weight_banks=given, keep_weights=True)
    return replace(case, subject=replace(conv, buffer=buffer))


def two_banks(case: ConvCase) -> Conv:
    """A layer whose input takes two banks."""
    return small(case, height=case.context.config.cbuf_bank_entries // small(case).buffer.entries + 1)


def large_mask(case: ConvCase) -> Conv:
    """Kernels whose mask is as large as its bank."""
    config = case.context.config
    kernels = group_kernels(config, "INT8")
    channels = 8 * sizes.bank_bytes(config) // kernels
    return small(case, "INT8", compressed=True, height=1, width=1, kernels=kernels, channels=channels, **POINT)
