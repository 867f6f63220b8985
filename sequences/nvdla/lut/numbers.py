"""Real numbers as a look-up table takes them in, holds them and gives them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.numbers.bits import Wide
from models.numbers.rounding import limits
from models.nvdla.lut.config import Entries, LutSlope

Reals = NDArray[np.float64]
INPUT_BITS, ENTRY_BITS = 32, 16
SHIFT_LOW, SHIFT_HIGH = limits(5)


@dataclass(frozen=True, slots=True, kw_only=True)
class LutNumbers:
    """What the codes of a table stand for.

    Attributes:
        floating: values go in as FP32 and entries are FP16, else both are integers.
        in_step: the real number that 1 at the table's input stands for; 1 for floating-point numbers.
        out_step: the real number that 1 in an entry stands for; likewise.
    """

    floating: bool = False
    in_step: float = 1.0
    out_step: float = 1.0

    def __post_init__(self) -> None:
        steps = self.in_step, self.out_step
        if min(steps) <= 0 or (self.floating and steps != (1.0, 1.0)):
            allowed = "1 and 1" if self.floating else "above 0"
            raise ValueError(f"steps of table numbers are {steps[0]} and {steps[1]}, they must be {allowed}")

    def inputs(self, reals: Reals) -> Wide:
        """Codes at the table's input: FP32 codes, or integers of 32 bits."""
        if self.floating:
            return reals.astype(np.float32).view(np.uint32).astype(np.int64)
        return np.clip(np.rint(reals / self.in_step), *limits(INPUT_BITS)).astype(np.int64)

    def input_reals(self, codes: Wide) -> Reals:
        """The real numbers that codes at the input stand for."""
        if self.floating:
            return codes.astype(np.uint32).view(np.float32).astype(np.float64)
        return codes.astype(np.float64) * self.in_step

    def register(self, real: float) -> int:
        """A start or an end, signed."""
        (code,) = self.inputs(np.array([real])).astype(np.uint32).view(np.int32)
        return int(code)

    def entries(self, reals: Reals) -> Entries:
        """Entries to the nearest, the largest for what is too large."""
        if self.floating:
            largest = float(np.finfo(np.float16).max)
            return np.clip(reals, -largest, largest).astype(np.float16).view(np.int16)
        return np.clip(np.rint(reals / self.out_step), *limits(ENTRY_BITS)).astype(np.int16)

    def output_reals(self, values: Wide) -> Reals:
        """The real numbers that the table's results stand for."""
        if self.floating:
            return values.astype(np.uint32).view(np.float32).astype(np.float64)
        return values.astype(np.float64) * self.out_step

    def slope(self, real: float) -> LutSlope:
        """A slope as scale and shift, with as many bits as fit."""
        if self.floating:
            (scale,) = self.entries(np.array([real]))
            return LutSlope(scale=int(scale))
        steps = real * self.in_step / self.out_step
        if steps == 0:
            return LutSlope()
        low, high = limits(ENTRY_BITS)
        shift = int(np.clip(ENTRY_BITS - 2 - np.floor(np.log2(abs(steps))), SHIFT_LOW, SHIFT_HIGH))
        return LutSlope(scale=int(np.clip(np.rint(steps * 2.0**shift), low, high)), shift=shift)


def out_step_for(reals: Reals) -> float:
    """The smallest power of two as step with which entries hold all of these numbers."""
    largest = float(np.abs(reals).max(initial=0.0))
    return 2.0 ** int(np.ceil(np.log2(largest / limits(ENTRY_BITS)[1]))) if largest else 1.0
