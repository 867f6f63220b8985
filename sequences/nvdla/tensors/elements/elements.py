"""Elements of a precision as numpy has them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.nearest import did_you_mean
from sequences.nvdla.tensors.arguments import array_of

DTYPES: Mapping[str, np.dtype[Any]] = MappingProxyType(
    {"INT8": np.dtype(np.int8), "INT16": np.dtype("<i2"), "FP16": np.dtype("<f2")}
)
"""What a precision's elements are in numpy."""


def need_precision(precision: str) -> None:
    """Make sure of the name of a number format.

    Raises:
        ValueError: there is none of that name.
    """
    if precision not in DTYPES:
        raise ValueError(
            f"no precision is called {precision!r}; choose {', '.join(DTYPES)}{did_you_mean(precision, DTYPES)}"
        )


def elements_of(values: ArrayLike, precision: str) -> NDArray[Any]:
    """Values as elements of a precision.

    Raises:
        ValueError: no such precision, or it does not hold the values, or they are none.
    """
    need_precision(precision)
    array = array_of(values)
    elements = halves_of(array) if precision == "FP16" else _integers_of(array, precision)
    return np.ascontiguousarray(elements)


def halves_of(array: NDArray[Any]) -> NDArray[Any]:
    """Numbers as FP16; infinities that are given stay.

    Raises:
        ValueError: a finite number would become infinite, or something is no number.
    """
    if array.dtype.kind not in "iubf":
        raise ValueError(f"FP16 holds numbers, not {array.dtype} values: give an array of floats")
    with np.errstate(over="ignore"):
        halves = array.astype(DTYPES["FP16"])
    beyond = np.isinf(halves) & np.isfinite(array)
    if beyond.any():
        raise ValueError(
            f"FP16 holds numbers from -65504 to 65504, not {array[beyond][0]}: give smaller ones, or np.inf where an "
            "infinity is meant"
        )
    return halves


def _integers_of(array: NDArray[Any], precision: str) -> NDArray[Any]:
    limits = np.iinfo(DTYPES[precision])
    allowed = f"{precision} holds whole numbers from {limits.min} to {limits.max}"
    need_integers(array, allowed)
    beyond = (array < limits.min) | (array > limits.max)
    if beyond.any():
        raise ValueError(
            f"{allowed}, not {array[beyond][0]}: give others, or write values.clip({limits.min}, {limits.max})"
        )
    return array.astype(DTYPES[precision])


def need_integers(array: NDArray[Any], allowed: str) -> None:
    """Make sure of whole numbers.

    Args:
        array: what was given.
        allowed: what they are for, which the message begins with.

    Raises:
        ValueError: they are others.
    """
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{allowed}, not {array[~np.isfinite(array)][0]}: give finite numbers, and round them")
    if array.dtype.kind not in "iub":
        raise ValueError(f"{allowed}, not {array.dtype} values: write values.round().astype(int)")


def bytes_of(elements: NDArray[Any]) -> NDArray[np.uint8]:
    """Elements as layouts take them: bytes in a last axis of their own."""
    return np.ascontiguousarray(elements)[..., None].view(np.uint8)
