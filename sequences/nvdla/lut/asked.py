"""Designs that are asked for in words: a function by its name, where it is, or how it is written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from models.nearest import did_you_mean
from sequences.nvdla.lut.checked import checked, need_range
from sequences.nvdla.lut.design import LutDesign, design_table, need_steps
from sequences.nvdla.lut.functions import lrn_table, sigmoid_table, square_root_table, tanh_table
from sequences.nvdla.lut.numbers import Reals
from sequences.nvdla.lut.ranges import Function


class Builder(Protocol):
    """Makes a design with a range of its own."""

    def __call__(self, precision: str = ...) -> LutDesign: ...  # noqa: D102


NAMED: Mapping[str, Builder] = MappingProxyType(
    {"sigmoid": sigmoid_table, "tanh": tanh_table, "square_root": square_root_table, "lrn": lrn_table}
)
NEITHER = f"neither {', '.join(NAMED)} nor module:function nor an expression of x such as 'x * exp(-x)'"
IN_BITS = 15
"""Of the magnitude of an integer input whose step is not given."""


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
    need_steps(precision, given.get("in_step"), given.get("out_step"))
    if function in NAMED:
        usual = NAMED[function](precision)
        defaults: dict[str, Any] = {"low": usual.low, "high": usual.high, "exponential": usual.config.exponential}
        defaults |= {} if floating else {"in_step": usual.numbers.in_step}
        return design_table(checked(usual.function), precision=precision, **defaults | given)
    made = checked(find_function(function), function)
    made(np.ones(2))
    if missing := [name for name in ("low", "high") if name not in given]:
        raise ValueError(f"{function}: its range is not known, give {' and '.join(missing)}")
    need_range(given["low"], given["high"])
    if not floating and "in_step" not in given:
        given["in_step"] = _step(max(abs(given["low"]), abs(given["high"])))
    return design_table(made, precision=precision, **given)


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


def _step(most: float) -> float:
    """A power of two that lets 16 bits hold a range."""
    return 2.0 ** (math.ceil(math.log2(most)) - IN_BITS) if most > 0 else 1.0
