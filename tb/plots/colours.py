"""The colours of pictures: a page chooses them by CSS, light or dark, so pictures name variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TEXT, FAINT, GROUND = "text", "grid", "ground"


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour that a page chooses.

    Attributes:
        light: on a light ground.
        dark: on a dark one.
    """

    light: str
    dark: str


COLOURS: Mapping[str, Colour] = {
    TEXT: Colour("#1b1f27", "#e6e9ef"),
    FAINT: Colour("#d5d9e0", "#3a424f"),
    GROUND: Colour("#ffffff", "#14171c"),
    "series-0": Colour("#0b57b0", "#8abaff"),
    "series-1": Colour("#b3470b", "#ffa873"),
    "series-2": Colour("#0f766e", "#5fd4c6"),
    "series-3": Colour("#8e2a8b", "#e6a0e4"),
    "series-4": Colour("#6b6200", "#d9cf5c"),
    "series-5": Colour("#565e6c", "#a6afbd"),
}
"""By name. Text and series have a contrast of 4.5 and more to the ground, on which a page has its pictures."""
SERIES = tuple(name for name in COLOURS if name.startswith("series-"))


def variable(name: str) -> str:
    """A colour as CSS has it."""
    return f"var(--plot-{name})"


def stylesheet(dark: str) -> str:
    """What a page with pictures needs.

    Args:
        dark: CSS around the colours on a dark ground, with ``%s`` for these.
    """
    light, darker = (
        "".join(f"--plot-{name}:{getattr(colour, of)};" for name, colour in COLOURS.items()) for of in ("light", "dark")
    )
    return (
        f":root{{{light}}}\n{dark % darker}\n"
        "svg.plot{display:block;width:100%;height:auto;font-family:inherit;stroke-linejoin:round;stroke-linecap:butt}"
    )
