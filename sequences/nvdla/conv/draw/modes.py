"""One draw of a convolution that is none of one feature cube with whole weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.nvdla.conv.fetch.weights import GROUP_SIZE_BYTES, group_kernels
from models.nvdla.conv.modes import (
    BATCHES,
    COMPRESSED,
    CUBE,
    FEW,
    IMAGE,
    MOST_BATCHES,
    WINOGRAD_TILES,
    features_needed,
)
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.images import draw_image
from sequences.nvdla.conv.draw.shape import ConvKnobs, draw_shape
from sequences.nvdla.conv.draw.tiles import draw_tiles
from sequences.nvdla.conv.draw.zeros import draw_zeros
from sequences.nvdla.conv.shapes import ConvShape

SIZES_KEPT = 2
"""Atoms of sizes of groups that our CDMA fetches ahead."""


def draw_in_mode(bench: NvdlaBench, wanted: Mapping[str, str], knobs: ConvKnobs) -> ConvShape | None:
    """One draw; None where it came to nothing.

    Args:
        bench: where to play.
        wanted: aspects that are asked for, by name as in `aspects_of_conv`; its mode among them.
        knobs: what it prefers.
    """
    mode = wanted["mode"]
    draws = {IMAGE: draw_image, WINOGRAD_TILES: draw_tiles, BATCHES: _draw_batches}
    shape = draws.get(mode, draw_shape)(bench, wanted, knobs)
    if shape is None or mode == CUBE:
        return shape
    possible = all(name in bench.config.features for name in features_needed({"mode": mode, "stored": COMPRESSED}))
    asked = mode == COMPRESSED or wanted.get("stored") == COMPRESSED
    if not asked and not (possible and chance(bench.rng, knobs.compressed)):
        return shape
    zeros = "none" if wanted.get("weights") == "partial" else draw_zeros(bench.rng)
    if "kernels" not in wanted and wanted.get("weights") != "partial" and chance(bench.rng, 0.3):
        shape = replace(shape, kernels=_many_kernels(bench, shape.precision))
    return replace(shape, compressed=True, zeros=zeros)


def _many_kernels(bench: NvdlaBench, precision: str) -> int:
    """So many groups of kernels that their sizes take more atoms than CDMA keeps."""
    rng, group = bench.rng, group_kernels(bench.config, precision)
    groups = SIZES_KEPT * bench.config.atom_bytes // GROUP_SIZE_BYTES + int(rng.integers(1, 4))
    return group * groups + int(rng.integers(1, group + 1))


def _draw_batches(bench: NvdlaBench, wanted: Mapping[str, str], knobs: ConvKnobs) -> ConvShape | None:
    """A layer of one cube that is small enough, and several of it."""
    rng, count = bench.rng, _count(bench.rng, wanted)
    precision = wanted.get("precision") or str(rng.choice(list(bench.config.precisions)))
    smaller = replace(knobs, operations_at_most=max(1, FEW * knobs.operations_at_most // count), partial=0.0)
    asked = {"output": precision} if precision == "INT8" else {}  # the part writes no twin surfaces of batches
    shape = draw_shape(bench, {**asked, **wanted, "precision": precision}, smaller)
    if shape is None:
        return None
    return replace(shape, batches=count, apart=(int(rng.integers(0, 4)), int(rng.integers(0, 3))))


def _count(rng: np.random.Generator, wanted: Mapping[str, str]) -> int:
    """How many batches: where cubes are large there is no room for many."""
    large = "size" in wanted or "channels" in wanted or "kernels" in wanted
    usual = str(rng.choice(["few", "several", "most"], p=(0.9, 0.08, 0.02) if large else (0.6, 0.3, 0.1)))
    low, high = {"few": (2, FEW + 1), "several": (FEW + 1, MOST_BATCHES), "most": (MOST_BATCHES, MOST_BATCHES + 1)}[
        wanted.get("batches", usual)
    ]
    return int(rng.integers(low, high))
