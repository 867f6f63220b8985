"""One file that opens from disk: the frame, our styles and scripts, and the data, packed.

A Content-Security-Policy forbids every request, and every script but the one whose sum it names.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tb.plots.colours import stylesheet
from tb.report.page.tabs import TABS

FOLDER = Path(__file__).parent
DARK = '@media screen{:root[data-theme="dark"]{%s}}'
TEMPLATE = "frame.html.j2"
STYLES = "styles/*.css"
SHARED, PANELS, MAIN = "scripts/lib/*.js", "scripts/panels/*.js", "scripts/main.js"
"""In this order: what panels share, the panels, what opens the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of a panel.

    Attributes:
        title: what it shows.
        svg: the picture, from `tb.plots.svg.picture`.
    """

    title: str
    svg: str


def page_of(data: str, title: str, pictures: Mapping[str, Sequence[Picture]] = MappingProxyType({})) -> str:
    """The page of a report.

    Args:
        data: the report as JSON.
        title: what the browser shows for it.
        pictures: by panel.
    """
    script = _script()
    frame = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template(TEMPLATE)
    # Styles and script are our own files, and base64 has no letter that HTML knows.
    return frame.render(
        title=title,
        tabs=TABS,
        styles=Markup("\n".join([stylesheet(DARK), *_texts(STYLES)])),
        pictures={tab.name: pictures.get(tab.name, ()) for tab in TABS},
        script=Markup(script),
        script_sum=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        data=Markup(base64.b64encode(gzip.compress(data.encode(), 9, mtime=0)).decode()),
    )


def _script() -> str:
    """All scripts as one: names of a panel are its own."""
    panels = "\n".join(f"{{\n{text}}}" for text in _texts(PANELS))
    return "\n".join(['(() => {\n"use strict";', *_texts(SHARED), panels, *_texts(MAIN), "})();\n"])


def _texts(pattern: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(pattern))]
