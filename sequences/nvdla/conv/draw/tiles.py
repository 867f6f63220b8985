"""One draw of a Winograd convolution: whole tiles of output, padding and strides within them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import WINOGRAD_TAPS, Kernel, Padding
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.shape import ConvKnobs, pad_value, with_memories, with_numbers, with_switches
from sequences.nvdla.conv.draw.sizes import draw_kernels
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.elements.values import draw_class

OUTPUTS = (8, 8, 8, 8, 12)
"""Lines or columns, one as often as it stands here."""
STRIDES = ((2, 1), (1, 2), (2, 2))


def draw_tiles(bench: NvdlaBench, wanted: Mapping[str, str], knobs: ConvKnobs) -> ConvShape | None:
    """One draw; None where it came to nothing. Arguments as of `draw_shape`."""
    rng, config = bench.rng, bench.config
    precision = wanted.get("precision") or str(rng.choice(list(config.precisions)))
    aspects = with_switches(rng, wanted, knobs) | {"convertor": "taken", "output": _output(wanted, precision)}
    moves = frozenset(wanted["move"].split("-")) if "move" in wanted else _moves(rng)
    stride_x, stride_y = STRIDES[int(rng.integers(len(STRIDES)))] if "strided" in moves else (1, 1)
    kernel = Kernel(
        height=WINOGRAD_TAPS * stride_y, width=WINOGRAD_TAPS * stride_x, stride_x=stride_x, stride_y=stride_y
    )
    padding, (height, width) = _around(rng, kernel, padded="padded" in moves)
    shape = ConvShape(
        precision=precision,
        in_precision=precision,
        out_precision=precision,
        channels=_channels(rng, config, precision, wanted),
        height=height,
        width=width,
        kernels=draw_kernels(rng, group_kernels(config, precision), wanted.get("kernels") or _usual_kernels(rng)),
        kernel=kernel,
        padding=replace(padding, value=pad_value(rng, precision)),
        values=draw_class(rng, precision),
        weights=draw_class(rng, precision),
        count_saturation=chance(rng, 0.8),
        count_nan=chance(rng, 0.8),
        winograd=True,
        pra_truncate=_truncate(rng, wanted),
    )
    return with_memories(bench, with_numbers(bench, shape, aspects, knobs), aspects, knobs)


def _output(wanted: Mapping[str, str], precision: str) -> str:
    """The part writes no twin surfaces of tiles."""
    return wanted.get("output", precision)


def _moves(rng: np.random.Generator) -> frozenset[str]:
    return frozenset(name for name, often in (("strided", 0.2), ("padded", 0.6)) if chance(rng, often))


def _around(rng: np.random.Generator, kernel: Kernel, *, padded: bool) -> tuple[Padding, tuple[int, int]]:
    """Padding, and lines and columns of an input that with it makes whole tiles."""
    outputs = [OUTPUTS[int(at)] for at in rng.integers(0, len(OUTPUTS), 2)]
    height, width = (
        stride * (count + TILE) for count, stride in zip(outputs, (kernel.stride_y, kernel.stride_x), strict=True)
    )
    if not padded:
        return Padding(), (height, width)
    left, right = (int(number) for number in rng.integers(0, kernel.width, 2))
    top, bottom = (int(number) for number in rng.integers(0, kernel.height, 2))
    return Padding(left=left, right=right, top=top, bottom=bottom), (height - top - bottom, width - left - right)


def _channels(rng: np.random.Generator, config: HwConfig, precision: str, wanted: Mapping[str, str]) -> int:
    """Those of whole atoms, or some less: mostly of one atom, more are slow."""
    atoms, elements = 1 if chance(rng, 0.8) else 2, config.atom_bytes // ELEMENT_BYTES[precision]
    ragged = "channels" in wanted or chance(rng, 0.3)
    return atoms * elements - (int(rng.integers(1, elements)) if ragged else 0)


def _usual_kernels(rng: np.random.Generator) -> str:
    return str(rng.choice(["whole", "few", "many"], p=(0.3, 0.6, 0.1)))


def _truncate(rng: np.random.Generator, wanted: Mapping[str, str]) -> int:
    if "truncate" in wanted:
        return int(wanted["truncate"].removeprefix("pra-"))
    return int(rng.integers(0, PRA_TRUNCATE_AT_MOST + 1))
