"""A program as a file with one test, as a user would write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from sequences.shrink.played import footprints
from sequences.shrink.program import Data, Program, Step, loads_of
from sequences.shrink.shrinking import AnyShrinking, Named, TestFrame
from sequences.shrink.source import WIDTH, SourceWriter

INDENT = " " * 8
GAP_BYTES = 256
KNOBS = Named("tb.environment.knobs", "TestKnobs")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTitle:
    """What is said of a written test.

    Attributes:
        name: of its class.
        text: its docstring, a line each.
        base: the test that it derives from; None: the family's base test.
        knobs: what is set of it beside what the program says, by name.
    """

    name: str
    text: tuple[str, ...]
    base: Named | None = None
    knobs: Mapping[str, str] = field(default_factory=dict)


def written_test(shrinking: AnyShrinking, program: Program, title: WrittenTitle) -> str:
    """The file.

    Args:
        shrinking: the family's strategies.
        program: what the test plays.
        title: what is said of it.

    Raises:
        ValueError: a layer cannot be described.
    """
    writer, frame = SourceWriter(shrinking.short), shrinking.frame()
    base = title.base or frame.base
    module, _, short = base.module.rpartition(".")
    # A test that is imported by its name would be played here too.
    parent = f"{writer.need(module, short)}.{base.name}" if title.base else writer.need(base.module, base.name)
    body = [line for play in program.plays for line in _play(shrinking, writer, frame, play, program.way)]
    settings = [f"    announces = {program.announces!r}"] if program.announces else []
    knobs = dict(title.knobs) | ({"profile": program.profile} if program.profile else {})
    if knobs:
        words = ", ".join(f'{name}="{value}"' for name, value in knobs.items())
        settings.append(f"    knobs = {writer.need(KNOBS.module, KNOBS.name)}({words})")
    lines = ["@pyuvm.test()", f"class {title.name}({parent}):", *_docstring(title.text), ""]
    lines += [*settings, ""] if settings else []
    lines += ["    async def stimulus(self, bench):", *body]
    return "\n".join([*_imports(writer, lines), "", "", *lines]) + "\n"


def _play(shrinking: AnyShrinking, writer: SourceWriter, frame: TestFrame, play: list[Step], way: str) -> list[str]:
    loads = loads_of([footprints(shrinking, step) for step in play])
    lines = [line for item in _joined(loads) for line in writer.load(item, INDENT)]
    lines.append(f"{INDENT}await bench.play(")
    for step in play:
        if len(step.layers) > 1 and frame.chain is not None:
            chain = writer.need(frame.chain.module, frame.chain.name)
            lines += writer.lines(step.layers, f"{INDENT}    ", f"{chain}(", "),")
        else:
            lines += [line for layer in step.layers for line in writer.lines(layer, f"{INDENT}    ", "", ",")]
    if named := frame.ways.get(way):
        writer.need(named.module, named.name)
        lines.append(f"{INDENT}    knobs={named.text or named.name},")
    return [*lines, f"{INDENT})"]


def _joined(loads: Sequence[Data]) -> list[Data]:
    """Loads that lie close together as one, with zeros in between: nobody reads there."""
    joined: list[Data] = []
    for item in loads:
        before = joined[-1] if joined else None
        if before is not None and before.port == item.port and item.address - before.end <= GAP_BYTES:
            gap = bytes(item.address - before.end)
            joined[-1] = Data(item.port, before.address, before.data + gap + item.data)
        else:
            joined.append(item)
    return joined


def _docstring(text: tuple[str, ...]) -> list[str]:
    plain = [line.replace("\\", "/").replace('"""', "'''") for line in text]
    first, *others = [part for line in plain for part in wrap(line, WIDTH - 4)]
    if not others:
        return [f'    """{first}"""']
    return [f'    """{first}', "", *(f"    {line}" for line in others), '    """']


def _imports(writer: SourceWriter, lines: list[str]) -> list[str]:
    numpy = ["import numpy as np"] if any("np." in line for line in lines) else []
    return [
        *numpy,
        "import pyuvm",
        "",
        *(f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(writer.imports.items())),
    ]
