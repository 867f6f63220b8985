"""Batch normalisation as SDP does it: a summand and a factor for each kernel (guide, 'SDP programming')."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log2

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.nvdla.sdp.descriptor import X_SHIFT_AT_MOST
from sequences.nvdla.post_processing.steps import Step, normalise
from sequences.nvdla.tensors.elements.elements import DTYPES, need_precision
from sequences.nvdla.tensors.making.operand_maker import OperandMaker

LARGEST = np.iinfo(np.int16).max
"""Of an integer operand."""
MOST_SHIFT = X_SHIFT_AT_MOST // 2
"""Factors of which more bits are behind the point are next to nothing."""
Reals = NDArray[np.float64]


def batch_norm(
    bench: OperandMaker,
    precision: str,
    mean: ArrayLike,
    variance: ArrayLike,
    *,
    gamma: ArrayLike = 1.0,
    beta: ArrayLike = 0.0,
    epsilon: float = 1e-5,
    out_step: float = 1.0,
    ram: str = "DBB",
    on: str | None = None,
) -> Step:
    """Normalise each channel: ``gamma * (x - mean) / sqrt(variance + epsilon) + beta``.

    ``bench.free(*step.tensors)`` gives its memory back.

    Args:
        bench: where its operands go.
        precision: of the processing.
        mean: in units of the input, [channels], or [channels, height, width] for each element.
        variance: in their square, likewise; `gamma` and `beta` broadcast to it.
        gamma: what is multiplied at last.
        beta: what is added at last.
        epsilon: what keeps the variance above zero.
        out_step: the real number that 1 of an integer output stands for.
        ram: the memory of its operands.
        on: ``x1`` or ``x2``; None: the next one that can.

    Raises:
        ValueError: arrays of different shapes, a factor of zero, or operands that do not fit.
    """
    middle, spread, gamma, beta = _alike({"mean": mean, "variance": variance, "gamma": gamma, "beta": beta})
    if (spread + epsilon <= 0).any():
        raise ValueError("batch_norm: variance + epsilon must be above 0 everywhere")
    factors: Reals = gamma / np.sqrt(spread + epsilon)
    if not factors.all() or not np.isfinite(factors).all():
        raise ValueError("batch_norm: gamma / sqrt(variance + epsilon) must be a number other than 0 everywhere")
    summands: Reals = beta / factors - middle
    need_precision(precision)
    if DTYPES[precision].kind == "f":
        return normalise(bench.operands(precision, alu=summands, mul=factors, ram=ram), on=on)
    factors = factors / out_step
    shift = min(MOST_SHIFT, floor(log2(LARGEST / float(np.abs(factors).max()))))
    if shift < 0:
        raise ValueError(
            f"batch_norm: a factor is {np.abs(factors).max():.6g}, at most {LARGEST}: take a larger out_step"
        )
    alu_shift = max(0, ceil(log2(max(float(np.abs(summands).max()), 1.0) / LARGEST)))
    pairs = bench.operands(precision, alu=_whole(summands * 2.0**-alu_shift), mul=_whole(factors * 2.0**shift), ram=ram)
    return normalise(pairs, alu_shift=alu_shift, shift=shift, on=on)


def _alike(given: Mapping[str, ArrayLike]) -> tuple[Reals, Reals, Reals, Reals]:
    """Arrays of one shape, that of the mean and the variance.

    Raises:
        ValueError: they are of shapes that do not go together, or have something else than finite numbers.
    """
    arrays = {}
    for name, values in given.items():
        try:
            arrays[name] = np.asarray(values, np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"batch_norm: {name} is no array of numbers: give one for each channel") from None
        if not np.isfinite(arrays[name]).all():
            raise ValueError(
                f"batch_norm: {name} has {arrays[name][~np.isfinite(arrays[name])][0]}: give finite numbers"
            )
    try:
        middle, spread = np.broadcast_arrays(arrays["mean"], arrays["variance"])
        gamma, beta = (np.broadcast_to(arrays[name], middle.shape) for name in ("gamma", "beta"))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise ValueError(f"batch_norm: shapes do not go together: {shapes}; give one value for each channel") from None
    return middle, spread, gamma, beta


def _whole(values: Reals) -> NDArray[np.int64]:
    return np.rint(values).astype(np.int64)
