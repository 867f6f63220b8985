"""What breaks the rules of what a convolution fetches on more than one field: a small layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.rules.shared import ConvCase, small

CONVERT = Convertor(enabled=True, scale=1)


def precisions(case: ConvCase, rng: np.random.Generator) -> ConvCase | None:
    """Two precisions without the convertor, or two that it does not convert; elements keep their size."""
    if not {"INT16", "FP16"} <= set(case.context.config.precisions):
        return None
    source, result, convertor = (
        ("INT16", "FP16", Convertor()),
        ("FP16", "INT16", Convertor()),
        ("FP16", "INT16", CONVERT),
        ("FP16", "FP16", CONVERT),
    )[rng.integers(4)]
    conv = small(case, source)
    return replace(case, subject=replace(conv, precision=result, input=replace(conv.input, convertor=convertor)))


def packed(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A flag of packed data that is wrong, one way or the other."""
    conv = small(case, gaps=_some_gaps(case, rng))
    lines, surfaces = ((True, False), (False, True), (True, True))[rng.integers(3)]
    lines = lines or "conv-packed" in case.context.config.relaxed_rules
    cube = replace(
        conv.features,
        line_packed=conv.features.line_packed ^ lines,
        surface_packed=conv.features.surface_packed ^ surfaces,
    )
    return replace(case, subject=replace(conv, input=cube))


def point(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """An input of a pixel with a gap behind lines, surfaces or both."""
    lines, surfaces = _some_gaps(case, rng)
    gaps = lines, surfaces if lines else case.context.config.atom_bytes
    return replace(case, subject=small(case, height=1, width=1, gaps=gaps))


def line_gaps(case: ConvCase) -> Conv:
    """A layer whose lines have gaps."""
    return small(case, gaps=(case.context.config.atom_bytes, 0))


def with_gaps(case: ConvCase) -> Conv:
    """A layer whose lines and surfaces have gaps, so that they are not packed whatever their strides."""
    return small(case, gaps=(case.context.config.atom_bytes, case.context.config.atom_bytes))


def _some_gaps(case: ConvCase, rng: np.random.Generator) -> tuple[int, int]:
    """A gap behind lines or not, behind surfaces or not."""
    lines, surfaces = (int(gap) * case.context.config.atom_bytes for gap in rng.integers(2, size=2))
    return lines, surfaces
