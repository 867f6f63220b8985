"""Imports modules in a process of its own, and says which are wrong: ``python -m tb.runner.import_probe``.

A module may need a simulator to be imported: what it lacks of one is left to the simulation.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tb.runner.errors import printable
from tb.runner.paths import ROOT, class_line, shown
from tb.runner.where_defined import where_defined

_LONGEST_S = 60.0
_OF_PYTHON = ("<frozen", "<string")
_OF_SIMULATION = ("cocotb", "pyuvm", "pygpi")
"""Packages parts of which are there in a simulator only."""
_NO_BASE = "inherits no base test, so nothing would be checked: docs/first_test.md says which"


def broken_modules(modules: Sequence[str], folder: Path | None) -> dict[str, str]:
    """Which modules cannot be imported, or have a test that cannot be played, each with a line: where and why.

    Args:
        modules: their names.
        folder: where Python looks for modules too; its tests are looked at.
    """
    with tempfile.TemporaryDirectory() as parent:
        answer = Path(parent) / "broken.json"
        words = [sys.executable, "-m", __spec__.name, str(answer), str(folder or ""), *modules]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(words, cwd=ROOT, capture_output=True, check=False, timeout=_LONGEST_S)
        if not answer.is_file():  # one ends the process, or never ends: the simulation shows which
            return {}
        broken: dict[str, str] = json.loads(answer.read_text())
    return broken


def reason_of(error: BaseException) -> str:
    """Where and why, on one line."""
    if isinstance(error, SyntaxError) and error.filename:
        return printable(f"{shown(Path(error.filename))}:{error.lineno}: {error.msg}")
    frames = [item for item in traceback.extract_tb(error.__traceback__) if not item.filename.startswith(_OF_PYTHON)]
    said = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
    if not frames:
        return printable(said)
    last = frames[-1]
    instead = where_defined(error, last.line or "")
    return printable(f"{shown(Path(last.filename))}:{last.lineno}: {last.line} ({said}){instead}")


def needs_simulator(error: BaseException) -> bool:
    """Whether it may be that a module only lacks a simulator."""
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return error.obj.__name__.partition(".")[0] in _OF_SIMULATION
    frames = traceback.extract_tb(error.__traceback__)
    inside = bool(frames) and any(name in Path(frames[-1].filename).parts for name in _OF_SIMULATION)
    return inside and not isinstance(error, ImportError | SyntaxError)


def wrong_test(module: ModuleType) -> str:
    """What is wrong with the first test of a module that cannot be played as it is written; empty if none is.

    pyuvm puts a function beside each class that is a test.
    """
    for name, item in list(vars(module).items()):
        if isinstance(item, type) and f"__{name}" in vars(module) and item.__module__ == module.__name__:
            complaint = getattr(item, "complaint", None)
            if said := f"{class_line(item)} {_NO_BASE}" if complaint is None else complaint():
                return printable(said)
    return ""


def _main(answer: str, folder: str, *modules: str) -> None:
    if folder:
        sys.path.append(folder)
    broken = {}
    for name in modules:
        try:
            module = import_module(name)
        except (Exception, SystemExit) as error:
            if not needs_simulator(error):
                broken[name] = reason_of(error)
        else:
            if folder and (said := wrong_test(module)):
                broken[name] = said
    Path(answer).write_text(json.dumps(broken))


if __name__ == "__main__":
    _main(*sys.argv[1:])
