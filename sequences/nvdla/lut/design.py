"""Tables and registers for a function over a range (guide, 'LUT programming')."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real

import numpy as np

from models.numbers.bits import Wide
from models.numbers.rounding import limits
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.sdp_look_up import look_up
from sequences.arguments import need_flag
from sequences.nvdla.lut.checked import CheckedFunction, checked, need_defined, need_range
from sequences.nvdla.lut.numbers import INPUT_BITS, LutNumbers, Reals, out_step_for
from sequences.nvdla.lut.ranges import SAMPLES, Function, Window, covering, densest, off_exponential, off_linear
from sequences.nvdla.tensors.elements.elements import need_precision

LE_ENTRIES, LO_ENTRIES = 65, 257
LARGEST_CODE = 1 << 30
"""Of an integer range: windows that run over its end must fit as well."""
LEAST_FLOAT = -20
"""Logarithm of the smallest distance of entries for floating-point numbers."""


@dataclass(frozen=True, slots=True)
class LutDesign:
    """A function as tables and registers.

    Attributes:
        function: what they compute, of real numbers.
        low: where the range begins, as a real number; `high` where it ends.
        numbers: what codes stand for.
        config: registers.
        tables: entries.
        size: channels whose squares its input adds up; None: it is not made for so many.
    """

    function: Function
    low: float
    high: float
    numbers: LutNumbers
    config: LutConfig
    tables: Tables
    size: int | None = None

    def codes(self, values: Wide) -> Wide:
        """What the part gives for codes at the table's input."""
        return look_up(values, self.config, self.tables, floating=self.numbers.floating).values

    def reals(self, values: Reals) -> Reals:
        """What it gives for real numbers, as real numbers."""
        return self.numbers.output_reals(self.codes(self.numbers.inputs(values)))


def design_table(
    function: Function,
    low: float,
    high: float,
    *,
    precision: str = "INT16",
    in_step: float | None = None,
    out_step: float | None = None,
    exponential: bool = False,
) -> LutDesign:
    """Choose tables and registers: one table covers the range, the other the part where that one is furthest off.

    Args:
        function: of arrays of real numbers, at least from `low` to `high`.
        low: where the range begins.
        high: where it ends.
        precision: of the processing.
        in_step: the real number that 1 at the table's input stands for, 1 if not given; integers only.
        out_step: the real number that 1 in an entry stands for; the smallest power of two that serves, if not given.
        exponential: LE has its entries at powers of two above `low` and covers the range, which is best for what is
            steep at its beginning; else it is linear and lies within LO.

    Raises:
        ValueError: the range is none, the function has no number somewhere in it, or a step makes no sense.
    """
    need_precision(precision)
    function = checked(function)
    need_range(low, high)
    need_steps(precision, in_step, out_step)
    need_flag("exponential", exponential)
    need_defined(function, low, high)
    if precision == "FP16":
        return _Designer(function, low, high, LutNumbers(floating=True)).design(exponential)
    if out_step is None:
        out_step = out_step_for(function(np.linspace(low, high, SAMPLES)))
    numbers = LutNumbers(in_step=1.0 if in_step is None else in_step, out_step=out_step)
    return _Designer(function, low, high, numbers).design(exponential)


def need_steps(precision: str, in_step: float | None, out_step: float | None) -> None:
    """Make sure of steps: integers have some, each a number above 0; floating-point numbers have none.

    Raises:
        ValueError: others are given.
    """
    given = {name: step for name, step in (("in_step", in_step), ("out_step", out_step)) if step is not None}
    if given and precision == "FP16":
        raise ValueError(f"{' and '.join(given)} is given, and {precision} has no steps: leave it out")
    for name, step in given.items():
        if isinstance(step, bool) or not isinstance(step, Real) or not 0 < step < np.inf:
            raise ValueError(f"{name} is {step!r}: write a number above 0")


