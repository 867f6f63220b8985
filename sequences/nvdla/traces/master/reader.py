"""Reader and checker of master's dialect: a folder with one ``.cfg``. It is checked whole and never played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from models.registers import RegisterMap
from sequences.nvdla.traces.master.arguments import SIGNATURES, ArgumentChecker
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.printable import some_of
from sequences.traces.limits import COMMANDS
from sequences.traces.source import Location, TraceFiles, quote

COMMENT = re.compile(r'("[^"\n]*")|//[^\n]*')
COMMAND = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*;")
CONFIGURATION = re.compile(r"nv_(?!full$)\w+")  # how the published folders name hardware configurations
UNKNOWN_CONFIGURATION = "a configuration of the master branch, not nv_full"


def read_master_trace(folder: Path, registers: RegisterMap) -> MasterTrace:
    """Read and check a trace of master's dialect with all of its data files.

    Register names are the same in all configurations, so ours serve to check them.

    Raises:
        TraceError: the first thing that is wrong with it.
    """
    path = commands_file(folder)
    files = TraceFiles(folder)
    checker = ArgumentChecker(files, registers)
    count = 0
    for location, name, arguments in _commands(path, files):
        count += 1
        location.need_at_most(COMMANDS, count, "commands")
        _check(checker, location, name, arguments)
    if count == 0:
        Location(path).fail("no command in it", ", ".join(SIGNATURES))
    checker.check_events()
    return MasterTrace(folder, count, _needs(folder))


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


def _check(checker: ArgumentChecker, location: Location, name: str, arguments: list[str]) -> None:
    """Check one command against the forms that it may have."""
    if name not in SIGNATURES:
        location.fail(f"unknown command {quote(name)}", ", ".join(SIGNATURES))
    forms = SIGNATURES[name]
    form = next((kinds for kinds in forms if len(kinds) == len(arguments)), None)
    if form is None:
        allowed = " or ".join(f"{name}({', '.join(kind.value for kind in kinds)})" for kinds in forms)
        location.fail(f"{name} with {len(arguments)} argument(s)", allowed)
    checker.check(location, name, dict(zip(form, arguments, strict=True)))


def _needs(folder: Path) -> str:
    """The configuration that the nearest folder around the trace is named after."""
    parts = reversed(folder.resolve().parts[:-1])
    return next((part for part in parts if CONFIGURATION.fullmatch(part)), UNKNOWN_CONFIGURATION)
