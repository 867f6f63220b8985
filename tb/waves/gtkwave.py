"""A view as a save file of GTKWave, with a file of words for each table."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from pathlib import Path

from vcd.gtkw import GTKWColor, GTKWSave

from tb.waves.view import SUFFIXES, Group, Moment, Row, Table, View
from tb.whole_file import write_whole

FOLDER = "gtkwave"
"""Beside the save file, for the tables."""
_FRAME_PIXELS = 200
"""GTKWave's zoom is the power of two of the time on so many pixels, negated."""
_WINDOW_PIXELS = 1200
_SIZE = (1700, 1000)
_NAMES_PIXELS = 500
_NOTE_CHARACTERS, _NOTE_LINES = 48, 3
"""GTKWave makes the names' column as wide as the longest of them."""


def write_gtkwave(view: View, folder: Path) -> Path:
    """Write a view.

    Args:
        view: what to show.
        folder: of the wave file.

    Returns:
        The save file.
    """
    path = folder / Path(view.file).with_suffix(SUFFIXES["gtkwave"])
    for table in view.tables.values():
        write_whole(folder / FOLDER / f"{table.name}.txt", table_text(table))
    with path.open("w", encoding="utf-8") as file:
        save = GTKWSave(file)
        save.dumpfile(str(folder / view.file))
        save.savefile(str(path))
        _times(save, view)
        save.size(*_SIZE)
        save.signals_width(_NAMES_PIXELS)
        save.sst_expanded(False)
        for moment in view.moments:
            for line in _note(moment):
                save.blank(line)
        for group in view.groups:
            _group(save, group)
    return path


def table_text(table: Table) -> str:
    """A table as GTKWave reads it: a number as it would be shown, and what is shown in its place."""
    digits = -(-table.bits // 4)
    return "".join(f"{value:0{digits}x} {word}\n" for value, word in table.words.items())


def _note(moment: Moment) -> Iterator[str]:
    """What a moment is, in lines that are short."""
    for line in moment.lines:
        yield from textwrap.wrap(line, _NOTE_CHARACTERS, max_lines=_NOTE_LINES, placeholder=" ...")


def _times(save: GTKWSave, view: View) -> None:
    """Where it opens: around the first moment, or all of the time."""
    ticks = view.window_ticks if view.moments else max(1, view.end_ticks)
    zoom = -math.log2(ticks * _FRAME_PIXELS / _WINDOW_PIXELS)
    letters = {chr(ord("a") + number): moment.ticks for number, moment in enumerate(view.moments)}
    save.zoom_markers(zoom, view.moments[0].ticks if view.moments else -1, **letters)
    save.timestart(max(0, view.moments[0].ticks - ticks // 2) if view.moments else 0)


def _group(save: GTKWSave, group: Group) -> None:
    save.begin_group(group.title, closed=not group.is_open)
    for row in group.rows:
        table = f"{FOLDER}/{row.table.name}.txt" if row.table else None  # found from the save file on
        radix = "hex" if row.table else row.radix.value
        colour = GTKWColor.yellow if row.table else GTKWColor.normal
        name, label = _name(row), row.label
        if table and row.signal.width == 1:  # words are shown for vectors alone, and this form makes one of the bit
            name, label = f"#{{{label}}} {name}", ""
        save.trace(name, label, datafmt=radix, translate_filter_file=table, color=colour)
        for part in row.parts:  # of the same form as the row, so that no flags stand between them
            top = row.signal.width - 1
            bits = (f"({top - part.low - bit}){_name(row)}" for bit in reversed(range(part.width)))
            save.file.write(f"#{{  {part.name}}} {' '.join(bits)}\n")
    save.end_group("", closed=not group.is_open)


def _name(row: Row) -> str:
    """GTKWave's name of a signal: with its range, which an element of an array has though it were one bit."""
    path, width = row.signal.path, row.signal.width
    if width > 1:
        return f"{path}[{width - 1}:0]"
    return f"{path}[0]" if path.endswith("]") else path
