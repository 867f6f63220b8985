"""Classes of values that data and weights are drawn of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nearest import did_you_mean
from sequences.nvdla.tensors.elements.elements import DTYPES, need_precision

Draw = Callable[[np.random.Generator, np.dtype[Any], tuple[int, ...]], NDArray[Any]]
SIGN, INFINITY, LARGEST, ONE = 0x8000, 0x7C00, 0x7BFF, 0x3C00
"""FP16 codes."""
ONE_END = 0.4
"""How often extreme integers are all of one sign."""
MEETING, MANY_NAN = 0.8, 0.1
"""How often NaN are many, and how many of the elements they are then."""
WHOLE_RANGE: Mapping[str, str] = MappingProxyType({"INT8": "full", "INT16": "full", "FP16": "exponents"})
"""The class of numbers of all sizes, by precision."""
ENDS_OF_RANGE: Mapping[str, str] = MappingProxyType({"INT8": "extreme", "INT16": "extreme", "FP16": "special"})
"""The class with the ends of their range."""
LEAST_NORMAL, FEW_EXPONENTS = 0x0400, 0x1000
"""FP16 codes behind those of denormals, and of the lowest exponents."""


def _full(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Every number as likely as any other."""
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max + 1, shape).astype(dtype)


def _extreme(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """The ends, what is next to them, and what is next to 0; or one end alone, for the largest sums."""
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    if rng.random() < ONE_END:
        end = int(rng.choice([low, high]))
        return np.where(rng.random(shape) < 0.9, end, end // 2).astype(dtype)
    return rng.choice(np.array([low, low, high, high, low + 1, high - 1, -1, 0, 1]), shape).astype(dtype)


def _small(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Close to 0: sums that single elements show in."""
    return rng.integers(-4, 5, shape).astype(dtype)


def _sparse(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Mostly 0, of floating-point numbers of either sign."""
    if dtype.kind != "f":
        return np.where(rng.random(shape) < 0.8, 0, _full(rng, dtype, shape)).astype(dtype)
    zeros = np.where(rng.random(shape) < 0.5, -0.0, 0.0)
    return np.where(rng.random(shape) < 0.8, zeros, _ordinary(rng, dtype, shape)).astype(dtype)


def _ordinary(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Magnitudes as networks have them."""
    return rng.normal(0.0, 1.0, shape).astype(dtype)


def _exponents(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """The whole range of exponents: denormals, both zeros, the largest numbers."""
    codes = rng.integers(0, LARGEST + 1, shape) | rng.integers(0, 2, shape) * SIGN
    corner = rng.choice(np.array([0, SIGN, 1, SIGN | 1, LARGEST, SIGN | LARGEST]), shape)
    return np.where(rng.random(shape) < 0.1, corner, codes).astype(np.uint16).view(dtype)


def _fractions(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Every exponent below that of 1, denormals too: even the largest numbers times these stay in range."""
    codes = rng.integers(0, ONE, shape) | rng.integers(0, 2, shape) * SIGN
    return codes.astype(np.uint16).view(dtype)


def _denormals(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Denormals alone, or these and the smallest of other numbers: nothing larger hides what becomes of them."""
    limit = LEAST_NORMAL if rng.random() < 0.25 else FEW_EXPONENTS
    codes = rng.integers(0, limit, shape) | rng.integers(0, 2, shape) * SIGN
    return codes.astype(np.uint16).view(dtype)


def _special(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Ordinary numbers, now and then an infinity, and NaN: one or two in all, or so many that several meet in a sum."""
    codes = _ordinary(rng, dtype, shape).view(np.uint16)
    sign = rng.integers(0, 2, shape) * SIGN
    codes = np.where(rng.random(shape) < 0.02, sign | INFINITY, codes).astype(np.uint16)
    nan = np.zeros(shape, np.bool_)
    for _ in range(int(rng.integers(1, 3))):
        nan[tuple(int(rng.integers(size)) for size in shape)] = True
    if rng.random() < MEETING:
        nan |= rng.random(shape) < MANY_NAN
    payloads = sign | INFINITY | rng.integers(1, 1 << 10, shape)
    return np.where(nan, payloads, codes).astype(np.uint16).view(dtype)


def _cancelling(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """A few magnitudes close to each other with either sign: what is left of a sum is in its last bits."""
    codes = ONE + (1 << 10) * rng.integers(-2, 3) + rng.integers(0, 4, shape)
    return (codes | rng.integers(0, 2, shape) * SIGN).astype(np.uint16).view(dtype)


def _powers(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """0 and one power of two of either sign, or a few of them: sums are exact, and often powers themselves."""
    exponents = rng.integers(-3, 4) + rng.integers(0, 1 + int(rng.integers(3)), shape)
    values: NDArray[Any] = rng.choice([-1.0, 0.0, 1.0], shape) * np.exp2(exponents)
    return values.astype(dtype)


INTEGERS: Mapping[str, Draw] = MappingProxyType(
    {"full": _full, "extreme": _extreme, "sparse": _sparse, "small": _small}
)
FLOATS: Mapping[str, Draw] = MappingProxyType(
    {
        "ordinary": _ordinary,
        "fractions": _fractions,
        "exponents": _exponents,
        "denormals": _denormals,
        "sparse": _sparse,
        "cancelling": _cancelling,
        "powers": _powers,
        "special": _special,
    }
)
OFTEN: Mapping[str, int] = MappingProxyType(
    {"full": 3, "ordinary": 2, "fractions": 3, "denormals": 2, "sparse": 2, "cancelling": 2, "special": 3, "powers": 2}
)
"""How often a class is drawn; others once."""
ALIKE = ("denormals", "extreme", "powers", "special")
"""Classes of which both sides of a product are often: products that are denormals, the largest sums, two NaN in one."""


def classes_of(precision: str) -> tuple[str, ...]:
    """The classes that a precision has."""
    return tuple(FLOATS if DTYPES[precision].kind == "f" else INTEGERS)


def draw_class(rng: np.random.Generator, precision: str) -> str:
    """A class of a precision."""
    classes = classes_of(precision)
    weights = np.array([OFTEN.get(name, 1) for name in classes])
    return str(rng.choice(classes, p=weights / weights.sum()))


def draw_other_class(rng: np.random.Generator, precision: str, beside: str) -> str:
    """A class for numbers that are multiplied by others: often theirs, where only both together show something."""
    if beside in ALIKE and beside in classes_of(precision) and rng.random() < 0.8:
        return beside
    return draw_class(rng, precision)


def draw_values(rng: np.random.Generator, name: str | None, precision: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """Values of a class.

    Args:
        rng: the generator.
        name: the class; None: the first one.
        precision: name of the number format.
        shape: of the array.

    Raises:
        ValueError: the precision has no such class.
    """
    need_precision(precision)
    dtype, classes = DTYPES[precision], classes_of(precision)
    name = classes[0] if name is None else name
    if name not in classes:
        near = did_you_mean(name, classes)
        raise ValueError(f"no class of {precision} values is called {name!r}; choose {', '.join(classes)}{near}")
    return (FLOATS if dtype.kind == "f" else INTEGERS)[name](rng, dtype, shape)
