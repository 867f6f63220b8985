"""Ticks are round, however narrow, small or large the range is."""

import pytest

from tb.plots.svg import picture
from tb.plots.ticks import round_ticks, ticks_at_powers_of_two


def ticks(put, ends, most=6, scale="linear"):
    """What is written at the axis of x, and above it."""
    found = []

    def draw(figure):
        axes = figure.add_subplot()
        axes.set_xscale(scale)
        axes.set_xlim(*ends)
        put(axes.xaxis, most)
        figure.draw_without_rendering()
        low, high = axes.get_xlim()
        found.extend(one.get_text() for one in axes.get_xticklabels() if low <= one.get_position()[0] <= high)
        found.append(axes.xaxis.get_offset_text().get_text())

    picture(draw, width_px=600, height_px=200, alt="ticks")
    return " ".join(found).replace("\N{MINUS SIGN}", "-").strip()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("ends", "want"),
    [
        ((0, 6), "0 1 2 3 4 5 6"),
        ((-1.37, 4.2), "-1 0 1 2 3 4"),
        ((-30_000, 120_000), "0 50000 100000"),
        ((-2.5e-5, 2.7e-5), "-2 -1 0 1 2 \N{MULTIPLICATION SIGN} 10⁻⁵"),
        ((0, 4.9e8), "0 1 2 3 4 \N{MULTIPLICATION SIGN} 10⁸"),
        ((1, 1.0000000031), "1.000000000 1.000000001 1.000000002 1.000000003"),
    ],
)
def test_numbers_are_round(ends, want):
    assert ticks(round_ticks, ends) == want


def test_powers_of_two_are_a_few():
    assert ticks(ticks_at_powers_of_two, (2**-4, 2**5), most=10, scale="log") == "2⁻⁴ 2⁻³ 2⁻² 2⁻¹ 2⁰ 2¹ 2² 2³ 2⁴ 2⁵"
    assert ticks(ticks_at_powers_of_two, (2**-21, 6), most=10, scale="log") == "2⁻²¹ 2⁻¹⁸ 2⁻¹⁵ 2⁻¹² 2⁻⁹ 2⁻⁶ 2⁻³ 2⁰"
