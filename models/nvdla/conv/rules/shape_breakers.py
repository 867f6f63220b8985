"""What breaks the rules of a convolution's shape on more than one field: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.breakers import with_field
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.conv.rules.shared import ConvCase, small


def output_size(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An output that is a column or a line too large or too small, ATOMICS with it."""
    conv = small(case)
    name, change = ("width", "height")[rng.integers(2)], (-1, 1)[rng.integers(2)]
    output = with_field(conv.output, name, getattr(conv.output, name) + change)
    return replace(case, subject=replace(conv, output=output, atomics=output.height * output.width))


def padding_used(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A stride that leaves the last column or the last line over."""
    kernel = Kernel(height=2, width=3, **{("stride_x", "stride_y")[rng.integers(2)]: 2})
    return replace(case, subject=small(case, height=3, width=4, kernel=kernel, padding=Padding()))


def padding_size(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Padding as wide as a kernel."""
    kernel = Kernel(height=2, width=2, dilation_x=2, dilation_y=2)
    side = ("left", "right", "top", "bottom")[rng.integers(4)]
    padding = Padding(**{side: kernel.reach_x if side in ("left", "right") else kernel.reach_y})
    return replace(case, subject=small(case, kernel=kernel, padding=padding))


def output_packed(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A flag of CACC that is wrong, one way or the other."""
    conv = small(case)
    if rng.integers(2):
        kernel = Kernel(height=conv.input.height, width=conv.input.width)
        conv = small(case, kernels=1, kernel=kernel, padding=Padding())
    flag = ("line_packed", "surface_packed")[rng.integers(2)]
    return replace(case, subject=with_field(conv, f"output.{flag}", not getattr(conv.output, flag)))
