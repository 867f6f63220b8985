"""Functions of tables, which give a number for each number, and have one everywhere in their range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np

from sequences.nvdla.lut.numbers import Reals
from sequences.nvdla.lut.ranges import SAMPLES

NARROWEST = 2.0**-15
"""Of the larger end of a range: so much must lie between its ends, or 16 bits tell none of its places apart."""
LOOKS, PLACES = 12, 65
"""How often the place of the largest value is looked at more closely, and at how many places each time."""
GROWN = 1e6
"""What grows by more than that on the way is infinite there."""


@dataclass(frozen=True, slots=True)
class CheckedFunction:
    """A function that gives an array of numbers for an array of numbers, or says in a line that it does not.

    Attributes:
        function: what computes them.
        name: what messages call it.
    """

    function: Callable[[Reals], Any]
    name: str

    def __call__(self, x: Reals) -> Reals:
        """The values of an array of numbers.

        Raises:
            ValueError: there is not one for each.
        """
        try:
            with np.errstate(all="ignore"):
                found = np.asarray(self.function(x))
                if np.iscomplexobj(found):
                    raise TypeError("complex numbers")
                if found.dtype.kind not in "biuf":
                    raise TypeError(f"{found.dtype} values")
                values = found.astype(np.float64)
            return np.array(np.broadcast_to(values, x.shape))
        except Exception as error:
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            raise ValueError(f"{self.name}: gives no number for each number of an array ({what})") from error


def checked(function: object, name: str = "") -> CheckedFunction:
    """A function that is checked whenever it is called.

    Args:
        function: of arrays of real numbers; one that is checked stays.
        name: what messages call it; its own name, where none is given.

    Raises:
        ValueError: it is none.
    """
    if isinstance(function, CheckedFunction):
        return function
    if not callable(function):
        raise ValueError(f"a table is made of a function, such as np.tanh or lambda x: x**2, not of {function!r}")
    own = getattr(function, "__name__", "")
    return CheckedFunction(function, name or (own if own.isidentifier() else "the function"))


def need_range(low: object, high: object) -> None:
    """Make sure of the range of a table.

    Raises:
        ValueError: it is none, or one that the part has no numbers for.
    """
    for name, end in (("low", low), ("high", high)):
        if isinstance(end, bool | np.bool_) or not isinstance(end, Real):
            raise ValueError(f"range of a table: {name} is {end!r}: write a number")
    first, last = float(low), float(high)  # type: ignore[arg-type] # numbers by now
    limits, most = np.finfo(np.float32), max(abs(first), abs(last))
    if not all(abs(end) <= float(limits.max) for end in (first, last)):  # a NaN neither
        raise ValueError(f"range of a table is {first:g} to {last:g}, beyond all numbers that the part has")
    if not first < last:
        raise ValueError(f"range of a table is {first:g} to {last:g}, it must begin below its end")
    if last - first < max(most * NARROWEST, float(limits.tiny)):
        raise ValueError(f"range of a table is {first:.17g} to {last:.17g}, too narrow for numbers that the part has")


def need_defined(function: CheckedFunction, low: float, high: float) -> None:
    """Make sure that a function has a number everywhere in its range, which the part has too.

    Raises:
        ValueError: it has not.
    """
    places = np.linspace(low, high, SAMPLES)
    if low < 0 < high:
        places = np.union1d(places, [0.0])
    values = function(places)
    if not np.isfinite(values).all():
        at = int(np.argmin(np.isfinite(values)))
        _need_finite(function, float(values[at]), float(places[at]))
    _need_no_pole(function, places, np.abs(values))
    largest, most = float(np.abs(values).max()), float(np.finfo(np.float32).max)
    if largest > most:
        raise ValueError(
            f"{function.name}: reaches {largest:g}, beyond all numbers that the part has; choose a smaller range"
        )


def _need_no_pole(function: CheckedFunction, places: Reals, sizes: Reals) -> None:
    """Make sure that a function does not become infinite between two places, beside the one that has the largest value.

    Raises:
        ValueError: it does.
    """
    before = sizes.max()
    for _ in range(LOOKS):
        at = int(sizes.argmax())
        low, high = places[max(at - 1, 0)], places[min(at + 1, len(places) - 1)]
        places = np.linspace(low, high, PLACES)
        sizes = np.abs(function(places))
        sizes[~np.isfinite(sizes)] = np.inf
    if sizes.max() > GROWN * before:
        _need_finite(function, np.inf, float(places[sizes.argmax()]))


def _need_finite(function: CheckedFunction, value: float, place: float) -> None:
    if isfinite(value):
        return
    place = round(place, 12) + 0.0
    if np.isinf(value):
        raise ValueError(f"{function.name}: is infinite at {place:g}; choose a range without it")
    raise ValueError(f"{function.name}: is {value} at {place:g}; choose a range where it is a number")
