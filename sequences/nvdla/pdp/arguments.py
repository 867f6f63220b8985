"""Whether the arguments of pools and of PDP's layers are of the kinds that they take."""

from __future__ import annotations

from math import isfinite
from numbers import Real

import numpy as np

from models.nearest import did_you_mean
from models.numbers.rounding import limits
from models.nvdla.pdp.descriptor import METHODS
from models.nvdla.pdp.pooling.window import PAD_BITS
from models.nvdla.surfaces.cubes import FeatureCube
from sequences.arguments import is_whole
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.tensor import Tensor


def need_method(method: str) -> None:
    """Make sure of what becomes of a window.

    Raises:
        ValueError: there is no such method.
    """
    if method not in METHODS:
        raise ValueError(
            f"Pool: no method is called {method!r}; choose {', '.join(METHODS)}{did_you_mean(method, METHODS)}"
        )


def need_pairs(name: str, value: object, span: tuple[int, int]) -> None:
    """Make sure of an argument of a pool: a whole number within limits, or two.

    Raises:
        ValueError: it is something else.
    """
    items = value if isinstance(value, tuple) and len(value) == 2 else (value,)
    low, high = span
    whole = [int(item) for item in items if is_whole(item)]
    if len(whole) < len(items) or not all(low <= item <= high for item in whole):
        raise ValueError(f"Pool: {name} is {value!r}: write a whole number from {low} to {high}, or two, (x, y)")


def need_pad_value(value: object) -> None:
    """Make sure of what a padded element counts as; which numbers are allowed the precision says.

    Raises:
        ValueError: it is no number.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise ValueError(f"Pool: pad_value is {value!r}: write a number")


def need_padded(value: float, precision: str) -> None:
    """Make sure that a precision has what a padded element counts as.

    Raises:
        ValueError: it has not.
    """
    if precision not in PAD_BITS:
        most = float(np.finfo(DTYPES[precision]).max)
        if abs(value) > most:
            raise ValueError(f"Pool: pad_value is {value}: of {precision} write a number from {-most:g} to {most:g}")
        return
    low, high = limits(PAD_BITS[precision][0])
    if value != int(value) or not low <= value <= high:
        raise ValueError(f"Pool: pad_value is {value}: of {precision} write a whole number from {low} to {high}")


def need_shape(shape: object, axes: tuple[str, ...]) -> None:
    """Make sure of the shape of an input.

    Raises:
        ValueError: it is something else, or of several batches.
    """
    if not isinstance(shape, tuple | list) or not all(map(is_whole, shape)):
        raise ValueError(f"Pool: shape is {shape!r}: write ({', '.join(axes)}), or x.shape")
    if len(shape) != len(axes):
        raise ValueError(f"Pool: an input is {' x '.join(axes)}, not {'x'.join(map(str, shape))}")


def need_pooled(pool_kind: type, pool: object, y: object, x: object) -> None:
    """Make sure of the arguments of a layer, as soon as they are given.

    Args:
        pool_kind: the class of pools.
        pool: what was given as one.
        y: as the output; `x` as an input in memory, None where there is none.
        x: as the input.

    Raises:
        ValueError: one is something else.
    """
    if not isinstance(pool, pool_kind):
        given = repr(pool) if isinstance(pool, str) else f"no Pool but {type(pool).__name__}"
        raise ValueError(f"PdpLayer: pool is {given}: write PdpLayer(Pool(method, kernel), y, x=x)")
    for name, tensor in (("y", y), ("x", x)):
        if isinstance(tensor, TensorBatch):
            raise ValueError(f"PdpLayer: {name} has several batches: give a layer for each cube, of {name}.cubes")
        if not isinstance(tensor, Tensor) and (tensor is not None or name == "y"):
            make = "bench.empty" if name == "y" else "bench.tensor"
            raise ValueError(f"PdpLayer: {name} is no tensor but {type(tensor).__name__}: make it with {make}")


def need_alike(x: Tensor | None, y: Tensor) -> None:
    """Make sure that the tensors of a layer are cubes of one precision.

    Raises:
        ValueError: they are not.
    """
    for name, tensor in (("x", x), ("y", y)):
        if tensor is not None and not isinstance(tensor.layout, FeatureCube):
            raise ValueError(f"PdpLayer: {name} has planes and must be a cube: make it with layout='cube'")
    if x is not None and x.precision != y.precision:
        raise ValueError(
            f"PdpLayer: x is {x.precision} and y {y.precision}, pooling keeps the precision: convert with "
            "SdpLayer(z, x=x) first"
        )
