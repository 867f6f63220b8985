"""A user's RTL, as a TOML file of theirs describes it."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tb.runner.attach.file_list import FileList, NamedPath
from tb.runner.attach.toml_table import TomlTable
from tb.runner.design import WAIVER_SUFFIX, Design
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
}
SIMULATORS = {"icarus": "words for iverilog", "verilator": "words for verilator"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A user's RTL.

    Attributes:
        path: the TOML file.
        design: the RTL with the user's own top module.
        pin_prefix: what the RTL has in front of the bench's pin names.
        pins: the RTL's names of pins that do not follow from the prefix, by the bench's.
    """

    path: Path
    design: Design
    pin_prefix: str
    pins: Mapping[str, str]

    def rtl_name(self, pin: str) -> str:
        """What the RTL calls a pin of the bench."""
        return self.pins.get(pin, self.pin_prefix + pin)


def read_attachment(path: Path) -> Attachment:
    """Read a TOML file; paths in it are relative to its folder.

    Raises:
        UserError: something in it is wrong or missing; the message has everything that is.
    """
    table = TomlTable.read(path)
    table.allow(KEYS)
    files = _files(table, path)
    _replace(files, table.table("replace").all_texts(), path.parent, table.errors)
    missing = _missing([*files.sources, *files.includes])
    waivers = [NamedPath(path.parent / name, f"{path.name} waivers") for name in table.texts("waivers")]
    missing += _missing(waivers)
    table.errors += [f"{item.location}: {item.path} does not exist" for item in missing]
    _check_kinds(files, waivers, table.errors)
    arguments = table.table("arguments")
    arguments.allow(SIMULATORS)
    top = table.text("top")
    if not top:
        table.errors.append("top: missing; give the name of the RTL's top module")
    if not files.sources:
        table.errors.append("no source is named; give file_lists or sources")
    design = Design(
        name=re.sub(r"\W+", "_", path.stem),
        top=top,
        sources=_paths(files.sources),
        includes=_paths(files.includes),
        defines=files.defines | table.table("defines").all_scalars(),
        waivers=_paths(waivers),
        arguments={name: tuple(arguments.texts(name)) for name in SIMULATORS},
        blocks=tuple(table.texts("blocks")),
    )
    result = Attachment(
        path=path, design=design, pin_prefix=table.text("pin_prefix"), pins=table.table("pins").all_texts()
    )
    if table.errors:
        raise UserError("\n  ".join([f"{path}: {len(table.errors)} wrong", *table.errors]))
    return result


def _files(table: TomlTable, path: Path) -> FileList:
    """What the file lists and the TOML file itself name, the lists first."""
    files = FileList(errors=table.errors)
    for name in table.texts("file_lists"):
        files.read((path.parent / name).resolve(), f"{path.name} file_lists")
    for name in table.texts("sources"):
        pattern = str(path.parent / name)
        # pathlib's patterns refuse absolute paths
        found = sorted(glob.glob(pattern, recursive=True)) if glob.has_magic(name) else [pattern]  # noqa: PTH207
        if not found:
            table.errors.append(f"sources: no file matches {name!r}")
        files.sources += [NamedPath(Path(file), f"{path.name} sources") for file in found]
    files.includes += [NamedPath(path.parent / name, f"{path.name} includes") for name in table.texts("includes")]
    return files


def _replace(files: FileList, replacements: Mapping[str, str], folder: Path, errors: list[str]) -> None:
    """Put replacement files where the replaced ones stand: named by path, or by file name where that is unique."""
    for old, new in replacements.items():
        by_path = [n for n, item in enumerate(files.sources) if item.path.resolve() == (folder / old).resolve()]
        found = by_path or [n for n, item in enumerate(files.sources) if item.path.name == old]
        if not found:
            errors.append(f"replace.{old}: no source has this path, relative to {folder}, or this name")
        elif len({files.sources[n].path.resolve() for n in found}) > 1:
            paths = ", ".join(str(files.sources[n].path) for n in found)
            errors.append(f"replace.{old}: several sources have this name, give the path of one: {paths}")
        for n in found:
            files.sources[n] = NamedPath(folder / new, f"replace.{old}")


def _missing(items: Iterable[NamedPath]) -> list[NamedPath]:
    return [item for item in items if not item.path.exists()]


def _check_kinds(files: FileList, waivers: Sequence[NamedPath], errors: list[str]) -> None:
    """Complain about files where folders must be, and the other way round."""
    files_named = (*files.sources, *waivers)
    not_folders = [item for item in files.includes if item.path.exists() and not item.path.is_dir()]
    errors += [f"{item.location}: {item.path} is not a folder" for item in not_folders]
    errors += [f"{item.location}: {item.path} is a folder, not a file" for item in files_named if item.path.is_dir()]
    wrong = [item for item in waivers if item.path.suffix != WAIVER_SUFFIX]
    errors += [f"{item.location}: {item.path.name} does not end in {WAIVER_SUFFIX}" for item in wrong]


def _paths(items: Iterable[NamedPath]) -> tuple[Path, ...]:
    """Absolute paths, each once, in the order in which they were first named."""
    return tuple(dict.fromkeys(item.path.resolve() for item in items))
