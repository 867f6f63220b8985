"""A design to simulate, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Template
from types import MappingProxyType

from tb.runner.errors import UserError

SOURCE_SUFFIXES = (".v", ".sv", ".vh", ".svh")
INCLUDED_SUFFIXES = (*SOURCE_SUFFIXES, ".h", ".inc", ".svi")
WAIVER_SUFFIX = ".vlt"
ASSERTION_SIGNALS = MappingProxyType({"assertions_fired": 32, "assertion_name": 256, "assertion_time": 64})
"""What a top has whose assertions Python reads, with widths: how often any fired; the rule that was last broken, as
text; when, in ns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """RTL with one top module.

    Attributes:
        name: what builds of it are called.
        top: the module whose pins the bench drives.
        sources: Verilog and SystemVerilog files, packages first.
        includes: folders that `` `include `` searches.
        defines: preprocessor macros.
        parameters: values for the top module's parameters.
        waivers: Verilator configuration files; a waived warning says why beside it.
        arguments: further options for building, by the simulator's name.
        blocks: modules that Verilator builds apart, each on its own; for designs too large to be built at once.
        observed: signals of the top beside its pins that Python reads, with their widths.
        driven: the top's signals that Python writes, if not all; the others can be simulated faster.
        variables: environment variables that tell the simulation side about it.
    """

    name: str
    top: str
    sources: tuple[Path, ...]
    includes: tuple[Path, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    waivers: tuple[Path, ...] = ()
    arguments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    blocks: tuple[str, ...] = ()
    observed: Mapping[str, int] = field(default_factory=dict)
    driven: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_file_list(
        cls,
        path: Path,
        *,
        name: str,
        top: str,
        defines: Mapping[str, str] | None = None,
        parameters: Mapping[str, int | str] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> Design:
        """A design from a file list: one path a line, relative to the list's folder; ``#`` starts a comment.

        Source files are compiled in the order of the list. A folder is searched by `` `include ``; a ``.vlt`` file is
        read by Verilator only. A path may have ``$NAME`` in it, which stands for the value in `variables`.

        Raises:
            UserError: the list or a file in it does not exist, a file is of no known kind, or a variable has no value.
        """
        entries = _read_file_list(path, variables or {})
        return cls(
            name=name,
            top=top,
            sources=tuple(entry for entry in entries if entry.suffix in SOURCE_SUFFIXES),
            includes=tuple(entry for entry in entries if entry.is_dir()),
            defines=defines or {},
            parameters=parameters or {},
            waivers=tuple(entry for entry in entries if entry.suffix == WAIVER_SUFFIX),
        )

    def with_define(self, macro: str, suffix: str) -> Design:
        """The same with a macro defined as 1, and with a name of its own: ``<name>-<suffix>``."""
        return replace(self, name=f"{self.name}-{suffix}", defines={**self.defines, macro: "1"})


def include_files(design: Design) -> Iterator[Path]:
    """All files that a design may include; pipes and devices, which nobody can read to their end, are none."""
    for folder in design.includes:
        named = sorted(path for path in folder.rglob("*") if path.suffix in INCLUDED_SUFFIXES)
        yield from (path for path in named if path.is_file())


def _read_file_list(path: Path, variables: Mapping[str, str]) -> list[Path]:
    if not path.is_file():
        raise UserError(f"{path}: no such file list")
    entries = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        text = line.split("#", 1)[0].strip()
        if text:
            location = f"{path}:{number}"
            entries.append(_entry(path.parent / _filled_in(text, variables, location), location))
    return entries


def _filled_in(text: str, variables: Mapping[str, str], location: str) -> str:
    try:
        return Template(text).substitute(variables)
    except (KeyError, ValueError) as error:
        known = " ".join(f"${name}" for name in variables) or "none"
        raise UserError(f"{location}: {text}: no known variable behind a $; variables here: {known}") from error


def _entry(entry: Path, location: str) -> Path:
    if not entry.exists():
        raise UserError(f"{location}: {entry} does not exist")
    if not entry.is_dir() and entry.suffix not in (*SOURCE_SUFFIXES, WAIVER_SUFFIX):
        allowed = " ".join((*SOURCE_SUFFIXES, WAIVER_SUFFIX))
        raise UserError(f"{location}: {entry.name} is neither a folder nor one of {allowed}")
    return entry.resolve()
