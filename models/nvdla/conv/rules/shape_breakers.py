"""What breaks the rules of a convolution's shape: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.parts import ConvOutput, Kernel, Padding, View
from models.nvdla.conv.rules.breakers import changed, small
from models.nvdla.conv.rules.sections import ConvCase


def extended_size(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A width, a number of channels or a stride of which CSC's registers have one more."""
    conv = _small(case)
    name = ("width", "channels", "stride_x", "stride_y")[rng.integers(4)]
    view: View = replace(conv.view, **{name: getattr(conv.view, name) + 1})
    return changed(case, replace(conv, view=view))


def output_size(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An output that is a column or a line too large or too small, ATOMICS with it."""
    conv = _small(case)
    way, change = ("width", "height")[rng.integers(2)], (-1, 1)[rng.integers(2)]
    output: ConvOutput = replace(conv.output, **{way: getattr(conv.output, way) + change})
    return changed(case, replace(conv, output=output, atomics=output.height * output.width))


def padding_used(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A stride that leaves the last column or the last line over."""
    kernel = Kernel(height=2, width=3, **{("stride_x", "stride_y")[rng.integers(2)]: 2})
    choice = replace(small(case), height=3, width=4, kernel=kernel, padding=Padding())
    return changed(case, choice.layer(case.context.config))


def padding_size(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Padding as wide as a kernel."""
    kernel = Kernel(height=2, width=2, dilation_x=2, dilation_y=2)
    name, reach = (
        ("left", kernel.reach_x),
        ("right", kernel.reach_x),
        ("top", kernel.reach_y),
        ("bottom", kernel.reach_y),
    )[rng.integers(4)]
    choice = replace(small(case), kernel=kernel, padding=Padding(**{name: reach}))
    return changed(case, choice.layer(case.context.config))


def atomics(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A pixel too many or too few."""
    conv = _small(case)
    return changed(case, replace(conv, atomics=conv.atomics + (-1, 1)[rng.integers(2)]))


def output_packed(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A flag of CACC that is wrong, one way or the other."""
    choice = small(case)
    if rng.integers(2):
        kernel = Kernel(height=choice.height, width=choice.width)
        choice = replace(choice, kernels=1, kernel=kernel, padding=Padding())
    conv = choice.layer(case.context.config)
    flag = ("line_packed", "surface_packed")[rng.integers(2)]
    output: ConvOutput = replace(conv.output, **{flag: not getattr(conv.output, flag)})
    return changed(case, replace(conv, output=output))


def clip_truncate(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A shift by more than is kept."""
    bits = CLIP_TRUNCATE_AT_MOST + int(rng.integers(1, 16))
    return changed(case, replace(_small(case), clip_truncate=bits))


def _small(case: ConvCase) -> Conv:
    return small(case).layer(case.context.config)
