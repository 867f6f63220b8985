"""How a design looks: the function and what its tables give, where the tables lie, how far off they are."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.error import measure, sampled
from sequences.nvdla.lut.numbers import Reals
from tb.plots.svg import colour, legend_above, picture
from tb.plots.ticks import round_ticks, ticks_at_powers_of_two

WIDTH_PX, HEIGHT_PX = 860, 600
HEIGHTS = (6, 1, 3)
"""Of the curves, the bars and the difference, beside each other."""
FUNCTION, TABLES, LE, LO, DIFFERENCE = 5, 0, 1, 2, 3
"""Numbers of their colours."""
BROAD, THIN, THINNEST = 6.0, 1.2, 0.8
"""Widths of lines, of the difference the last: the function is seen on both sides of its tables, where they agree."""
MOST_ACROSS, MOST_UP, MOST_OFF = 10, 7, 5
"""Ticks of x, of the curves and of the difference."""
MARKED = 60
"""Of fewer points each is marked: a single one makes no line."""


class _Across:
    """The axis that all parts share: x, or where entries lie at powers of two, the distance from the beginning."""

    def __init__(self, design: LutDesign, x: Reals) -> None:
        self._begin = design.low if design.config.exponential else None
        self._ends = design.low, design.high
        if self._begin is not None:
            far, most = x - self._begin, design.high - self._begin
            self._ends = float(far[far > 0].min(initial=most / 2)), most

    def at(self, x: Reals) -> Reals:
        """Where numbers lie: within the axis, at its end whatever lies beyond, so the beginning where it has no 0."""
        return np.clip(x if self._begin is None else x - self._begin, *self._ends)

    def set_up(self, axes: Axes) -> None:
        """Its scale, its ticks and its name."""
        if self._begin is None:
            round_ticks(axes.xaxis, MOST_ACROSS)
            axes.set_xlabel("x")
        else:
            axes.set_xscale("log", base=2)
            ticks_at_powers_of_two(axes.xaxis, MOST_ACROSS)
            sign = "+" if self._begin < 0 else "\N{MINUS SIGN}"
            axes.set_xlabel(f"x {sign} {abs(self._begin):g}" if self._begin else "x")
        axes.set_xlim(*self._ends)


def picture_of(name: str, design: LutDesign) -> str:
    """Draw a design.

    Args:
        name: what it is called.
        design: what is drawn.

    Returns:
        An element for a page, as `tb.plots.svg.picture` makes it.
    """
    x, true, found = sampled(design)
    across = _Across(design, x)

    def draw(figure: Figure) -> None:
        curves, bars, difference = figure.subplots(3, sharex=True, height_ratios=HEIGHTS)
        _draw_curves(curves, across.at(x), true, found)
        _draw_bars(bars, across, design)
        _draw_difference(difference, across.at(x), found - true)
        across.set_up(difference)
        legend_above(figure, curves, difference)

    alt = (
        f"{name} from {design.low:g} to {design.high:g}: the function and what its tables give; where LE and LO lie;"
        f" how far off they are, {measure(design)}"
    )
    return picture(draw, width_px=WIDTH_PX, height_px=HEIGHT_PX, alt=alt)


def _draw_curves(axes: Axes, x: Reals, true: Reals, found: Reals) -> None:
    axes.plot(x, true, color=colour(FUNCTION), linewidth=BROAD, alpha=0.4, label="the function")
    axes.plot(x, found, color=colour(TABLES), linewidth=THIN, marker=_marker(x), label="its tables")
    round_ticks(axes.yaxis, MOST_UP)
    axes.grid()


def _draw_bars(axes: Axes, across: _Across, design: LutDesign) -> None:
    names = ("LO", "LE")
    for row, (table, number) in enumerate(((design.config.lo, LO), (design.config.le, LE))):
        begin, end = across.at(design.numbers.input_reals(np.array([table.start, table.end])))
        axes.barh(row, end - begin, left=begin, height=0.6, color=colour(number))
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")


def _draw_difference(axes: Axes, x: Reals, off: Reals) -> None:
    name = "tables \N{MINUS SIGN} function"
    axes.plot(x, off, color=colour(DIFFERENCE), linewidth=THINNEST, marker=_marker(x), label=name)
    if off.any():
        at = np.abs(off).argmax()
        (dot,) = axes.plot(x[at], off[at], color=colour(FUNCTION), marker="o", linestyle="", label="largest difference")
        dot.set_clip_on(False)  # it may lie at an end
    round_ticks(axes.yaxis, MOST_OFF)
    axes.grid()


def _marker(x: Reals) -> str:
    return "o" if x.size < MARKED else ""
