"""Types of elements by name, and how words say them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nearest import did_you_mean
from models.sophgo.layouts.strides import Shape

DTYPES: Mapping[str, np.dtype[Any]] = MappingProxyType(
    {f"{'' if sign == 'i' else 'U'}INT{8 * size}": np.dtype(f"{sign}{size}") for size in (1, 2, 4) for sign in "iu"}
)
"""INT8, UINT8, INT16, UINT16, INT32, UINT32."""
PRECISIONS = {1: 0, 2: 3, 4: 4}
"""How words say a type, by the bytes of an element; a sign is said apart."""


def dtype_of(name: str) -> np.dtype[Any]:
    """A type by its name.

    Raises:
        ValueError: there is none of that name.
    """
    if name not in DTYPES:
        raise ValueError(f"type {name!r}: there are {', '.join(DTYPES)}{did_you_mean(str(name), DTYPES)}")
    return DTYPES[name]


def precision_of(dtype: np.dtype[Any]) -> int:
    """How members ``*_prec`` say a type."""
    return PRECISIONS[dtype.itemsize]


def sign_of(dtype: np.dtype[Any]) -> int:
    """How members ``*_sign`` say it."""
    return int(dtype.kind == "i")


def shape_of(sizes: object) -> Shape:
    """Four sizes; those that are missing in front are 1.

    Raises:
        ValueError: these are no sizes.
    """
    given = tuple(sizes) if isinstance(sizes, tuple | list) else (sizes,)
    if not 1 <= len(given) <= 4 or not all(isinstance(size, int | np.integer) and size > 0 for size in given):
        raise ValueError(f"shape {sizes!r}: give up to four sizes from 1 on, (n, c, h, w)")
    return Shape(*(1,) * (4 - len(given)), *map(int, given))


def typed(values: NDArray[np.integer[Any]], name: str | None) -> NDArray[Any]:
    """An array as one of four sides and of a type; None: its own.

    Raises:
        ValueError: it has no values, or they do not fit.
    """
    given = np.asarray(values)
    if not np.issubdtype(given.dtype, np.integer) or not given.size or given.ndim > 4:
        raise ValueError(f"{given.dtype} of shape {given.shape}: give integers, [n, c, h, w]")
    dtype = given.dtype if name is None else dtype_of(name)
    if dtype not in DTYPES.values():
        raise ValueError(f"{dtype}: name one of {', '.join(DTYPES)}")
    limits = np.iinfo(dtype)
    if given.min() < limits.min or given.max() > limits.max:
        raise ValueError(f"{given.min()} to {given.max()}: {dtype} holds {limits.min} to {limits.max}")
    return given.astype(dtype).reshape(shape_of(given.shape or (1,)))
