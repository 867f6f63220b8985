"""Which modules are in which source file, found by names alone: nothing is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_MODULE = re.compile(r"\b(?:module|macromodule)\s+(?:automatic\s+|static\s+)?(\w+)")
_ELEMENT = re.compile(r"\b(module|macromodule|interface|package|program|primitive|checker)\b.*?\bend\1\b", re.DOTALL)
_SHARED = re.compile(r"\b(?:typedef|function|task|class|import|parameter|localparam|const|let|nettype)\b")
_REACHES_OTHERS = re.compile(r"\bbind\s|``")
_PATTERN = re.compile(r'-(file|module)\s+"([^"]*)"')
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class NamesOfFile:
    """The modules that a source file has and what it mentions, comments apart.

    Attributes:
        modules: the modules in it.
        words: every word in it.
        always: whether it matters to all others: it has types or functions outside of any module, binds into other
            modules, or pastes names together that are not found as words.
    """

    modules: frozenset[str]
    words: frozenset[str]
    always: bool


def read_names(sources: Iterable[Path]) -> dict[Path, NamesOfFile]:
    """Read the names in source files."""
    return {path: _names(_COMMENT.sub(" ", path.read_text(errors="replace"))) for path in sources}


def concerns(waiver: Path, files: Sequence[str], modules: Sequence[str]) -> bool:
    """Whether a Verilator configuration file has a line for one of some source files or modules."""
    targets = {"file": files, "module": modules}
    for line in waiver.read_text(errors="replace").splitlines():
        if not line.strip() or line.strip().startswith(("`", "//")):
            continue
        patterns = _PATTERN.findall(line)
        if not patterns or any(fnmatchcase(target, pattern) for kind, pattern in patterns for target in targets[kind]):
            return True
    return False


def modules_without_parent(files: Mapping[Path, NamesOfFile]) -> list[str]:
    """The modules that no other file mentions: candidates for the top."""
    mentions: dict[str, int] = {}
    for names in files.values():
        for word in names.words:
            mentions[word] = mentions.get(word, 0) + 1
    return sorted(name for names in files.values() for name in names.modules if mentions[name] == 1)


def _names(text: str) -> NamesOfFile:
    return NamesOfFile(
        modules=frozenset(_MODULE.findall(text)),
        words=frozenset(_WORD.findall(text)),
        always=bool(_REACHES_OTHERS.search(text) or _SHARED.search(_ELEMENT.sub("", text))),
    )
