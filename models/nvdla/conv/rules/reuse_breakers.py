"""What breaks the rules of layers that follow each other: two small legal layers with one thing wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.parts import Buffer
from models.nvdla.conv.rules.breakers import SmallConv, small
from models.nvdla.conv.rules.sections import ConvCase


def without(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Nothing was kept, or nothing was there."""
    config, name = case.context.config, ("data", "weights")[rng.integers(2)]
    conv = _with_buffer(small(case).layer(config), **{f"reuse_{name}": True})
    return _behind(case, conv, small(case).layer(config) if rng.integers(2) else None)


def banks(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """What is used again was in other banks."""
    config, name = case.context.config, ("data", "weights")[rng.integers(2)]
    first = _with_buffer(_one_bank(case).layer(config), **{f"keep_{name}": True})
    conv = _with_buffer(_one_bank(case).layer(config), **{f"reuse_{name}": True})
    conv = _with_buffer(conv, data_banks=conv.buffer.data_banks + 1, weight_banks=conv.buffer.weight_banks - 1)
    return _behind(case, conv, first)


def slices(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A line more than there is, or lines of another width."""
    config, choice = case.context.config, _one_bank(case)
    first = _with_buffer(choice.layer(config), keep_data=True)
    height, width = ((choice.height - 1, choice.width), (choice.height, choice.width + 1))[rng.integers(2)]
    conv = _with_buffer(replace(choice, height=height, width=width).layer(config), reuse_data=True)
    return _behind(case, conv, first)


def kernels(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """A kernel less."""
    config, choice = case.context.config, _one_bank(case)
    first = _with_buffer(choice.layer(config), keep_weights=True)
    conv = _with_buffer(replace(choice, kernels=choice.kernels - 1).layer(config), reuse_weights=True)
    return _behind(case, conv, first)


def _one_bank(case: ConvCase) -> SmallConv:
    """A layer that leaves a bank over."""
    return replace(small(case), channels=1)


def _with_buffer(conv: Conv, **changes: bool | int) -> Conv:
    buffer: Buffer = replace(conv.buffer, **cast(dict[str, Any], changes))
    return replace(conv, buffer=buffer)


def _behind(case: ConvCase, conv: Conv, before: Conv | None) -> ConvCase:
    """A case in which a layer follows another, or none since reset."""
    context = replace(case.context, before=(before,) if before else ())
    return replace(case, subject=conv, context=context)
