"""Whether what a tensor is made of is of the kinds that it takes: its values, its shape, and how loosely it lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sequences.arguments import is_whole, need_whole, need_whole_numbers
from sequences.nvdla.tensors.side_shape import MOST_STRIDE

STIMULUS = "sequences.nvdla.stimulus"
"""Where users find what they are told to write."""
MOST_BYTES = 1 << 30
"""Of a tensor with all that lies between its lines and surfaces: all of it is filled at random."""
NUMBERS = "biufc"
"""Kinds of numpy that are numbers."""


def array_of(values: ArrayLike) -> NDArray[Any]:
    """Values as an array.

    Raises:
        ValueError: they are no numbers, or lists of different lengths.
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError("values are lists of different lengths: give an array of numbers") from None
    if array.dtype.kind not in NUMBERS:
        given = repr(values) if values is None or isinstance(values, str) else f"of type {type(values).__name__}"
        raise ValueError(f"values are {given}, which are no numbers: give an array of numbers")
    return array


def need_shape(what: str, shape: object, extents: str, most: Sequence[int]) -> None:
    """Make sure of a shape.

    Args:
        what: what has it, such as ``a tensor``.
        shape: what was given.
        extents: what its numbers are, such as ``channels x height x width``.
        most: the most that each may be.

    Raises:
        ValueError: it is no such shape.
    """
    if isinstance(shape, np.ndarray):
        raise ValueError("shape is an array: write v.shape, v being the array")
    if not isinstance(shape, tuple | list) or len(shape) != len(most) or not all(map(_fits, shape, most)):
        limits = " x ".join(map(str, most))
        raise ValueError(f"shape {shape!r}: {what} has {extents}, whole numbers, each at least 1 and at most {limits}")


def need_gaps(gaps: object, unit_bytes: int) -> None:
    """Make sure of gaps, of which strides are registers.

    Args:
        gaps: between lines and between surfaces.
        unit_bytes: what they count.

    Raises:
        ValueError: they are something else.
    """
    hint = "gaps are two numbers, between lines and between surfaces"
    need_whole_numbers("gaps", gaps, 2, (0, MOST_STRIDE // unit_bytes), hint)


def need_apart(apart: object, unit_bytes: int) -> None:
    """Make sure of what lies between two cubes of a batch; arguments as of `need_gaps`.

    Raises:
        ValueError: it is something else.
    """
    need_whole("apart", apart, (0, MOST_STRIDE // unit_bytes))


def need_room(size_bytes: int) -> None:
    """Make sure that a tensor is not too large to be filled.

    Raises:
        ValueError: it is.
    """
    if size_bytes > MOST_BYTES:
        raise ValueError(
            f"the tensor takes {size_bytes} bytes with its gaps, at most {MOST_BYTES}: give smaller gaps, or fewer "
            "channels, lines and columns"
        )


def _fits(size: object, most: int) -> bool:
    return is_whole(size) and 1 <= size <= most
