"""The check of a map: a page with tables of questions, each with the place of its answer.

That places are there, and that what is said to be ``in`` a file is defined there, is checked for every page. A map must
also answer each question with a place, know every unit, and mention every folder near the root.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import product

from tools.references.markdown import line_of, quoted

QUESTIONS = "| question |"
UNIT = "<unit>"
UNITS = re.compile(r"`<unit>` is ([^:]+):\s+the\s+folders\s+that\s+have\s+`([^`]+)`")
CONTENT = re.compile(r"((?:`\w+`(?:, | and ))*`\w+`)\s+in\s+`([^`\s]+)`")
DEFINITIONS = (
    r"^\s*(?:async )?(?:def|class|module|package) {name}\b",
    r"^\s*(?:\w+, )*{name}(?:, \w+)*(?:: [^=\n]+)? *=",
    r"\bfunction\b[^\n]*\b{name}\(",
)
"""What defines a name: Python's and SystemVerilog's definitions, assignments, SystemVerilog's functions."""
PLACE = re.compile(r"`[\w.<>*-]+/[^`\s]*`|\]\([^)]+\)")
TOPS = ("models", "sequences", "tb", "rtl_stubs", "tests")
WITH_FAMILIES = ("models", "sequences", "tb")

Found = Iterator[tuple[int, str]]


@dataclass(frozen=True)
class Map:
    """The map of a repository, or a page that has something of one.

    Attributes:
        page: its text.
        texts: content of each file of the repository, by path from the root.
    """

    page: str
    texts: Mapping[str, str]

    def wrong(self) -> Found:
        """Line and message of each thing that is wrong."""
        yield from self._contents()
        if QUESTIONS in self.page:
            for check in (self._questions, self._units, self._unit_paths, self._folders):
                yield from check()

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units that ``<unit>`` stands for."""
        said = UNITS.search(self.page)
        return tuple(re.findall(r"`(\w+)`", said[1])) if said else ()

    def _questions(self) -> Found:
        """Each question has a place."""
        for table in re.finditer(re.escape(QUESTIONS), self.page):
            rows = self.page[table.start() :].partition("\n\n")[0].splitlines()[2:]
            for line, row in enumerate(rows, line_of(self.page, table.start()) + 2):
                question, _, answer = row.strip("| ").partition(" | ")
                if not PLACE.search(answer):
                    yield line, f"no place answers '{question}'"

    def _units(self) -> Found:
        """All folders that have what makes a unit are among the units."""
        if said := UNITS.search(self.page):
            prefix, suffix = said[2].split(UNIT)
            for folder in sorted({file.removeprefix(prefix).partition("/")[0] for file in self._files(f"{prefix}*")}):
                if folder not in self.units and self._files(f"{prefix}{folder}{suffix}"):
                    yield line_of(self.page, said.start()), f"{prefix}{folder} is not among the units"

    def _unit_paths(self) -> Found:
        """What each unit has, each unit has."""
        for line, place in quoted(self.page):
            if UNIT in place and "/" in place:
                yield from ((line, f"there is no {path}") for path in self._paths(place) if not self._files(path))

    def _contents(self) -> Found:
        """What is said to be in a file is defined there."""
        for item in CONTENT.finditer(self.page):
            for name, path in product(re.findall(r"`(\w+)`", item[1]), self._paths(item[2])):
                defined = "|".join(DEFINITIONS).format(name=name)
                if not any(re.search(defined, self.texts[file], re.MULTILINE) for file in self._files(path)):
                    yield line_of(self.page, item.start()), f"{path} does not define {name}"

    def _folders(self) -> Found:
        """Each folder below a top, and below its part of a device family, has its mention."""
        mentioned = {f"{path.rstrip('/')}/" for _, place in quoted(self.page) for path in self._paths(place)}
        families = {file.split("/")[1] for file in self.texts if fnmatchcase(file, "registers/*/*")}
        parents = [*TOPS, *(f"{top}/{family}" for top in WITH_FAMILIES for family in families)]
        below = {match[0] for parent in parents for file in self.texts if (match := re.match(f"{parent}/[^/]+/", file))}
        for folder in sorted(below):
            if not any(path.startswith(folder) for path in mentioned):
                yield 1, f"{folder} is not mentioned"

    def _paths(self, place: str) -> list[str]:
        """A place, for each of the units if it is about them."""
        return [place.replace(UNIT, unit) for unit in self.units] if UNIT in place else [place]

    def _files(self, path: str) -> list[str]:
        """The files of a path, which may be a pattern, and those below it."""
        return [file for file in self.texts if fnmatchcase(file, path) or fnmatchcase(file, f"{path.rstrip('/')}/*")]
