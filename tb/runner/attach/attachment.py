"""A user's RTL, as a TOML file of theirs describes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from glob import has_magic
from pathlib import Path
from typing import TypeVar

from sequences.printable import some_of
from tb.runner.attach.file_list import FileList, NamedPath, resolved
from tb.runner.attach.limits import SHOWN_PATHS
from tb.runner.attach.named import check_named
from tb.runner.attach.search import Search, TooManyEntriesError
from tb.runner.attach.taps import LinkSignals, TapLink, read_taps
from tb.runner.attach.toml_table import TomlTable, all_wrong
from tb.runner.design import Design
from tb.runner.errors import UserError

KEYS = {
    "top": "name of the top module",
    "file_lists": "file lists (.f)",
    "sources": "Verilog files, or patterns such as rtl/*.sv",
    "includes": "folders that `include searches",
    "defines": "table of preprocessor macros",
    "replace": 'table "path or name of a source" = "the file to take instead"',
    "waivers": "Verilator configuration files (.vlt)",
    "arguments": "table of further build arguments for each simulator",
    "blocks": "modules that Verilator builds apart",
    "pin_prefix": "what the RTL has in front of every pin's name",
    "pins": "table pin of the bench = pin of the RTL, where they differ",
    "held_at_1": "inputs of the RTL that are always 1",
    "taps": "tables of signals between units, by the link's name",
}
_Item = TypeVar("_Item")
NAME_CHARACTERS = 60
"""How much of a file's name builds are called by; their key tells them apart."""
SIMULATORS = {"icarus": "words for iverilog", "verilator": "words for verilator"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A user's RTL.

    Attributes:
        path: the TOML file.
        design: the RTL with the user's own top module.
        pin_prefix: what the RTL has in front of the bench's pin names.
        pins: the RTL's names of pins that do not follow from the prefix, by the bench's.
        held_at_1: the RTL's names of inputs that are 1, whatever the bench drives.
        taps: signals between its units, by the link's name.
    """

    path: Path
    design: Design
    pin_prefix: str
    pins: Mapping[str, str]
    held_at_1: tuple[str, ...]
    taps: Mapping[str, LinkSignals]

    def rtl_name(self, pin: str) -> str:
        """What the RTL calls a pin of the bench."""
        return self.pins.get(pin, self.pin_prefix + pin)


def read_attachment(path: Path, links: Mapping[str, TapLink] | None = None) -> Attachment:
    """Read a TOML file; paths in it are relative to its folder.

    Args:
        path: the file.
        links: those that there are between units; None: any.

    Raises:
        UserError: something in it is wrong or missing; the message has everything that is.
    """
    table = TomlTable.read(path)
    table.allow(KEYS)
    search = Search()
    files = _files(table, path, search)
    _replace(files, table.table("replace").all_texts(), path.parent, table.errors)
    waivers = [NamedPath(path.parent / name, f"{path.name} waivers") for name in table.texts("waivers")]
    check_named(files, waivers, search, table.errors)
    arguments = table.table("arguments")
    arguments.allow(SIMULATORS)
    top = table.text("top")
    if table.lacks("top") or table.values.get("top") == "":
        table.errors.append("top: missing; give the name of the RTL's top module")
    if not files.sources and not _named_wrongly(table):
        table.errors.append("no source is named; give file_lists or sources")
    design = Design(
        name=re.sub(r"\W+", "_", path.stem)[:NAME_CHARACTERS],
        top=top,
        sources=_paths(files.sources),
        includes=_paths(files.includes),
        defines=files.defines | table.table("defines").all_scalars(),
        waivers=_paths(waivers),
        arguments={name: tuple(arguments.texts(name)) for name in SIMULATORS},
        blocks=tuple(table.texts("blocks")),
    )
    result = Attachment(
        path=path,
        design=design,
        pin_prefix=table.text("pin_prefix"),
        pins=table.table("pins").all_texts(),
        held_at_1=tuple(table.texts("held_at_1")),
        taps=read_taps(table.table("taps"), links),
    )
    if table.errors:
        raise UserError(all_wrong(path, table.errors))
    return result


def _files(table: TomlTable, path: Path, search: Search) -> FileList:
    """What the file lists and the TOML file itself name, the lists first."""
    files = FileList(errors=table.errors)
    for name in table.texts("file_lists"):
        files.read(resolved(path.parent / name), f"{path.name} file_lists")
    for name in table.texts("sources"):
        try:
            found = search.matching(path.parent, name) if has_magic(name) else [path.parent / name]
        except TooManyEntriesError as error:
            table.errors.append(f"sources: {name!r}: {error}")
            continue
        if not found:
            table.errors.append(f"sources: no file matches {name!r}")
        files.sources += [NamedPath(file, f"{path.name} sources") for file in found]
    files.includes += [NamedPath(path.parent / name, f"{path.name} includes") for name in table.texts("includes")]
    return files


def _named_wrongly(table: TomlTable) -> bool:
    """Whether an error says already why there are no sources."""
    wrong = any(error.startswith(("sources", "file_lists")) for error in table.errors)
    return wrong or any(not table.lacks(key) for key in ("sources", "file_lists") if key not in table.values)


def _replace(files: FileList, replacements: Mapping[str, str], folder: Path, errors: list[str]) -> None:
    """Put replacement files where the replaced ones stand: named by path, or by file name where that is unique."""
    if not replacements:
        return
    paths = [resolved(item.path) for item in files.sources]
    by_path, by_name = _places(paths), _places(item.path.name for item in files.sources)
    for old, new in replacements.items():
        found = by_path.get(resolved(folder / old)) or by_name.get(old, [])
        if not found:
            errors.append(f"replace.{old}: no source has this path, relative to {folder}, or this name")
        elif len({paths[n] for n in found}) > 1:
            named = some_of([str(files.sources[n].path) for n in found], SHOWN_PATHS)
            errors.append(f"replace.{old}: several sources have this name, give the path of one: {named}")
        for n in found:
            files.sources[n] = NamedPath(folder / new, f"replace.{old}")


def _places(items: Iterable[_Item]) -> dict[_Item, list[int]]:
    """Where each item stands."""
    places: dict[_Item, list[int]] = {}
    for n, item in enumerate(items):
        places.setdefault(item, []).append(n)
    return places


def _paths(items: Iterable[NamedPath]) -> tuple[Path, ...]:
    """Absolute paths, each once, in the order in which they were first named."""
    return tuple(dict.fromkeys(resolved(item.path) for item in items))
