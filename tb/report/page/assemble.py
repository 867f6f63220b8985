"""One file that opens from disk: the frame, our styles and scripts, and the data, packed.

A Content-Security-Policy forbids every request, and every script but the one whose sum it names.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tb.report.page.tabs import TABS

FOLDER = Path(__file__).parent
TEMPLATE = "frame.html.j2"
STYLES = "styles/*.css"
SCRIPTS = ("scripts/lib/*.js", "scripts/panels/*.js", "scripts/main.js")
"""In this order: what panels share, the panels, what opens the page."""


def page_of(data: str, title: str) -> str:
    """The page of a report.

    Args:
        data: the report as JSON.
        title: what the browser shows for it.
    """
    script = "\n".join(f'"use strict";\n{_all(pattern)}' for pattern in SCRIPTS)
    script = f"(() => {{\n{script}\n}})();\n"
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
        styles=Markup(_all(STYLES)),
        script=Markup(script),
        script_sum=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        data=Markup(base64.b64encode(gzip.compress(data.encode(), 9, mtime=0)).decode()),
    )


def _all(pattern: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(pattern)))
