"""How far a table's results are from the function, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.numbers import Reals
from sequences.nvdla.lut.ranges import SAMPLES


@dataclass(frozen=True, slots=True)
class LutError:
    """Differences over a range, in real numbers.

    Attributes:
        largest: the largest.
        at: the input that has it.
        mean: the mean of their magnitudes.
        rms: the root of the mean square.
        relative: the largest as a part of the function's largest magnitude in the range.
    """

    largest: float
    at: float
    mean: float
    rms: float
    relative: float

    def __str__(self) -> str:
        return (
            f"largest difference {self.largest:.3g} ({self.relative:.2%} of the largest value) at {self.at:.6g},"
            f" mean {self.mean:.3g}, rms {self.rms:.3g}"
        )


def sampled(design: LutDesign, low: float | None = None, high: float | None = None) -> tuple[Reals, Reals, Reals]:
    """Inputs that the part can have, the function there, and what the table gives."""
    first, last = design.low if low is None else low, design.high if high is None else high
    places = np.linspace(first, last, SAMPLES)
    # Where the range is steep at its beginning, evenly spaced inputs would pass it by.
    places = np.unique(np.concatenate([places, first + (last - first) * 2.0 ** np.linspace(-24, 0, SAMPLES // 4)]))
    inputs = np.unique(design.numbers.inputs(places))
    reals = np.sort(design.numbers.input_reals(inputs))
    reals = reals[(reals >= first) & (reals <= last)]
    return reals, design.function(reals), design.reals(reals)


def measure(design: LutDesign, low: float | None = None, high: float | None = None) -> LutError:
    """The error over the design's range, or over another."""
    places, true, found = sampled(design, low, high)
    off = np.abs(found - true)
    worst = int(off.argmax())
    scale = float(np.abs(true).max())
    return LutError(
        largest=float(off[worst]),
        at=float(places[worst]),
        mean=float(off.mean()),
        rms=float(np.sqrt((off**2).mean())),
        relative=float(off[worst]) / scale if scale else 0.0,
    )
