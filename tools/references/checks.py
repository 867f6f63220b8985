"""The checks: citations, links, paths in back quotes, and mentions of what is not in the repository."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from tools.references.map import Map
from tools.references.markdown import anchors, headings, labels, line_of, links, quoted

BREAK = r"(?:\s*\n[ \t]*(?:\#|//|\*)?[ \t]*|[ \t]+)"  # a blank, or the end of a line of a comment
HEADING = r"'[^']{1,200}'"
CITATION = re.compile(rf"(docs/[\w/.-]+\.md)`{{0,2}},{BREAK}({HEADING}(?:(?:,|{BREAK}and){BREAK}{HEADING})*)")
PAGE = re.compile(r"(?<![\w/.<>*-])[\w./-]*\w\.md\b")
ABSENT = re.compile(r"(?<![\w/])facts[/]\w+|\bshared[/]facts|[.]{2}/shared\b|\b[Dd]esign rules? \d|\b[Dd]esign,? '")
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]+)*/?")
SOURCE_FILE = re.compile(r"\w+\.(?:py|sv|vlt|rdl|f|h|cpp|md)")
PLACEHOLDER = re.compile(r"<[^<>]*>|\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Dangling:
    """A reference that leads nowhere."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True)
class Tree:
    """The repository.

    Attributes:
        root: its folder.
        texts: content of each of its text files, by path from the root.
    """

    root: Path
    texts: Mapping[str, str]

    @cached_property
    def folders(self) -> frozenset[str]:
        """Folders at the root: what begins with one of them and a slash is a path."""
        return frozenset(path.partition("/")[0] for path in self.texts if "/" in path)

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of all files, without folders."""
        return frozenset(PurePosixPath(path).name for path in self.texts)

    @cached_property
    def absent(self) -> frozenset[str]:
        """The device families that the settings name and of which this tree has no folder."""
        settings = tomllib.loads(self.texts.get("pyproject.toml", "")).get("tool", {}).get("npuvm", {})
        there = {folder for path in self.texts for folder in PurePosixPath(path).parts[:-1]}
        return frozenset(settings.get("families", ())) - there

    def is_absent(self, path: str) -> bool:
        """Whether a path leads to an absent family, as a name without a folder or of any family may."""
        parts = PurePosixPath(path).parts
        return bool(self.absent) and ("/" not in path or "*" in parts or not self.absent.isdisjoint(parts))

    def dangling(self) -> Iterator[Dangling]:
        """All references that lead nowhere, file by file."""
        for file, text in self.texts.items():
            checks = (*CHECKS, *CHECKS_OF.get(PurePosixPath(file).suffix, OTHER_CHECKS))
            for check in checks:
                yield from (Dangling(file, line, message) for line, message in check(self, file, text))


Found = Iterator[tuple[int, str]]


def _citations(tree: Tree, file: str, text: str) -> Found:
    """A cited page has the heading."""
    for item in CITATION.finditer(text):
        line, page = line_of(text, item.start()), item[1]
        if page not in tree.texts:
            if file.endswith(".md") and not tree.is_absent(page):  # elsewhere every page that is named is looked for
                yield line, f"no such page: {page}; write it or cite another one"
            continue
        known = headings(tree.texts[page])
        for cited in re.findall(HEADING, item[2]):
            heading = re.sub(BREAK, " ", cited[1:-1])
            if heading not in known:
                yield line, f"{page} has no heading '{heading}'; it has {', '.join(known)}"


def _pages(tree: Tree, file: str, text: str) -> Found:
    """A page that is named is there: from the root or from the file's folder, or anywhere if no folder is named."""
    for item in PAGE.finditer(text):
        paths = (tree.root / item[0], tree.root / PurePosixPath(file).parent / item[0])
        if not any(path.exists() for path in paths) and item[0] not in tree.names and not tree.is_absent(item[0]):
            yield line_of(text, item.start()), f"no such page: {item[0]}; write it or cite another one"


def _absent(_tree: Tree, _file: str, text: str) -> Found:
    """Nothing cites what readers of this repository do not have."""
    for item in ABSENT.finditer(text):
        yield line_of(text, item.start()), f"cites '{item[0]}', which is not in the repository; cite a page of docs/"


def _links(tree: Tree, file: str, text: str) -> Found:
    """A relative link leads to a file, and its anchor to a heading."""
    for line, link in links(text):
        target, _, anchor = unquote(link).partition("#")
        if re.match(r"[a-z][a-z+.-]*:", target) or (target and tree.is_absent(target)):
            continue
        path = (tree.root / file).parent / target if target else tree.root / file
        if not path.exists():
            yield line, f"link to {link}: no such file"
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text()):
            yield line, f"link to {link}: no such heading; there are {', '.join(sorted(anchors(path.read_text())))}"


def _paths(tree: Tree, file: str, text: str) -> Found:
    """A path in back quotes, or in a picture, is there; what stands in <> or {} is any name."""
    for line, words in labels(text) if file.endswith(".svg") else quoted(text):
        path = PLACEHOLDER.sub("*", words)
        if SOURCE_FILE.fullmatch(path):
            there = path in tree.names
        elif PATH.fullmatch(path) and path.partition("/")[0] in tree.folders and "/" in path:
            there = any(tree.root.glob(path.rstrip("/")))
        else:
            continue
        if not there and not tree.is_absent(path):
            yield line, f"no such file or folder: {words}"


def _map(tree: Tree, _file: str, text: str) -> Found:
    """What is said to be in a file is there, and a map is complete."""
    yield from Map(text, tree.texts, tree.is_absent).wrong()


CHECKS: tuple[Callable[[Tree, str, str], Found], ...] = (_citations, _absent)
OTHER_CHECKS: tuple[Callable[[Tree, str, str], Found], ...] = (_pages,)
CHECKS_OF: Mapping[str, tuple[Callable[[Tree, str, str], Found], ...]] = {
    ".md": (_links, _paths, _map),
    ".svg": (_paths,),
}
