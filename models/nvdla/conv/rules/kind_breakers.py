"""What breaks the rules of the kinds of convolutions: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.parts import TILE, Kernel, Padding
from models.nvdla.conv.rules.breakers import SmallConv, changed, small, small_image, small_winograd
from models.nvdla.conv.rules.sections import ConvCase


def crossing(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An image with dilation or batches, several rows at a time of features, or Winograd with dilation."""
    config, image = case.context.config, small_image(case)
    ways = [
        replace(image, batches=2).layer(config),
        replace(image.layer(config), kernel=replace(image.layer(config).kernel, dilation_y=2)),
        replace(small(case).layer(config), post_extension=2),
    ]
    if "WINOGRAD" in config.features:
        layer = small_winograd(case).layer(config)
        ways.append(replace(layer, kernel=replace(layer.kernel, dilation_x=3)))
    return changed(case, ways[rng.integers(len(ways))])


def absent(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """A kind that the configuration lacks, where it lacks one."""
    config = case.context.config
    ways = {
        "WINOGRAD": replace(small_winograd(case), kernels=1),
        "BATCH": replace(small(case), batches=2),
        "WEIGHT_COMPRESSION": replace(small(case), compressed=True),
    }
    missing = [choice for name, choice in ways.items() if name not in config.features]
    return changed(case, missing[rng.integers(len(missing))].layer(config)) if missing else None


def winograd_output(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """An output that is not what the input gives, or too small, or no multiple of a tile."""
    choice = _winograd(case)
    if choice is None:
        return None
    conv, way = choice.layer(case.context.config), rng.integers(3)
    if way:  # two columns more, or four less
        conv = replace(choice, width=choice.width + (2, -TILE)[way - 1]).layer(case.context.config)
        return changed(case, conv)
    output = replace(conv.output, height=conv.output.height + TILE)
    return changed(case, replace(conv, output=output, atomics=output.height * output.width))


def winograd_input(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """Half a stride too much, or another extended size for CDMA."""
    choice, config = _winograd(case), case.context.config
    if choice is None:
        return None
    if rng.integers(2):
        odd = replace(choice, kernel=replace(choice.kernel, height=6, stride_y=2), height=22)
        return changed(case, odd.layer(config))
    conv = choice.layer(config)
    return changed(case, replace(conv, input=replace(conv.features, extended_width=TILE)))


def pra_truncate(case: ConvCase, _: np.random.Generator) -> ConvCase | None:
    """A shift by more than additions bring."""
    choice = _winograd(case)
    if choice is None:
        return None
    return changed(case, replace(choice.layer(case.context.config), pra_truncate=PRA_TRUNCATE_AT_MOST + 1))


def winograd_release(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """Slices that are not released by fours."""
    choice = _winograd(case)
    if choice is None:
        return None
    conv = choice.layer(case.context.config)
    slices = conv.buffer.release_slices - int(rng.integers(1, TILE))
    return changed(case, replace(conv, buffer=replace(conv.buffer, release_slices=slices)))


def batch_stride(case: ConvCase, _: np.random.Generator) -> ConvCase | None:
    """Cubes that overlap by an atom."""
    conv = _batches(case)
    stride = conv.features.batch_stride_bytes - case.context.config.atom_bytes
    return changed(case, replace(conv, input=replace(conv.features, batch_stride_bytes=stride)))


def batch_output(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """An address or a stride of CACC of an odd number of atoms."""
    conv = _batches(case)
    name = ("address", "line_stride_bytes", "surface_stride_bytes")[rng.integers(3)]
    value = getattr(conv.output, name) + case.context.config.atom_bytes
    return changed(case, replace(conv, output=replace(conv.output, **{name: value})))


def _winograd(case: ConvCase) -> SmallConv | None:
    return small_winograd(case) if "WINOGRAD" in case.context.config.features else None


def _batches(case: ConvCase) -> Conv:
    choice = replace(small(case), batches=2, height=2, kernel=Kernel(height=1, width=1), padding=Padding())
    return choice.layer(case.context.config)
