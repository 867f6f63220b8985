"""What breaks the rules of layers that follow each other: two small legal layers with one thing wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.rules.shared import ConvCase, small


def without(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Nothing was kept, or nothing was there."""
    conv = _with_buffer(small(case), **{f"reuse_{_either(rng)}": True})
    return _behind(case, conv, small(case) if rng.integers(2) else None)


def banks(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """What is used again was in other banks."""
    conv, name = _one_bank(case), _either(rng)
    data, weights = conv.buffer.data_banks + 1, conv.buffer.weight_banks - 1
    moved = _with_buffer(conv, data_banks=data, weight_banks=weights, **{f"reuse_{name}": True})
    return _behind(case, moved, _with_buffer(conv, **{f"keep_{name}": True}))


def slices(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A line more than there is, or lines of another width."""
    first = _one_bank(case)
    height, width = first.input.height, first.input.width
    height, width = ((height - 1, width), (height, width + 1))[rng.integers(2)]
    conv = _with_buffer(_one_bank(case, height=height, width=width), reuse_data=True)
    return _behind(case, conv, _with_buffer(first, keep_data=True))


def kernels(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """A kernel less."""
    first = _one_bank(case)
    conv = _with_buffer(_one_bank(case, kernels=first.weights.kernels - 1), reuse_weights=True)
    return _behind(case, conv, _with_buffer(first, keep_weights=True))


def surplus(case: ConvCase, _: np.random.Generator) -> ConvCase | None:
    """An entry more than the kernels have, where that is legal."""
    if "conv-weight-bytes" not in case.context.config.relaxed_rules:
        return None
    first, entry = _one_bank(case), case.context.config.cbuf_entry_bytes
    more = replace(first, weights=replace(first.weights, size_bytes=first.weights.size_bytes + entry))
    return _behind(case, _one_bank(case), more)


def _either(rng: np.random.Generator) -> str:
    return ("data", "weights")[rng.integers(2)]


def _one_bank(case: ConvCase, **choices: Any) -> Conv:  # noqa: ANN401 - as of `small`
    """A layer that leaves a bank over."""
    return small(case, channels=1, **choices)


def _with_buffer(conv: Conv, **changes: Any) -> Conv:  # noqa: ANN401 - as of `Buffer`
    return replace(conv, buffer=replace(conv.buffer, **changes))


def _behind(case: ConvCase, conv: Conv, before: Conv | None) -> ConvCase:
    """A case in which a layer follows another, or none since reset."""
    context = replace(case.context, before=(before,) if before else ())
    return replace(case, subject=conv, context=context)
