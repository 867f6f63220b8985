"""What breaks the rules of what a convolution fetches: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.rules.breakers import SmallConv, changed, small
from models.nvdla.conv.rules.sections import ConvCase
from models.nvdla.surfaces.layout import ELEMENT_BYTES

CONVERT = Convertor(enabled=True, scale=1)


def reserved(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A reserved precision, of the input or of the multiplication."""
    conv = small(case).layer(case.context.config)
    if rng.integers(2):
        return changed(case, replace(conv, precision="0x3"))
    return changed(case, replace(conv, input=replace(conv.input, precision="0x3")))


def absent_precision(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """A precision that the configuration lacks, where it lacks one."""
    config = case.context.config
    absent = sorted(set(ELEMENT_BYTES) - set(config.precisions))
    if not absent:
        return None
    return changed(case, replace(small(case), precision=str(rng.choice(absent))).layer(config))


def precisions(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """Two precisions without the convertor, or two that it does not convert; elements keep their size."""
    config = case.context.config
    if not {"INT16", "FP16"} <= set(config.precisions):
        return None
    source, result, convertor = (
        ("INT16", "FP16", Convertor()),
        ("FP16", "INT16", Convertor()),
        ("FP16", "INT16", CONVERT),
        ("FP16", "FP16", CONVERT),
    )[rng.integers(4)]
    conv = replace(small(case), precision=source).layer(config)
    return changed(case, replace(conv, precision=result, input=replace(conv.input, convertor=convertor)))


def line_stride(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """Lines that overlap, in surfaces that do not; both say that they are not packed."""
    atom = case.context.config.atom_bytes
    return _made(case, replace(small(case), line_gap_bytes=-atom, surface_gap_bytes=atom))


def surface_stride(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """Surfaces that overlap, and say that they are not packed."""
    return _made(case, replace(small(case), surface_gap_bytes=-case.context.config.atom_bytes))


def packed(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A flag of packed data that is wrong, one way or the other."""
    conv = _with_gaps(case, rng, small(case)).layer(case.context.config)
    lines, surfaces = ((True, False), (False, True), (True, True))[rng.integers(3)]
    cube = replace(
        conv.features,
        line_packed=conv.features.line_packed ^ lines,
        surface_packed=conv.features.surface_packed ^ surfaces,
    )
    return changed(case, replace(conv, input=cube))


def point(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An input of a pixel with a gap behind lines, surfaces or both."""
    choice = _with_gaps(case, rng, replace(small(case), height=1, width=1))
    if not choice.line_gap_bytes:
        choice = replace(choice, surface_gap_bytes=case.context.config.atom_bytes)
    return _made(case, choice)


def grains(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Several slices where lines are not packed, or more than there are."""
    config = case.context.config
    choice = replace(small(case), line_gap_bytes=config.atom_bytes) if rng.integers(2) else small(case)
    conv = choice.layer(config)
    count = conv.input.height if not conv.features.line_packed else conv.input.height + 1
    return changed(case, replace(conv, input=replace(conv.input, grains=count)))


def address_range(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Input or weights that end behind the last address."""
    config = case.context.config
    conv = small(case).layer(config)
    if rng.integers(2):
        weights = replace(conv.weights, address=_last(config, conv.weights.ram))
        return changed(case, replace(conv, weights=weights))
    side = replace(conv.input.side, address=_last(config, conv.input.side.ram))
    return changed(case, replace(conv, input=replace(conv.input, side=side)))


def _made(case: ConvCase, choice: SmallConv) -> ConvCase:
    """The case with a layer of these choices."""
    return changed(case, choice.layer(case.context.config))


def _last(config: HwConfig, ram: str) -> int:
    """The last atom's address."""
    return (1 << config.port(ram).address_bits) - config.atom_bytes


def _with_gaps(case: ConvCase, rng: np.random.Generator, choice: SmallConv) -> SmallConv:
    """The choices with a gap behind lines or not, behind surfaces or not."""
    lines, surfaces = (int(gap) * case.context.config.atom_bytes for gap in rng.integers(2, size=2))
    return replace(choice, line_gap_bytes=lines, surface_gap_bytes=surfaces)
