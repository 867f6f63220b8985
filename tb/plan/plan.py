"""A test plan: points, each with a goal and what proves it; read from TOML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tb.runner.attach.toml_table import TomlTable, all_wrong
from tb.runner.errors import UserError
from tb.runner.paths import shown

PROOFS = ("tests", "coverage", "rules", "faults", "mutants")
"""Keys of a point that say what proves it."""
KEYS = ("name", "goal", "section", *PROOFS)
SECTION = re.compile(r"(docs/[\w/.-]+\.md), '([^']+)'")
"""A heading of a page, as code cites it; `tools.references` follows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One thing that is to be shown.

    Attributes:
        name: short and stable.
        part: the title of its file: a unit, or what units share.
        goal: what is to be shown, in one or two sentences.
        section: the heading that says what is right, such as ``docs/architecture.md, 'Time'``.
        proofs: by kind, one of `PROOFS`, what proves it: names, in which ``*`` stands for any letters.
        file: the file that it is in, as messages show it.
    """

    name: str
    part: str
    goal: str
    section: str
    proofs: Mapping[str, tuple[str, ...]]
    file: str


def read_plan(path: Path) -> tuple[Point, ...]:
    """Read a plan.

    Args:
        path: its file, or a folder of files, which are read in the order of their names.

    Raises:
        UserError: there is none, or something in a file is wrong, with all that is.
    """
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise UserError(f"{shown(path)}: no test plan; it has no file that ends with .toml")
    return tuple(point for file in files for point in _read_file(file))


def _read_file(path: Path) -> tuple[Point, ...]:
    table = TomlTable.read(path)
    table.allow(("title", "point"))
    title = table.text("title")
    if not title:
        table.errors.append("no title; it says what the points of this file are about")
    entries = table.values.get("point", [])
    if not isinstance(entries, list) or not entries or not all(isinstance(item, dict) for item in entries):
        table.errors.append("it has no [[point]], each of which says what is to be shown")
        entries = []
    points = tuple(_point(item, number, title, table.errors, path) for number, item in enumerate(entries, 1))
    if table.errors:
        raise UserError(all_wrong(path, table.errors))
    return points


def _point(values: Mapping[str, Any], number: int, part: str, errors: list[str], path: Path) -> Point:
    named = values.get("name")
    table = TomlTable(values, errors, f"point {named if isinstance(named, str) and named else number}: ")
    table.allow(KEYS)
    texts = {key: table.text(key) for key in ("name", "goal", "section")}
    errors += [f"{table.prefix}no {key}" for key, text in texts.items() if not text and table.lacks(key)]
    if texts["section"] and not SECTION.fullmatch(texts["section"]):
        errors.append(
            f"{table.prefix}section = {texts['section']!r}: must be a page and a heading, "
            "such as docs/architecture.md, 'Time'"
        )
    proofs = {kind: tuple(names) for kind in PROOFS if (names := table.text_or_texts(kind))}
    return Point(part=part, proofs=proofs, file=shown(path), **texts)
