"""How a design looks, as SVG in HTML: the function, what the table gives, where the tables lie, how far off it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import numpy as np

from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.error import measure, sampled
from sequences.nvdla.lut.numbers import Reals

WIDTH, LEFT, RIGHT = 860, 80, 40
CURVE_TOP, CURVE_HEIGHT, ERROR_TOP, ERROR_HEIGHT, HEIGHT = 20, 300, 350, 150, 540
COLUMNS = WIDTH - LEFT - RIGHT
TICKS = 8
TRUE_COLOUR, TABLE_COLOUR, ERROR_COLOUR = "#999999", "#0055aa", "#cc3311"
LE_COLOUR, LO_COLOUR = "#ddaa33", "#44aa99"
STYLE = "body{font-family:sans-serif;max-width:60em;margin:2em auto}td,th{padding:.2em 1em;text-align:right}"


@dataclass(frozen=True, slots=True)
class _Axis:
    """Numbers on a line of the picture.

    Attributes:
        low: at its beginning; `high` at its end.
        first: where it begins in the picture; `last` where it ends.
        logarithm_from: where not None, logarithms of the distance from there are drawn.
    """

    low: float
    high: float
    first: float
    last: float
    logarithm_from: float | None = None

    def at(self, numbers: Reals) -> Reals:
        """Places in the picture."""
        low, high = self._drawn(np.array([self.low, self.high]))
        share = (self._drawn(numbers) - low) / ((high - low) or 1.0)
        places: Reals = self.first + np.clip(share, 0.0, 1.0) * (self.last - self.first)
        return places

    def ticks(self) -> Reals:
        """Round numbers to write at the axis; of logarithms, those at round powers of two from where they begin."""
        if self.logarithm_from is None:
            return round_numbers(self.low, self.high)
        low, high = self._drawn(np.array([self.low, self.high]))
        first, last = int(np.ceil(low)), int(np.floor(high))
        return self.logarithm_from + np.exp2(np.arange(last, first - 1, -max(1, -(-(last - first) // TICKS)))[::-1])

    def _drawn(self, numbers: Reals) -> Reals:
        if self.logarithm_from is None:
            return numbers
        drawn: Reals = np.log2(np.maximum(numbers, self.low) - self.logarithm_from)
        return drawn


def round_numbers(low: float, high: float) -> Reals:
    """Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, the closest that make at most `TICKS` steps.

    A range that is empty, or too narrow for the format, has its end alone.
    """
    rough = (high - low) / TICKS
    if not rough > 0 or low + rough == low:
        return np.array([high])
    power = 10.0 ** np.floor(np.log10(rough))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= rough)
    multiples: Reals = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step + 0.0  # no -0
    return multiples


def draw(design: LutDesign) -> str:
    """An SVG: above the function and the table's result, below the difference."""
    places, true, found = sampled(design)
    off = found - true
    begin = design.low + (design.high - design.low) * 2.0**-16
    logarithmic = design.config.exponential
    if logarithmic:
        places, true, found, off = (numbers[places >= begin] for numbers in (places, true, found, off))
    x = _Axis(float(places[0]), design.high, LEFT, LEFT + COLUMNS, design.low if logarithmic else None)
    both = np.concatenate([true, found])
    curve = _Axis(float(both.min()), float(both.max()), CURVE_TOP + CURVE_HEIGHT, CURVE_TOP)
    error = _Axis(float(off.min()), float(off.max()), ERROR_TOP + ERROR_HEIGHT, ERROR_TOP)
    parts = [
        *_tables(design, x),
        *_ticks(x, curve, CURVE_TOP),
        *_ticks(x, error, ERROR_TOP),
        _line(x.at(places), curve.at(true), TRUE_COLOUR, 4),
        _line(x.at(places), curve.at(found), TABLE_COLOUR, 1.5),
        _line(x.at(places), error.at(off), ERROR_COLOUR, 1),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
        f'font-size="12">{"".join(parts)}</svg>'
    )


def page_of(designs: Mapping[str, LutDesign]) -> str:
    """An HTML page with the error of each design in numbers, and its picture, by the design's name."""
    rows, pictures = [], []
    for name, design in designs.items():
        error = measure(design)
        numbers = (error.largest, error.relative, error.at, error.mean, error.rms)
        cells = "".join(f"<td>{number:.4g}</td>" for number in numbers)
        rows.append(f"<tr><th>{escape(name)}</th>{cells}</tr>")
        pictures.append(f"<h2>{escape(name)}</h2>\n{draw(design)}")
    head = "".join(f"<th>{text}</th>" for text in ("table", "largest error", "relative", "at", "mean", "rms"))
    legend = "Grey: the function. Blue: the table. Yellow: LE. Green: LO. Red: the difference."
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Look-up tables</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>Look-up tables</h1>\n<table><tr>{head}</tr>\n"
        + "\n".join(rows)
        + f"</table>\n<p>{legend}</p>\n"
        + "\n".join(pictures)
        + "\n</body></html>\n"
    )


def _tables(design: LutDesign, x: _Axis) -> list[str]:
    """Bars where the tables lie, at the foot of the upper part."""
    parts = []
    for number, (table, colour) in enumerate(((design.config.le, LE_COLOUR), (design.config.lo, LO_COLOUR))):
        codes = np.array([table.start, table.end])
        first, last = x.at(design.numbers.input_reals(codes))
        top = CURVE_TOP + CURVE_HEIGHT - 8 * (number + 1)
        parts.append(f'<rect x="{first:.1f}" y="{top}" width="{max(last - first, 1):.1f}" height="6" fill="{colour}"/>')
    return parts


def _ticks(x: _Axis, y: _Axis, top: int) -> list[str]:
    bottom = y.first
    frame = f'<rect x="{LEFT}" y="{top}" width="{COLUMNS}" height="{bottom - top}" fill="none" stroke="#cccccc"/>'
    below = (
        f'<text x="{place:.1f}" y="{bottom + 16}" text-anchor="middle">{number:.4g}</text>'
        for number, place in zip(x.ticks(), x.at(x.ticks()), strict=True)
    )
    beside = (
        f'<text x="{LEFT - 6}" y="{place + 4:.1f}" text-anchor="end">{number:.3g}</text>'
        for number, place in zip(y.ticks(), y.at(y.ticks()), strict=True)
    )
    return [frame, *below, *beside]


def _line(across: Reals, down: Reals, colour: str, width: float) -> str:
    """A line through points, of which each column of the picture keeps the lowest and the highest."""
    columns = across.astype(int)
    starts = np.flatnonzero(np.diff(columns, prepend=columns[0] - 1))
    pairs = zip(columns[starts], np.minimum.reduceat(down, starts), np.maximum.reduceat(down, starts), strict=True)
    points = " ".join(f"{column},{high:.1f} {column},{low:.1f}" for column, high, low in pairs)
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