class _Designer:
    """Works in units of the table's input: integers, or real numbers."""

    def __init__(self, function: CheckedFunction, low: float, high: float, numbers: LutNumbers) -> None:
        self._function, self._numbers = function, numbers
        self._low, self._high = low, high
        self._unit = numbers.in_step
        # Integers have no places between them.
        self._least = LEAST_FLOAT if numbers.floating else 0
        first, last = low / self._unit, high / self._unit
        if not numbers.floating:
            first, last = float(np.floor(first)), float(np.ceil(last))
            if max(-first, last) > LARGEST_CODE:
                raise ValueError(
                    f"range of a table is {first:.10g} to {last:.10g} in steps of the input, at most"
                    f" {LARGEST_CODE} either way: take a larger in_step"
                )
        self._first, self._last = self._placed(first), last
        self._samples = np.linspace(self._first, last, SAMPLES)

    def design(self, exponential: bool) -> LutDesign:
        config, points = self._exponential() if exponential else self._linear()
        entries = [self._numbers.entries(self._of(places)) for places in points]
        return LutDesign(self._function, self._low, self._high, self._numbers, config, Tables(*entries))

    def _placed(self, place: float) -> float:
        """The nearest place that a register can hold."""
        (code,) = self._numbers.inputs(np.array([place * self._unit]))
        return float(code) if not self._numbers.floating else float(np.float32(place))

    def _of(self, places: Reals) -> Reals:
        """The function, which stays as it is at the ends of the range where it is not defined beyond."""
        with np.errstate(all="ignore"):
            values = self._function(places * self._unit)
        missing = ~np.isfinite(values)
        values[missing] = self._function(np.clip(places[missing] * self._unit, self._low, self._high))
        if not np.isfinite(values).all():
            at = float(places[int(np.argmin(np.isfinite(values)))] * self._unit)
            raise ValueError(f"{self._function.name}: is infinite at {at:g}; choose a range without it")
        return values

    def _linear(self) -> tuple[LutConfig, tuple[Reals, Reals]]:
        lo = covering(self._first, self._last, LO_ENTRIES - 1, self._least)
        off = off_linear(self._of, self._samples, lo.start, lo.step)
        le = self._dense(off, LE_ENTRIES - 1)
        below, above = self._slopes()
        config = LutConfig(
            le=self._range(le),
            lo=self._range(lo, below, above),
            exponential=False,
            underflow_lo=True,
            overflow_lo=True,
        )
        return config, (le.points, lo.points)

    def _exponential(self) -> tuple[LutConfig, tuple[Reals, Reals]]:
        floating, intervals = self._numbers.floating, LE_ENTRIES - 1
        first, last = self._first, self._last
        # An integer range begins with the first entry, one above the start.
        start, offset = (first, int(np.ceil(np.log2(last - first))) - intervals) if floating else (first - 1, 0)
        off = off_exponential(self._of, self._samples, start, offset)
        lo = self._dense(off, LO_ENTRIES - 1)
        below, above = self._slopes()
        end = min(start + 2.0 ** (offset + intervals), float(limits(INPUT_BITS)[1]) if not floating else np.inf)
        le = LutRange(start=self._register(start), end=self._register(end), underflow=below, overflow=above)
        config = LutConfig(
            le=le,
            lo=self._range(lo, None, above),
            exponential=True,
            le_offset=offset,
            hybrid_lo=True,
            overflow_lo=lo.end >= last,
        )
        powers = np.ldexp(np.ones(LE_ENTRIES), offset + np.arange(LE_ENTRIES))
        return config, (start + powers, lo.points)

    def _dense(self, off: Reals, intervals: int) -> Window:
        """The table that takes what the other is furthest off."""
        coarse = covering(self._first, self._last, intervals, self._least)
        window = densest(self._of, self._samples, off, coarse, self._least)
        return replace(window, start=self._placed(window.start))

    def _range(self, window: Window, below: LutSlope | None = None, above: LutSlope | None = None) -> LutRange:
        return LutRange(
            start=self._register(window.start),
            end=self._register(window.end),
            select=window.select,
            underflow=below or LutSlope(),
            overflow=above or LutSlope(),
        )

    def _register(self, place: float) -> int:
        return self._numbers.register(place * self._unit)

    def _slopes(self) -> tuple[LutSlope, LutSlope]:
        """Slopes below and above the range."""
        below, above = self._slope(self._low, -1), self._slope(self._high, 1)
        return self._numbers.slope(below), self._numbers.slope(above)

    def _slope(self, edge: float, way: int) -> float:
        """Of some lines from an end of the range, the one that stays closest to the function beyond it."""
        span = (self._high - self._low) / 2
        ahead = np.linspace(0.0, span, 65)[1:] * way
        with np.errstate(all="ignore"):
            rise = self._function(edge + ahead) - self._function(np.array([edge]))
        if not np.isfinite(rise).all():
            return 0.0
        slopes = np.array([0.0, rise[0] / ahead[0], rise[-1] / ahead[-1]])
        off = np.abs(slopes[:, None] * ahead - rise).max(axis=1)
        return float(slopes[off.argmin()])
