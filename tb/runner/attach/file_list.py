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
        self._read(path, location, ())

    def _read(self, path: Path, location: str, parents: tuple[Path, ...]) -> None:
        if path in parents:
            self.errors.append(f"{location}: {path} names itself")
            return
        self.lists += 1
        if self.lists > LISTS:
            if self.lists == LISTS + 1:
                self.errors.append(f"{location}: more than {LISTS:,} file lists to read; name each once, in one list")
            return
        try:
            words = _words(path)
        except FileNotFoundError:
            self.errors.append(f"{location}: {path}: no such file list")
        except OSError as error:
            self.errors.append(f"{location}: {path}: {error.strerror}")
        else:
            for word, number in words:
                self._entry(word, words, path, f"{path.name}:{number}", (*parents, path))

    def _entry(
        self, word: str, words: Iterator[tuple[str, int]], path: Path, location: str, parents: tuple[Path, ...]
    ) -> None:
        folder = path.parent
        if unset := _UNSET_VARIABLE.search(word):
            self.errors.append(f"{location}: {unset.group(0)} is not set")
        elif not word:
            self.errors.append(f"{location}: nothing is named here: a variable is set to nothing")
        elif word in ("-f", "-F", "-v"):
            named = folder / next(words, ("", 0))[0]
            if word == "-v":
                self.sources.append(NamedPath(named, location))
            else:
                self._read(resolved(named), location, parents)
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
