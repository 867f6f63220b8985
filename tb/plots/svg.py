"""A figure of matplotlib's as SVG for a page: colours from its CSS, text as text, ids that no other figure has."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Callable
from itertools import chain
from typing import Any
from xml.etree import ElementTree

from tb.plots.colours import COLOURS, FAINT, SERIES, TEXT, variable
from tb.runner.errors import printable
from tb.runner.paths import BUILD

os.environ.setdefault("MPLCONFIGDIR", str(BUILD / "matplotlib"))  # else it writes into the home folder

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

PX_OF_INCH = 100.0
LETTERS_OF_INCH, SWATCH_LETTERS = 15.5, 6
"""Of a legend: letters on an inch of it, and the room that a line with its marker takes."""
STAND_INS = {name: f"#0{number:x}0102" for number, name in enumerate(COLOURS)}
"""Colours by which matplotlib draws, and of which no other one is ever drawn."""
MARKERS = ("o", "s", "^", "D", "v", "P")
LONG_FRACTION = re.compile(r"\d+\.\d{3,}")
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
SETTINGS: Any = {
    "svg.fonttype": "none",  # text stays text
    "text.parse_math": False,  # names are no formulas
    "font.size": 9.0,
    "text.color": STAND_INS[TEXT],
    "axes.labelcolor": STAND_INS[TEXT],
    "xtick.color": STAND_INS[FAINT],
    "ytick.color": STAND_INS[FAINT],
    "xtick.labelcolor": STAND_INS[TEXT],
    "ytick.labelcolor": STAND_INS[TEXT],
    "axes.edgecolor": STAND_INS[FAINT],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": STAND_INS[FAINT],
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.borderaxespad": 0.0,
    "legend.handlelength": 1.6,
    "legend.columnspacing": 1.2,
    "lines.markersize": 4.0,
    "lines.linewidth": 1.6,
}
"""Of matplotlib, by the names that it has for them."""


def picture(draw: Callable[[Figure], None], *, width_px: int, height_px: int, alt: str) -> str:
    """Draw a picture.

    Args:
        draw: draws into a figure that is empty.
        width_px: its width; a page scales it.
        height_px: its height.
        alt: what it shows, for whoever does not see it.

    Returns:
        An element ``svg`` of class ``plot``, for a page with `tb.plots.colours.stylesheet`.
    """
    with mpl.rc_context({**SETTINGS, "svg.hashsalt": alt}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # whatever letters are measured by, the page has its own font
        figure = Figure(figsize=(width_px / PX_OF_INCH, height_px / PX_OF_INCH), layout="constrained")
        draw(figure)
        text = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(text, format="svg", transparent=True, metadata=nothing)
    return _for_page(text.getvalue(), alt)


def colour(number: int) -> str:
    """That of a series, for matplotlib; of many series they come again."""
    return STAND_INS[SERIES[number % len(SERIES)]]


def marker(number: int) -> str:
    """What marks the points of a series: whoever tells no colours apart tells these."""
    return MARKERS[number % len(MARKERS)]


def label(name: str) -> str:
    """A name for a legend: SVG has no control characters, and matplotlib leaves out names that begin with a line."""
    return f"\N{ZERO WIDTH SPACE}{printable(name)}" if name.startswith("_") else printable(name)


def legend_above(figure: Figure, *axes: Axes) -> None:
    """A legend of all that has a label, above the axes, in as many columns as there is room for."""
    labelled = [one.get_legend_handles_labels() for one in axes]
    handles, labels = (list(chain(*of_each)) for of_each in zip(*labelled, strict=True))
    room = figure.get_size_inches()[0] * LETTERS_OF_INCH
    fitting = (columns for columns in range(len(labels), 1, -1) if _letters(labels, columns) <= room)
    figure.legend(handles, labels, loc="outside upper left", ncols=next(fitting, 1))


def _letters(labels: list[str], columns: int) -> int:
    """How many letters wide a legend is."""
    return sum(SWATCH_LETTERS + max(map(len, column)) for column in np.array_split(labels, columns))


def _for_page(text: str, alt: str) -> str:
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(text)
    used = set(re.findall(r"#([\w-]+)", text))
    for element in root.iter():
        for child in [one for one in element if one.tag in (f"{{{SVG}}}style", f"{{{SVG}}}metadata")]:
            element.remove(child)
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        if style := element.get("style"):
            element.set("style", _style(style))
        if path := element.get("d"):
            element.set("d", LONG_FRACTION.sub(_rounded, " ".join(path.split())))
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    root.attrib |= {"class": "plot", "role": "img", "aria-label": printable(alt)}
    return ElementTree.tostring(root, encoding="unicode")


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _style(style: str) -> str:
    for name, stand_in in STAND_INS.items():
        style = style.replace(stand_in, variable(name))
    return re.sub(r"font-family:[^;]*;? ?", "", style).strip()
