"""A view as a command file of Surfer, with a mapping file for each table.

A line is one command. ``#`` begins a comment, ``;`` ends a command, the title of a divider is one word, and an item is
named by its place among all items, in digits from a to p.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tb.waves.view import SUFFIXES, Radix, Table, View
from tb.whole_file import write_whole

MAPPINGS = Path(".surfer") / "mappings"
"""Surfer looks for them in the folder that it is started in."""
FORMATS = {Radix.HEX: "Hexadecimal", Radix.DECIMAL: "Unsigned", Radix.BINARY: ""}
_DIGITS = "abcdefghijklmnop"


def write_surfer(view: View, folder: Path) -> Path:
    """Write a view.

    Args:
        view: what to show.
        folder: of the wave file.

    Returns:
        The command file.
    """
    for table in view.tables.values():
        write_whole(folder / MAPPINGS / f"{table.name}.txt", mapping_text(table))
    path = folder / Path(view.file).with_suffix(SUFFIXES["surfer"])
    write_whole(path, "".join(f"{line}\n" for line in _lines(view, path.name)))
    return path


def mapping_text(table: Table) -> str:
    """A table as Surfer reads it."""
    words = (f"{value:#x} {word}\n" for value, word in table.words.items())
    return f"Name = {table.name}\nBits = {table.bits}\n" + "".join(words)


def _lines(view: View, name: str) -> Iterator[str]:
    yield f"# In this folder: surfer --command-file {name} {view.file}"
    for moment in view.moments:
        yield from (f"# {line}" for line in moment.lines)
    formats: list[str] = []
    items = 0
    for group in (group for group in view.groups if not group.scope):
        yield f"divider_add {_word(group.title)}"
        items += 1
        for row in group.rows:
            yield f"variable_add {row.signal.path}"
            form = row.table.name if row.table else FORMATS[row.radix]
            if form:
                formats += [f"item_focus {_item(items)}", f"item_set_format {form}"]
            items += 1
    yield from formats
    yield "item_unfocus"
    yield from (f"scope_add_as_group {group.scope}" for group in view.groups if group.scope)
    yield from _times(view)


def _times(view: View) -> Iterator[str]:
    if not view.moments:
        yield "zoom_fit"
        return
    yield from (f"marker_set {moment.name} {moment.ticks}" for moment in view.moments)
    yield f"cursor_set {view.moments[0].ticks}"


def _item(place: int) -> str:
    """The name of an item at a place."""
    return "".join(_DIGITS[int(digit, 16)] for digit in f"{place:x}") + "_"


def _word(title: str) -> str:
    return re.sub(r"\W+", "_", title, flags=re.ASCII).strip("_")
