"""Which weight of which kernel comes when in a stream; it is the same for all cores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.vipnano.coefficients.shape import SIX_PLANES, Indices, KernelShape, Order

FIRST_COLUMNS = 3
"""So many columns of two lines come before the others."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """The weights and words of a stream in their order.

    Attributes:
        kernel: number of each weight's kernel in its core, int64 [weights].
        plane: likewise its plane.
        place: likewise its place in the plane, line by line.
        stops: how many weights stand before each word, ascending, int64 [2 * kernels].
        is_offset: whether each word is an offset, else it is a bias.
        word_kernel: whose each word is.
        closes: behind how many weights a driver closes a run where no word stands, int64.
    """

    kernel: Indices
    plane: Indices
    place: Indices
    stops: Indices
    is_offset: Indices
    word_kernel: Indices
    closes: Indices


def places_of(shape: KernelShape) -> Indices:
    """The places of a plane of a kernel in their order, as numbers line by line."""
    grid = np.arange(shape.places).reshape(shape.lines, shape.columns)
    if shape.whole_lines:
        return grid.ravel()
    pairs = (grid[first : first + 2] for first in range(0, shape.lines, 2))
    return np.concatenate(
        [part.ravel() for pair in pairs for part in (pair[:, :FIRST_COLUMNS], pair[:, FIRST_COLUMNS:])]
    )


def sequence_of(shape: KernelShape) -> Sequence:
    """The order of a stream."""
    blocks, closes, at = [], [], 0
    for number, kernels in enumerate(shape.superblocks):
        first = number * shape.width + np.arange(kernels)
        blocks += _six(shape, first) if shape.order is Order.SIX else [_by_plane(shape, first)]
        size = kernels * shape.places
        if shape.order is Order.INTERLEAVED and number == len(shape.superblocks) - 1:
            closes = [at + size * (plane + 1) for plane in range(shape.planes)]
        at += size * shape.planes
    kernel, plane, place = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    first_at, last_at = np.empty((2, shape.count), np.int64)
    numbers = np.arange(len(kernel))
    last_at[kernel] = numbers  # the last one that is assigned stays
    first_at[kernel[::-1]] = numbers[::-1]
    stops = np.concatenate([first_at, last_at]) + 1
    is_offset = np.repeat([0, 1], shape.count)
    order = np.lexsort((is_offset, stops))
    return Sequence(
        kernel,
        plane,
        place,
        stops[order],
        is_offset[order],
        np.tile(np.arange(shape.count), 2)[order],
        np.array(closes, np.int64),
    )


def _by_plane(shape: KernelShape, kernels: Indices) -> tuple[Indices, ...]:
    """A superblock plane by plane: in each, its kernels; of each, its places."""
    size = (shape.planes, len(kernels), shape.places)
    parts = (kernels[:, np.newaxis], np.arange(shape.planes)[:, np.newaxis, np.newaxis], places_of(shape))
    return tuple(np.broadcast_to(part, size).ravel() for part in parts)


def _six(shape: KernelShape, kernels: Indices) -> list[tuple[Indices, ...]]:
    """A superblock by blocks of planes: in each, its kernels; of each, the planes."""
    blocks = []
    for first in range(0, shape.planes, SIX_PLANES):
        planes = np.arange(first, min(first + SIX_PLANES, shape.planes))
        size = (len(kernels), len(planes))
        parts = (kernels[:, np.newaxis], planes, np.zeros(1, np.int64))
        blocks.append(tuple(np.broadcast_to(part, size).ravel() for part in parts))
    return blocks
