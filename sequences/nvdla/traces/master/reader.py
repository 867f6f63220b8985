"""Reader and checker of master's dialect: a folder with one ``.cfg``. It is checked whole before it is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from models.nvdla.config import HwConfig
from sequences.nvdla.traces.master.arguments import SIGNATURES, arguments_of
from sequences.nvdla.traces.master.building import Builder
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.printable import printable, some_of
from sequences.traces.limits import COMMANDS
from sequences.traces.source import Location, TraceFiles, quote

COMMENT = re.compile(r'("[^"\n]*")|//[^\n]*')
COMMAND = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*;")
PUBLISHED = ("nv_small", "nv_small_256", "nv_small_256_full", "nv_medium_512", "nv_medium_1024_full", "nv_large")
"""How the folders are called that hold the published traces of a configuration."""


def read_master_trace(folder: Path, config: HwConfig) -> MasterTrace:
    """Read and check a trace of master's dialect with all of its data files.

    Args:
        folder: where it lies.
        config: the hardware configuration that it is to be played on.

    Raises:
        TraceError: the first thing that is wrong with it.
    """
    path = commands_file(folder)
    files = TraceFiles(folder)
    other = _other_configuration(folder, config)
    builder = Builder(files, config, elsewhere=bool(other))
    count = 0
    for location, name, texts in _commands(path, files):
        count += 1
        location.need_at_most(COMMANDS, count, "commands")
        builder.add(arguments_of(location, name, texts))
    if count == 0:
        Location(path).fail("no command in it", ", ".join(SIGNATURES))
    builder.check_events()
    return MasterTrace(
        folder=folder,
        source=printable(path.name),
        commands=count,
        lists={block: tuple(commands) for block, commands in builder.lists.items()},
        memory=tuple(builder.memory),
        announced=tuple(builder.announced),
        checks=tuple(builder.checks),
        needs=", ".join([other] if other else builder.missing),
    )


def commands_file(folder: Path) -> Path:
    """The one ``.cfg`` of a folder.

    Raises:
        TraceError: there are several, or none.
    """
    found = sorted(folder.glob("*.cfg"))
    if len(found) != 1:
        Location(folder).fail(
            f"{len(found)} .cfg files ({some_of([path.name for path in found])})", "one .cfg in a trace's folder"
        )
    return found[0]


def _commands(path: Path, files: TraceFiles) -> Iterator[tuple[Location, str, list[str]]]:
    """Location, name and arguments of each command; several may share a line, one may span several."""
    text = COMMENT.sub(lambda match: match[1] or "", "\n".join(files.lines(path)))
    position, line = 0, 1
    while position < len(text):
        command = COMMAND.match(text, position)
        start = command.start(1) if command else position + len(text[position:]) - len(text[position:].lstrip())
        line += text.count("\n", position, start)
        if command is None and start < len(text):
            Location(path, line).fail(f"{quote(text[start:].splitlines()[0])} is not a command", "command(arguments);")
        if command is None:
            return
        arguments = [word.strip() for word in command[2].split(",")]
        yield Location(path, line), command[1], [] if arguments == [""] else arguments
        line += text.count("\n", start, command.end())
        position = command.end()


def _other_configuration(folder: Path, config: HwConfig) -> str:
    """The configuration that the nearest folder around the trace is named after, if it is another one."""
    parts = reversed(folder.resolve().parts[:-1])
    found = next((part for part in parts if part in PUBLISHED), config.name)
    return "" if found == config.name else found
