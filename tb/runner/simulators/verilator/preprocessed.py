"""What a design's modules say once all macros, includes and conditions are resolved, as Verilator itself sees them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TextIO

from tb.runner.design import Design
from tb.runner.simulators.process import CommandFailedError, run_group

_TOKEN = re.compile(
    r'^`line \d+ "(?P<file>[^"\n]*)".*\n'
    r"|^[ \t]*(?P<directive>`.*)"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|(?<!virtual )\b(?P<opens>module|macromodule|interface|package|program|primitive|checker)\s+"
    r"(?:automatic\s+|static\s+)?\\?(?P<name>\S+?)(?=[\s(#;]|$)"
    r"|\bend(?P<closes>module|interface|package|program|primitive|checker)\b",
    re.MULTILINE,
)
_LINE = re.compile(r"^`line .*\n?", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Element:
    """A module, or another thing with a name that stands by itself, such as a package.

    Attributes:
        names: its own, and those of what stands inside.
        files: the files that its text comes from.
        text: its text without empty lines.
    """

    names: tuple[str, ...]
    files: frozenset[str]
    text: str

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in it."""
        return frozenset(_WORD.findall(self.text))


@dataclass(frozen=True)
class Preprocessed:
    """A design after preprocessing.

    Attributes:
        elements: in their order.
        outside: what may reach others: text outside of elements, directives, what binds into others; each with the
            number of elements before it.
    """

    elements: tuple[Element, ...]
    outside: tuple[tuple[int, str], ...]

    @cached_property
    def shared(self) -> str:
        """What may reach any element."""
        return "\n".join(_once(text for _, text in self.outside))

    @cached_property
    def definers(self) -> dict[str, list[int]]:
        """The elements that define a name, by their places."""
        found: dict[str, list[int]] = {}
        for place, element in enumerate(self.elements):
            for name in element.names:
                found.setdefault(name, []).append(place)
        return found

    def needed(self, module: str) -> list[Element]:
        """The elements that a module may depend on, in their order: found by names, and rather too many."""
        return [self.elements[place] for place in self._places(module)]

    def reaching(self, module: str) -> str:
        """What is shared, but for directives behind all that a module needs: they count from where they stand on."""
        last = max(self._places(module), default=-1)
        texts = (text if place <= last else _without_directives(text) for place, text in self.outside)
        return "\n".join(_once(texts))

    def _places(self, module: str) -> list[int]:
        needed: set[int] = set()
        waiting = [place for word in (module, *_WORD.findall(self.shared)) for place in self.definers.get(word, ())]
        while waiting:
            place = waiting.pop()
            if place not in needed:
                needed.add(place)
                words = self.elements[place].words & self.definers.keys()
                waiting += [other for word in words for other in self.definers[word]]
        return sorted(needed)


def preprocess(
    design: Design, arguments: Sequence[str], *, folder: Path, log: TextIO, tick: Callable[[], None]
) -> Preprocessed:
    """Let Verilator preprocess a design's sources, in their order: macros last from one file to the next.

    Args:
        design: the sources.
        arguments: options of the simulator.
        folder: where to work.
        log: gets Verilator's complaints.
        tick: called several times a second.

    Raises:
        CommandFailedError: Verilator cannot preprocess the design.
    """
    output = folder / "preprocessed.sv"
    command = ["verilator", "-E", *arguments, "-Wno-fatal"]  # what is waived elsewhere is not known here
    command += [f"-D{name}={value}" for name, value in design.defines.items()]
    command += [f"-I{include}" for include in design.includes]
    command += [str(path) for path in design.sources]
    into = ["/bin/sh", "-c", 'exec "$@" > "$0"', str(output)]
    try:
        run_group([*into, *command], cwd=folder, env=os.environ, output=log, timeout_s=None, tick=tick)
    except CommandFailedError as error:
        raise CommandFailedError(command[0], error.status) from error
    text = output.read_text(errors="replace")
    output.unlink()
    return split(text)


def split(text: str) -> Preprocessed:
    """Split what ``verilator -E`` prints into elements and the rest.

    An element reaches to the first end of its kind. What cannot be told apart so, such as what follows a nested module,
    counts as shared.
    """
    elements: list[Element] = []
    outside: list[tuple[int, str]] = []
    names: list[str] = []
    files: set[str] = set()
    start, kind, file = 0, "", ""
    for token in _TOKEN.finditer(text):
        if token["file"] is not None:
            file = token["file"]
            files.add(file)
        elif token["directive"]:
            if kind:  # outside it is shared anyway
                outside.append((len(elements), token["directive"]))
        elif token["opens"]:
            names.append(token["name"])
            if not kind:
                outside.append((len(elements), text[start : token.start()]))
                start, kind, files = token.start(), token["opens"].removeprefix("macro"), {file}
        elif token["closes"] and token["closes"] == kind:
            element = Element(tuple(names), frozenset(files), _tidy(text[start : token.end()]))
            if "bind" in element.words or not all(map(_WORD.fullmatch, names)):
                outside.append((len(elements), element.text))
            elements.append(element)
            start, kind, names = token.end(), "", []
    outside.append((len(elements), text[start:]))
    return Preprocessed(tuple(elements), tuple((place, _tidy(part)) for place, part in outside))


def _tidy(text: str) -> str:
    return "\n".join(line for part in _LINE.sub("", text).splitlines() if (line := part.rstrip()))


def _without_directives(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("`"))


def _once(texts: Iterable[str]) -> Iterator[str]:
    """Of equal texts behind each other one: most files begin with the same directives."""
    last = ""
    for text in texts:
        if text and text != last:
            yield text
            last = text
