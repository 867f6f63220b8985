"""What the copy is called: which names serve, and where the worked example's own stands in a text."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.family.words import SYSTEM_RDL, SYSTEM_VERILOG

EXAMPLE = "mini"
SHAPE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MOST_LETTERS = 16
"""What lines of the worked example have room for."""
ID_BYTES = 4
"""Letters of a name that the identification register holds."""
LANGUAGES = {
    "Python": frozenset(keyword.kwlist),
    "SystemVerilog": SYSTEM_VERILOG,
    "SystemRDL": SYSTEM_RDL,
}


class RefusedError(Exception):
    """A family cannot be made; the message is one line."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """Puts another name in the place of the worked example's.

    Attributes:
        name: the other name.
    """

    name: str

    def text(self, text: str) -> str:
        """A file's content or a path, with the other name wherever the worked example's own stood.

        That is where no letters go on: ``mini64``, ``mini_ring`` and ``MiniConfig`` are of it, ``minimum`` is not.
        """
        text = re.sub(rf"\b({EXAMPLE}`?), the worked example\b", r"\1", text)
        for pattern, word in self._words():
            text = re.sub(pattern, word, text)
        return text

    def _words(self) -> Iterator[tuple[str, str]]:
        """Patterns, and what goes in their place."""
        for spell in (str.lower, str.upper):
            yield rf"(?<![A-Za-z]){spell(EXAMPLE)}(?![A-Za-z])", spell(self.name)
        camel = "".join(part.capitalize() for part in self.name.split("_"))
        yield rf"(?<![A-Z]){EXAMPLE.capitalize()}(?![a-z])", camel
        yield f"{_letters(EXAMPLE):08x}", f"{_letters(self.name):08x}"


def _letters(name: str) -> int:
    """A name's first letters as a register has them, the first one lowest."""
    return int.from_bytes(name[:ID_BYTES].upper().encode(), "little")


def need_name(name: str, root: Path, places: Iterable[Path]) -> None:
    """Make sure that a family can have a name.

    Args:
        name: the name.
        root: the checkout.
        places: the folders that a family of that name gets.

    Raises:
        RefusedError: it cannot.
    """
    if why := next(_refusals(name, root, places), ""):
        raise RefusedError(why)


def _refusals(name: str, root: Path, places: Iterable[Path]) -> Iterator[str]:
    if not name:
        yield "NAME says what the family is to be called: make family NAME=my_npu"
    if not SHAPE.fullmatch(name):
        yield f"NAME={name!r}: a family's name has small letters, digits and single '_' between them, a letter first"
    if len(name) > MOST_LETTERS:
        yield f"NAME={name}: {len(name)} letters; modules and classes carry the name, so it has {MOST_LETTERS} at most"
    for language, words in LANGUAGES.items():
        if name in words:
            yield f"NAME={name}: a keyword of {language}; choose another one, such as {name}_npu"
    if name in sys.stdlib_module_names:
        yield f"NAME={name}: a package of Python; choose another one, such as {name}_npu"
    if (root / name).is_dir():
        yield f"NAME={name}: a folder of the checkout; choose another one, such as {name}_npu"
    for place in places:
        if place.exists():
            yield f"NAME={name}: {place.relative_to(root)} is there already; choose another one, or remove that first"
