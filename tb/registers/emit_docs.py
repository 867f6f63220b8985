"""The register manual: HTML for people, from the same description, and the site's list of what is in it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from peakrdl_html import HTMLExporter

from models.registers import Register, RegisterMap
from tb.registers.compile import CompiledDescription

# What the manual shows of a register besides the standard properties.
PROPERTIES = ["behaviour", "prediction", "grouped", "implemented"]
# The exporter's page fetches its parts, which browsers refuse for files, and loads a formula typesetter from the net.
# Here the parts come in a script, and the typesetter, for which the manual has no work, does nothing.
OFFLINE_SCRIPT = """const parts = {parts};
window.MathJax = {{Hub: {{Queue() {{}}}}}};
window.fetch = async path => {{
    const text = parts[String(path).split("?")[0]];
    return {{ok: text !== undefined, text: async () => text, json: async () => JSON.parse(text)}};
}};
"""


def emit_docs(description: CompiledDescription, folder: Path) -> Path:
    """Write the register manual of one configuration as HTML that a browser opens from the disk, without a network.

    Args:
        description: the compiled register description.
        folder: replaced by the manual; its first page is ``index.html``.

    Returns:
        The first page.
    """
    register_map = description.register_map
    shutil.rmtree(folder, ignore_errors=True)
    exporter = HTMLExporter(extra_doc_properties=PROPERTIES, generate_source_links=False)
    exporter.export(description.top, str(folder), title=f"{register_map.family} registers, {register_map.config}")
    index = folder / "index.html"
    parts = {path.relative_to(folder).as_posix(): path.read_text() for path in _parts(folder)}
    (folder / "js" / "offline.js").write_text(OFFLINE_SCRIPT.format(parts=json.dumps(parts)))
    index.write_text(_offline(index.read_text()))
    return index


def list_text(register_map: RegisterMap) -> str:
    """The part of the site's page of registers that follows from the description: a table for each block.

    Args:
        register_map: the registers of one configuration, which has a manual.
    """
    lines = []
    for block in register_map.blocks.values():
        lines += [f"\n## {block.name}\n", "| register | address | what it holds |", "|---|---|---|"]
        lines += [_row(register_map, register) for register in block]
    return "\n".join(lines) + "\n"


def _row(register_map: RegisterMap, register: Register) -> str:
    """A register as a line of Markdown, with a link into the manual."""
    place = f"{register_map.family}.{register.full_name}"
    link = f'<a href="../../registers/{register_map.config}/index.html?p={place}">{register.name}</a>'
    return f"| {link} | {register.address:#x} | {register.description}<br>{', '.join(register.fields)} |"


def _parts(folder: Path) -> list[Path]:
    """What the page fetches while it is used."""
    return [path for suffix in ("html", "json") for path in sorted(folder.glob(f"*/*.{suffix}"))]


def _offline(index: str) -> str:
    """The page without the formula typesetter from the network, and with all its parts."""
    start, end = index.index("<script async src="), index.index('<script src="js/progressbar')
    return index[:start] + '<script src="js/offline.js" type="text/javascript"></script>\n    ' + index[end:]
