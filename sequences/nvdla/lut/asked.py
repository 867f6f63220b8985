"""Designs that are asked for in words: a function by its name, where it is, or how it is written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from models.nearest import did_you_mean
from sequences.nvdla.lut.design import LutDesign, design_table
from sequences.nvdla.lut.functions import lrn_table, sigmoid_table, square_root_table, tanh_table
from sequences.nvdla.lut.numbers import Reals
from sequences.nvdla.lut.ranges import SAMPLES, Function


class Builder(Protocol):
    """Makes a design with a range of its own."""

    def __call__(self, precision: str = ...) -> LutDesign: ...  # noqa: D102


NAMED: Mapping[str, Builder] = MappingProxyType(
    {"sigmoid": sigmoid_table, "tanh": tanh_table, "square_root": square_root_table, "lrn": lrn_table}
)
NEITHER = f"neither {', '.join(NAMED)} nor module:function nor an expression of x such as 'x * exp(-x)'"
IN_BITS = 15
"""Of the magnitude of an integer input whose step is not given."""

NARROWEST = 2.0**-15
"""Of the larger end of a range: so much must lie between its ends, or 16 bits tell none of its places apart."""


def ask(function: str, precision: str = "INT16", **wanted: float | bool | None) -> LutDesign:
    """A design of a function.

    Args:
        function: one of `NAMED`, which have a range of their own; or ``module:function``; or an expression of x with
            numpy's functions.
        precision: of the processing.
        wanted: `low`, `high`, `in_step`, `out_step` and `exponential` as `design_table` has them; None: not given.

    Raises:
        ValueError: there is no such function, it gives something else than a number for each, or no range is given.
    """
    given: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    floating = precision == "FP16"
    if floating and (steps := [name for name in ("in_step", "out_step") if name in given]):
        raise ValueError(f"{' and '.join(steps)} is given, and {precision} has no steps: leave it out")
    if function in NAMED:
        usual = NAMED[function](precision)
        defaults: dict[str, Any] = {"low": usual.low, "high": usual.high, "exponential": usual.config.exponential}
        defaults |= {} if floating else {"in_step": usual.numbers.in_step}
        given = defaults | given
        return design_table(_within(function, usual.function, given), precision=precision, **given)
    made = _checked(function, find_function(function))
    made(np.ones(2))
    if missing := [name for name in ("low", "high") if name not in given]:
        raise ValueError(f"{function}: its range is not known, give {' and '.join(missing)}")
    within = _within(function, made, given)
    if not floating and "in_step" not in given:
        given["in_step"] = _step(max(abs(given["low"]), abs(given["high"])))
    return design_table(within, precision=precision, **given)


def find_function(text: str) -> Function:
    """A function by its name, where it is or how it is written.

    Raises:
        ValueError: there is none.
    """
    module, colon, name = text.partition(":")
    try:
        if colon and module.replace(".", "_").isidentifier():
            found: Function = getattr(import_module(module), name)
            return found
        code = compile(text, text, "eval")
    except (ImportError, AttributeError, SyntaxError, ValueError) as error:
        raise ValueError(f"{text}: {NEITHER} ({error})") from None
    if text.isidentifier() and text != "x" and not hasattr(np, text):
        raise ValueError(f"{text}: {NEITHER}{did_you_mean(text, NAMED)}")

    def written(x: Reals) -> Reals:
        values: Reals = eval(code, {**vars(np), "np": np, "x": x})
        return values

    return written


def _checked(text: str, function: Function) -> Function:
    """The function, which gives a number for each."""

    def checked(x: Reals) -> Reals:
        try:
            with np.errstate(all="ignore"):
                found = np.asarray(function(x))
                if np.iscomplexobj(found):
                    raise TypeError("complex numbers")
                values = found.astype(np.float64)
            return np.array(np.broadcast_to(values, x.shape))
        except Exception as error:
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            raise ValueError(f"{text}: gives no number for each number of an array ({what})") from error

    return checked


def _within(text: str, function: Function, given: Mapping[str, Any]) -> Function:
    """The function, which has a value everywhere in its range."""
    low, high = given["low"], given["high"]
    limits, most = np.finfo(np.float32), max(abs(low), abs(high))
    if not all(abs(end) <= float(limits.max) for end in (low, high)):  # a NaN neither
        raise ValueError(f"range of a table is {low:g} to {high:g}, beyond all numbers that the part has")
    if low < high and high - low < max(most * NARROWEST, float(limits.tiny)):
        raise ValueError(f"range of a table is {low:.17g} to {high:.17g}, too narrow for numbers that the part has")
    places = np.linspace(low, high, SAMPLES)
    with np.errstate(all="ignore"):
        values = function(places)
    if not np.isfinite(values).all():
        at = int(np.argmin(np.isfinite(values)))
        raise ValueError(f"{text}: is {values[at]} at {places[at]:g}; choose a range where it is a number")
    if (largest := float(np.abs(values).max())) > float(limits.max):
        raise ValueError(f"{text}: reaches {largest:g}, beyond all numbers that the part has; choose a smaller range")
    return function


def _step(most: float) -> float:
    """A power of two that lets 16 bits hold a range."""
    return 2.0 ** (math.ceil(math.log2(most)) - IN_BITS) if most > 0 else 1.0
