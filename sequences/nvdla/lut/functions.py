"""Functions that networks look up, each as a design with the arrangement that suits it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.cdp.descriptor import LOCAL_SIZES
from sequences.nvdla.lut.design import LutDesign, design_table
from sequences.nvdla.lut.numbers import Reals
from sequences.nvdla.lut.ranges import Function


def sigmoid(x: Reals) -> Reals:
    """1 / (1 + exp(-x))."""
    y: Reals = 0.5 * (1.0 + np.tanh(0.5 * x))
    return y


def _table(
    function: Function, span: tuple[float, float], precision: str, steps: tuple[float, float | None], exponential: bool
) -> LutDesign:
    """A design; floating-point numbers have no steps."""
    if precision == "FP16":
        return design_table(function, *span, precision=precision, exponential=exponential)
    in_step, out_step = steps
    return design_table(
        function, *span, precision=precision, in_step=in_step, out_step=out_step, exponential=exponential
    )


def sigmoid_table(
    precision: str = "INT16", *, reach: float = 8.0, in_step: float = 2.0**-10, out_step: float | None = None
) -> LutDesign:
    """A sigmoid from -reach to reach; `in_step` and `out_step` as `design_table` has them, for integers."""
    return _table(sigmoid, (-reach, reach), precision, (in_step, out_step), exponential=False)


def tanh_table(
    precision: str = "INT16", *, reach: float = 4.0, in_step: float = 2.0**-11, out_step: float | None = None
) -> LutDesign:
    """A hyperbolic tangent from -reach to reach."""
    return _table(np.tanh, (-reach, reach), precision, (in_step, out_step), exponential=False)


def square_root_table(
    precision: str = "INT16", *, high: float = 4.0, in_step: float = 2.0**-13, out_step: float | None = None
) -> LutDesign:
    """A square root from 0 to `high`."""
    return _table(np.sqrt, (0.0, high), precision, (in_step, out_step), exponential=True)


def lrn_table(
    precision: str = "INT16",
    *,
    size: int = 5,
    alpha: float = 1e-4,
    beta: float = 0.75,
    bias: float = 1.0,
    high: float = 2.0**20,
    in_step: float = 1.0,
    out_step: float | None = None,
) -> LutDesign:
    """The factor of local response normalisation, (bias + alpha / size * x) ** -beta, of sums of squares to `high`.

    Raises:
        ValueError: CDP does not add up the squares of so many channels.
    """
    need_local_size("lrn_table", size)

    def factor(x: Reals) -> Reals:
        y: Reals = (bias + alpha / size * x) ** -beta
        return y

    design = _table(factor, (0.0, high), precision, (in_step, out_step), exponential=True)
    return replace(design, size=size)


def need_local_size(name: str, size: object) -> None:
    """Make sure of the channels whose squares are added up.

    Args:
        name: what is given them.
        size: how many they are.

    Raises:
        ValueError: it is another number than CDP has.
    """
    if isinstance(size, bool) or size not in LOCAL_SIZES:
        sizes = ", ".join(map(str, LOCAL_SIZES[:-1]))
        raise ValueError(f"{name}: size is {size!r}: write {sizes} or {LOCAL_SIZES[-1]}")
