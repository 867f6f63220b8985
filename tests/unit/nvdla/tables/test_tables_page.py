"""The page of look-up tables: everything on it is seen, axes are round, names are text."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from sequences.nvdla.lut.asked import ask
from sequences.nvdla.lut.error import measure, sampled
from tb.nvdla.tables.drawing import DIFFERENCE, FUNCTION, LE, LO, TABLES, picture_of
from tb.nvdla.tables.page import page_of
from tb.plots.svg import SVG

pytestmark = pytest.mark.filterwarnings("error")
EVIL = "</svg><script>window.evil=1</script><img src=x onerror='window.evil=1'> $x^2$ \x07"
MOST_LETTERS = 120_000
NEAR = 0.3
"""Of the units of a picture, of which it has 619 across."""


class Drawn:
    """What is in a picture."""

    def __init__(self, design, name="a function"):
        self.svg = picture_of(name, design)
        self._root = ElementTree.fromstring(self.svg)

    def texts(self, anchor=""):
        """From left to right, or from the first to the last; of those that are anchored so."""
        found = [one for one in self._root.iter(f"{{{SVG}}}text") if f"text-anchor: {anchor}" in one.get("style")]
        return ["".join(one.itertext()).replace("\N{MINUS SIGN}", "-") for one in found]

    def corners(self, series, of="stroke"):
        """Corners of the line, or with ``fill`` of the bar, of a series."""
        return np.array(re.findall(r"[ML] (\S+) (\S+)", self._path(series, of).get("d")), float)

    def width(self, series):
        """Of its line."""
        return float(re.search(r"stroke-width: ([\d.]+)", self._path(series, "stroke").get("style"))[1])

    def _path(self, series, of):
        colour = f"{of}: var(--plot-series-{series})"
        paths = [one for one in self._root.iter(f"{{{SVG}}}path") if colour in one.get("style", "")]
        (path,) = (one for one in paths if one.get("clip-path"))  # what a legend has is not clipped
        return path


@cache
def drawn(function, precision="INT16", **wanted):
    design = ask(function, precision, **wanted)
    return Drawn(design), design


def test_the_function_is_seen_beside_its_tables():
    picture, _ = drawn("sigmoid")
    function, tables = picture.corners(FUNCTION), picture.corners(TABLES)
    assert function[0] == pytest.approx(tables[0], abs=NEAR)
    assert function[-1] == pytest.approx(tables[-1], abs=NEAR)
    assert picture.svg.index("series-5") < picture.svg.index("series-0"), "the broad line lies below"
    assert picture.width(FUNCTION) > 3 * picture.width(TABLES)


def test_curves_bars_and_difference_have_places_of_their_own():
    picture, _ = drawn("sigmoid")
    curves = np.concatenate([picture.corners(FUNCTION), picture.corners(TABLES)])
    parts = (curves, picture.corners(LE, "fill"), picture.corners(LO, "fill"), picture.corners(DIFFERENCE))
    for above, below in pairwise(part[:, 1] for part in parts):
        assert above.max() < below.min()


def test_bars_lie_where_the_tables_do():
    picture, design = drawn("sigmoid")
    le, lo = picture.corners(LE, "fill")[:, 0], picture.corners(LO, "fill")[:, 0]
    unit = (lo.max() - lo.min()) / (design.high - design.low)
    places = design.numbers.input_reals(np.array([design.config.le.start, design.config.le.end]))
    assert [le.min(), le.max()] == pytest.approx(lo.min() + (places - design.low) * unit, abs=NEAR)
    assert [text for text in picture.texts("end") if text.startswith("L")] == ["LO", "LE"]


def test_the_largest_difference_is_drawn():
    picture, design = drawn("sigmoid")
    x, true, found = sampled(design)
    off = found - true
    corners = picture.corners(DIFFERENCE)
    unit = np.ptp(corners[:, 1]) / np.ptp(off)
    highest = corners[corners[:, 1].argmin()]
    across = np.ptp(corners[:, 0]) / np.ptp(x)
    assert highest[0] == pytest.approx(corners[0, 0] + (x[off.argmax()] - x[0]) * across, abs=NEAR)
    assert corners[0, 1] - highest[1] == pytest.approx((off.max() - off[0]) * unit, abs=NEAR)


def test_a_legend_names_all_lines():
    picture, _ = drawn("sigmoid")
    assert {"the function", "its tables", "tables - function", "largest difference"} <= set(picture.texts())


def test_axes_are_round():
    picture, _ = drawn("sigmoid")
    assert picture.texts("middle") == ["-8", "-6", "-4", "-2", "0", "2", "4", "6", "8", "x"]
    assert picture.texts("end") == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "LO", "LE", "-5", "0", "5"]
    assert "\N{MULTIPLICATION SIGN} 10⁻⁵" in picture.texts()


def test_of_an_exponential_table_the_axis_is_logarithmic():
    picture, design = drawn("sqrt(x + 8)", low=-8.0, high=8.0, exponential=True)
    assert picture.texts("middle") == ["2⁻¹²", "2⁻¹⁰", "2⁻⁸", "2⁻⁶", "2⁻⁴", "2⁻²", "2⁰", "2²", "2⁴", "x + 8"]
    least = design.numbers.in_step
    left, right = picture.corners(LE, "fill")[:, 0].min(), picture.corners(LE, "fill")[:, 0].max()
    begin = design.numbers.input_reals(np.array([design.config.lo.start]))[0] - design.low
    share = np.log2(begin / least) / np.log2(16 / least)
    assert picture.corners(LO, "fill")[:, 0].min() == pytest.approx(left + share * (right - left), abs=NEAR)
    assert picture.corners(TABLES)[0, 0] == left, "the beginning is there too"


@pytest.mark.parametrize(
    ("function", "wanted"),
    [
        ("0 * x + 0.5", {"low": -1.0, "high": 1.0}),
        ("0 * x", {"low": -1.0, "high": 1.0, "precision": "FP16"}),
        ("1 + 1e-9 * x", {"low": 5.0, "high": 5.0002}),
        ("x", {"low": 0.0, "high": 1e-4, "in_step": 1e-4, "exponential": True}),
        ("x", {"low": 0.0, "high": 1e-5, "in_step": 1e-4, "exponential": True}),
        ("exp(x)", {"low": 0.0, "high": 20.0, "precision": "FP16"}),
    ],
    ids=["constant", "zero", "one place", "two places", "no place but the beginning", "beyond FP16"],
)
def test_odd_functions_and_ranges_are_drawn(function, wanted):
    picture = Drawn(ask(function, **wanted))
    assert {"the function", "its tables", "tables - function"} <= set(picture.texts())
    assert picture.corners(FUNCTION).size > 0
    assert not re.search(r"\b(nan|inf)\b", picture.svg)


@pytest.mark.parametrize("hole", [np.nan, np.inf])
def test_where_a_function_is_no_number_nothing_is_drawn(hole):
    _, whole = drawn("sigmoid")
    place = sampled(whole)[0][100]
    picture = Drawn(replace(whole, function=lambda x: np.where(x == place, hole, whole.function(x))))
    assert not re.search(r"\b(nan|inf)\b", picture.svg.partition(">")[2])
    assert picture.texts("middle") == drawn("sigmoid")[0].texts("middle")


def test_a_page_has_numbers_and_pictures_of_all_designs():
    designs = {"sigmoid INT16": drawn("sigmoid")[1], "square root": drawn("square_root", "FP16")[1]}
    page = page_of(designs)
    assert page.count("<svg") == 2
    for name, design in designs.items():
        cells = re.search(rf'<tr><th scope="row">{name}</th>(.*)</tr>', page)[1]
        error = measure(design)
        assert re.findall(r"<td>(.*?)</td>", cells)[::4] == [f"{error.largest:.4g}", f"{error.rms:.4g}"]
    assert '<th scope="row">LE</th><td>65</td><td>0.5625</td><td>2.5625</td><td>0.03125</td>' in page
    assert "<td>each twice as far as the one before</td>" in page


def test_names_are_text():
    page = page_of({EVIL: drawn("sigmoid")[1]})
    assert "<script" not in page
    assert "<img" not in page
    assert "\x07" not in page
    assert "<h2>&lt;/svg&gt;&lt;script&gt;" in page
    title = re.search("<title>(.*)</title>", page)[1]
    assert title.startswith("&lt;/svg&gt;")


def test_a_page_needs_no_network_is_small_and_knows_both_grounds():
    page = page_of({"tanh": drawn("tanh", "FP16")[1]})
    assert len(page) < MOST_LETTERS
    assert set(re.findall(r"\w+://[^\"')]*", page)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in page
    assert "(prefers-color-scheme: dark){:root{--plot-text:#e6e9ef" in page
