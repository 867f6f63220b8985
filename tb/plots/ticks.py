"""Ticks of axes: round numbers, and powers of two."""

from __future__ import annotations

from math import log2

from matplotlib.axis import Axis
from matplotlib.ticker import LogLocator, MaxNLocator, ScalarFormatter

STEPS = [1, 2, 5, 10]
LEAST_POWER, LARGEST_POWER = -3, 6
"""Of ten: axes whose largest number is of a power between them have numbers that are written out."""
RAISED = str.maketrans("-\N{MINUS SIGN}0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class _Numbers(ScalarFormatter):
    """Numbers, or multiples of a power of ten that stands above the axis."""

    def __init__(self) -> None:
        super().__init__(useOffset=False)
        self.set_powerlimits((LEAST_POWER, LARGEST_POWER))

    def get_offset(self) -> str:
        _, _, power = super().get_offset().partition("e")
        return f"\N{MULTIPLICATION SIGN} 10{power.translate(RAISED)}" if power else ""


def round_ticks(axis: Axis, most: int) -> None:
    """Put ticks at multiples of 1, 2 or 5 times a power of ten.

    Args:
        axis: that has them.
        most: how many steps are between them at most.
    """
    axis.set_major_locator(MaxNLocator(most, steps=STEPS))
    axis.set_major_formatter(_Numbers())


def ticks_at_powers_of_two(axis: Axis, most: int) -> None:
    """Put ticks at powers of two.

    Args:
        axis: a logarithmic one.
        most: how many there are at most.
    """
    axis.set_major_locator(LogLocator(base=2, numticks=most))
    axis.set_major_formatter(lambda number, _: f"2{f'{log2(number):.0f}'.translate(RAISED)}")
    axis.minorticks_off()
