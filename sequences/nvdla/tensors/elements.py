"""Elements of a precision as numpy has them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

DTYPES: Mapping[str, np.dtype[Any]] = MappingProxyType(
    {"INT8": np.dtype(np.int8), "INT16": np.dtype("<i2"), "FP16": np.dtype("<f2")}
)
"""What a precision's elements are in numpy."""


def elements_of(values: NDArray[Any], precision: str) -> NDArray[Any]:
    """Values as elements of a precision.

    Raises:
        ValueError: no such precision, or it does not hold the values.
    """
    if precision not in DTYPES:
        raise ValueError(f"no precision is called {precision!r}; choose {', '.join(DTYPES)}")
    dtype = DTYPES[precision]
    array = np.asarray(values)
    if dtype.kind == "i":
        limits = np.iinfo(dtype)
        if array.dtype.kind not in "iub" or (array.size and (array.min() < limits.min or array.max() > limits.max)):
            raise ValueError(f"{precision} holds whole numbers from {limits.min} to {limits.max}")
    return np.ascontiguousarray(array.astype(dtype))


def bytes_of(elements: NDArray[Any]) -> NDArray[np.uint8]:
    """Elements as layouts take them: bytes in a last axis of their own."""
    return np.ascontiguousarray(elements)[..., None].view(np.uint8)
