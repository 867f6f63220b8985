"""What breaks the rules of the convolution buffer: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.buffer import sizes
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import Buffer, Kernel, Padding
from models.nvdla.conv.rules.breakers import changed, small, wide
from models.nvdla.conv.rules.sections import ConvCase


def entries(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An entry too many or too few, with data banks that hold them."""
    config, conv = case.context.config, _small(case)
    count = conv.buffer.entries + (-1, 1)[rng.integers(2)]
    given = sizes.data_banks(config, count, conv.input.height)
    return _with_buffer(
        case, conv, replace(conv.buffer, entries=count, data_banks=given, weight_banks=config.cbuf_banks - given)
    )


def kernel_bytes(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Another size of a kernel, and of all weights with it."""
    conv = _small(case)
    size = conv.weights.kernel_bytes + (-2, 2)[rng.integers(2)]
    total = sizes.weight_bytes(case.context.config, conv.weights.kernels, size)
    return changed(case, replace(conv, weights=replace(conv.weights, kernel_bytes=size, size_bytes=total)))


def weight_bytes(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An entry of weights too many or too few."""
    conv, entry = _small(case), case.context.config.cbuf_entry_bytes
    size = conv.weights.size_bytes + (-entry, entry)[rng.integers(2)]
    return changed(case, replace(conv, weights=replace(conv.weights, size_bytes=size)))


def data_banks(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """An input that needs a bank more than it is given."""
    config, choice = case.context.config, small(case)
    line = choice.layer(config).buffer.entries
    conv = replace(choice, height=config.cbuf_bank_entries // line + 1).layer(config)
    return _with_buffer(case, conv, replace(conv.buffer, data_banks=conv.buffer.data_banks - 1))


def weight_banks(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """A group of kernels that needs a bank more than it is given."""
    conv = wide(case).layer(case.context.config)
    return _with_buffer(case, conv, replace(conv.buffer, weight_banks=1))


def banks(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """A bank more than there are."""
    conv = _small(case)
    return _with_buffer(case, conv, replace(conv.buffer, weight_banks=conv.buffer.weight_banks + 1))


def release(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """More slices than there are."""
    conv = _small(case)
    slices = conv.input.height + int(rng.integers(1, 4))
    return _with_buffer(case, conv, replace(conv.buffer, release_slices=slices))


def mask_bytes(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An entry of the mask too many, or none at all."""
    conv, entry = replace(small(case), compressed=True).layer(case.context.config), case.context.config.cbuf_entry_bytes
    compression = conv.weights.compression
    assert compression is not None
    size = compression.mask_bytes + entry if rng.integers(2) else 0
    wrong = replace(conv.weights, compression=replace(compression, mask_bytes=size))
    return changed(case, replace(conv, weights=wrong))


def mask_bank(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """Kernels whose mask is as large as its bank."""
    config = case.context.config
    choice = replace(small(case), precision="INT8", compressed=True, height=1, width=1, padding=Padding())
    kernels = group_kernels(config, choice.precision)
    channels = 8 * sizes.bank_bytes(config) // kernels
    choice = replace(choice, kernels=kernels, channels=channels, kernel=Kernel(height=1, width=1))
    conv = choice.layer(config)
    return changed(case, replace(conv, weights=replace(conv.weights, size_bytes=config.cbuf_entry_bytes)))


def keep_weights(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """Weights of several groups that are kept and take a bank more than they are given."""
    config, choice = case.context.config, small(case)
    kernels = sizes.bank_bytes(config) // choice.layer(config).weights.kernel_bytes + 1
    conv = replace(choice, kernels=kernels).layer(config)
    weights = conv.weights
    given = sizes.full_weight_banks(config, weights.size_bytes) - 1
    return _with_buffer(case, conv, replace(conv.buffer, weight_banks=given, keep_weights=True))


def _small(case: ConvCase) -> Conv:
    return small(case).layer(case.context.config)


def _with_buffer(case: ConvCase, conv: Conv, buffer: Buffer) -> ConvCase:
    return changed(case, replace(conv, buffer=buffer))
