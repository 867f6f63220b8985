"""File lists (``.f``) of a user's RTL, as simulators take them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from models.user_file import read_user_text
from tb.runner.attach.limits import LIST_BYTES, LISTS

UNDERSTOOD = "files, +incdir+<folder>, -I<folder>, +define+<name>[=<value>], -D<name>[=<value>], -v <file>, -f <list>"
_COMMENT = re.compile(r"(?<!\S)(?://|#).*")
_BLOCK_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_UNSET_VARIABLE = re.compile(r"\$(?:\w+|{\w+})")


@dataclass(frozen=True, slots=True)
class NamedPath:
    """A path, and where it was named: what an error about it says."""

    path: Path
    location: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """A list that is being read, and its words that are left."""

    path: Path
    words: Iterator[tuple[str, int]]


@dataclass(slots=True)
class FileList:
    """What file lists name, in their order.

    Attributes:
        sources: Verilog and SystemVerilog files.
        includes: folders that `` `include `` searches.
        defines: preprocessor macros.
        errors: what was wrong, each with its location.
        lists: how many lists were read.
    """

    sources: list[NamedPath] = field(default_factory=list)
    includes: list[NamedPath] = field(default_factory=list)
    defines: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    lists: int = 0

    def read(self, path: Path, location: str) -> None:
        """Add what a list names: paths are relative to the folder of the list that names them.

        Comments start with ``//`` or ``#``, or stand in ``/* */``; ``$NAME`` and ``${NAME}`` are the shell's variables.

        Args:
            path: the list.
            location: where the list was named.
        """
        # One entry for each list that is being read, the innermost last: lists name lists deeper than calls may nest.
        reading: list[_Reading] = []
        self._open(path, location, reading)
        while reading:
            inner = reading[-1]
            word, number = next(inner.words, (None, 0))
            if word is None:
                reading.pop()
            elif (named := self._entry(word, inner, f"{inner.path.name}:{number}")) is not None:
                self._open(*named, reading)

    def _open(self, path: Path, location: str, reading: list[_Reading]) -> None:
        """Begin to read a list, inside of those that are being read."""
        if any(path == outer.path for outer in reading):
            self.errors.append(f"{location}: {path} names itself")
            return
        self.lists += 1
        if self.lists > LISTS:
            if self.lists == LISTS + 1:
                self.errors.append(f"{location}: more than {LISTS:,} file lists to read; name each once, in one list")
            return
        try:
            reading.append(_Reading(path, _words(path)))
        except FileNotFoundError:
            self.errors.append(f"{location}: {path}: no such file list")
        except OSError as error:
            self.errors.append(f"{location}: {path}: {error.strerror}")

    def _entry(self, word: str, inner: _Reading, location: str) -> tuple[Path, str] | None:
        """Add what a word names, with the next one where it is an option; a list to be read now is returned."""
        folder = inner.path.parent
        if unset := _UNSET_VARIABLE.search(word):
            self.errors.append(f"{location}: {unset.group(0)} is not set in the environment")
        elif not word:
            self.errors.append(f"{location}: nothing is named here: a variable is set to nothing")
        elif word in ("-f", "-F", "-v"):
            named = folder / next(inner.words, ("", 0))[0]
            if word != "-v":
                return resolved(named), location
            self.sources.append(NamedPath(named, location))
        elif word.startswith("+incdir+"):
            self.includes += [NamedPath(folder / part, location) for part in word.split("+")[2:] if part]
        elif word.startswith("+define+"):
            self.defines.update(_define(part) for part in word.split("+")[2:] if part)
        elif word[:2] == "-I" and len(word) > 2:
            self.includes.append(NamedPath(folder / word[2:], location))
        elif word[:2] == "-D" and len(word) > 2:
            self.defines.update([_define(word[2:])])
        elif word[0] in "-+":
            self.errors.append(f"{location}: {word} is not understood; a list may have {UNDERSTOOD}")
        else:
            self.sources.append(NamedPath(folder / word, location))
        return None


def resolved(path: Path) -> Path:
    """An absolute path without links; links in a circle stay as far as they go."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # what no path can hold
        return path.absolute()


def _words(path: Path) -> Iterator[tuple[str, int]]:
    """The words of a list with their line numbers, comments gone and variables put in.

    Raises:
        OSError: it cannot be read.
    """
    text = _BLOCK_COMMENT.sub(lambda comment: "\n" * comment.group(0).count("\n"), read_user_text(path, LIST_BYTES))
    return _words_of(text)


def _words_of(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(_COMMENT.sub("", text).splitlines(), start=1):
        for word in line.replace('"', "").split():
            yield os.path.expandvars(word), number


def _define(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
