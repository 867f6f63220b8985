"""Classes of values that operands and results hold, found by whole arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, every
from tb.coverage.bins import Names, names

ANY, FLOAT = ("least", "negative", "0", "positive", "most"), ("-0", "denormal", "infinity", "NaN")
"""Classes of all numbers, and those that only FP16 and FP32 have."""
INTEGERS: Mapping[str, int] = MappingProxyType({"INT8": 8, "INT16": 16, "INT32": 32})
"""Bits of an integer."""
FLOATS: Mapping[str, tuple[int, int]] = MappingProxyType({"FP16": (16, 10), "FP32": (32, 23)})
"""Bits of a code, and of them the mantissa's."""


def values_of(precisions: Iterable[str]) -> Names:
    """The classes that numbers of some of these precisions have."""
    floating = any(name in FLOATS for name in precisions)
    return names(*ANY, *(FLOAT if floating else ()))


def is_value_of(precision: str, label: str) -> bool:
    """Whether numbers of a precision have a class."""
    return precision in FLOATS or label in ANY


def value_classes(codes: NDArray[Any], precision: str, known: Flags | None = None) -> list[str]:
    """The classes that are among numbers.

    Args:
        codes: the numbers, those of FP16 and FP32 as codes; of any type of their size.
        precision: name of their format.
        known: which of them count; None: all.
    """
    chosen = codes if known is None or every(known) else codes[known]
    flags = _floats(chosen, *FLOATS[precision]) if precision in FLOATS else _integers(chosen, INTEGERS[precision])
    return [label for label, found in flags.items() if found.any()]


def value_class(code: int, precision: str) -> str:
    """The class of one number, given as its low bits."""
    bits = INTEGERS.get(precision) or FLOATS[precision][0]
    (label, *_) = value_classes(np.array([code & (1 << bits) - 1], f"u{bits // 8}"), precision)
    return label


def _integers(codes: NDArray[Any], bits: int) -> dict[str, Flags]:
    values = codes.view(f"i{bits // 8}")
    limits = np.iinfo(values.dtype)
    least, most = values == limits.min, values == limits.max
    negative, positive = (values < 0) & ~least, (values > 0) & ~most
    return {"least": least, "negative": negative, "0": values == 0, "positive": positive, "most": most}


def _floats(codes: NDArray[Any], bits: int, mantissa_bits: int) -> dict[str, Flags]:
    words = codes.view(f"u{bits // 8}")
    sign, infinity, normal = 1 << bits - 1, ((1 << bits - 1) - 1) >> mantissa_bits << mantissa_bits, 1 << mantissa_bits
    sizes, negative = words & words.dtype.type(sign - 1), words >= sign
    ordinary = (sizes >= normal) & (sizes < infinity - 1)
    return {
        "least": words == sign + infinity - 1,
        "negative": ordinary & negative,
        "0": words == 0,
        "positive": ordinary & ~negative,
        "most": words == infinity - 1,
        "-0": words == sign,
        "denormal": (sizes > 0) & (sizes < normal),
        "infinity": sizes == infinity,
        "NaN": sizes > infinity,
    }
