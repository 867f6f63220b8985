"""What breaks the rules of the kinds of convolutions on more than one field: a small layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.breakers import one_of, sets
from models.nvdla.conv.parts import Kernel
from models.nvdla.conv.rules.shared import ConvCase, small, small_batches, small_image, small_winograd, winograd
from models.nvdla.surfaces.image_and_winograd_weights import TILE

crossing = one_of(
    lambda case, _: replace(case, subject=small_image(case, batches=2)),
    sets("kernel.dilation_y", 2, of=small_image),
    sets("post_extension", 2, of=small),
    sets("kernel.dilation_x", 3, of=winograd),
)
"""An image with batches or dilation, several rows at a time of features, or Winograd with dilation."""


def absent(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """A kind that the configuration lacks, where it lacks one."""
    kinds = {
        "WINOGRAD": small_winograd(case, kernels=1),
        "BATCH": small_batches(case),
        "WEIGHT_COMPRESSION": small(case, compressed=True),
    }
    missing = [conv for name, conv in kinds.items() if name not in case.context.config.features]
    return replace(case, subject=missing[rng.integers(len(missing))]) if missing else None


def winograd_output(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """An output that is not what the input gives, or too small, or no multiple of a tile."""
    if winograd(case) is None:
        return None
    conv, wrong = small_winograd(case), rng.integers(3)
    if wrong:  # two columns more, or four less
        return replace(case, subject=small_winograd(case, width=conv.input.width + (2, -TILE)[wrong - 1]))
    output = replace(conv.output, height=conv.output.height + TILE)
    return replace(case, subject=replace(conv, output=output, atomics=output.height * output.width))


def half_a_stride(case: ConvCase, _: np.random.Generator) -> ConvCase | None:
    """Half a stride too much."""
    conv = winograd(case, kernel=Kernel(height=6, width=3, stride_y=2), height=22)
    return None if conv is None else replace(case, subject=conv)
