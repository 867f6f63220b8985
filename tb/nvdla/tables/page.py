"""A page that shows designs: how far off each is in numbers, its picture, where its tables lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.error import measure
from tb.nvdla.tables.drawing import picture_of
from tb.plots.colours import stylesheet
from tb.runner.errors import printable

DARK = "@media screen and (prefers-color-scheme: dark){:root{%s}}"
TEMPLATE = "page.html.j2"


def page_of(designs: Mapping[str, LutDesign]) -> str:
    """A page that opens from disk.

    Args:
        designs: by what they are called.
    """
    frame = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template(TEMPLATE)
    return frame.render(
        styles=Markup(stylesheet(DARK)),
        designs=[
            {
                "name": printable(name),
                "error": measure(design),
                "picture": Markup(picture_of(name, design)),
                "tables": list(_tables(design)),
            }
            for name, design in designs.items()
        ],
    )


def _tables(design: LutDesign) -> Iterator[dict[str, Any]]:
    """What the page says of LE and LO."""
    numbers, config = design.numbers, design.config
    for name, table in (("LE", config.le), ("LO", config.lo)):
        start, end = numbers.input_reals(np.array([table.start, table.end]))
        doubles = config.exponential and table is config.le
        yield {
            "name": name,
            "entries": design.tables.by_name[name].size,
            "apart": "each twice as far as the one before" if doubles else f"{numbers.in_step * 2.0**table.select:g}",
            "start": start,
            "end": end,
        }
