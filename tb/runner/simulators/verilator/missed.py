"""Signals whose bits Verilator does not count, since they are too wide: it says so to its own developers alone."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tb.code_coverage.made_of import MissedSignal
from tb.runner.design import Design
from tb.runner.paths import shown

ASKS = ("--debugi-V3Coverage", "4")
"""Makes it tell of each signal whether its bits are counted."""
UNSUITABLE = "Not relevant signal"
"""What is no signal, such as a parameter or a variable of a loop."""
_LEFT_OUT = re.compile(
    r"Disable Toggle: (?P<reason>.+?) VAR \S+ \{(?P<file>[a-z]+)(?P<line>\d+)[a-z]+\} "
    r"\S*?@\([^)]*?w(?P<bits>\d+)\)\S*\s+(?P<name>\S+)"
)
UNKNOWN = MissedSignal("", 0, "", 0, "Verilator was not to be asked which signals it leaves out")


def missed_signals(
    design: Design, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[MissedSignal, ...]:
    """Ask which signals are left out.

    Args:
        design: the design.
        arguments: options that make Verilator count bits.
        folder: where to work.
        environment: in which Verilator is found.

    Returns:
        The signals, those of several instances of a module once; `UNKNOWN` alone if Verilator does not say.
    """
    meta = folder / "files.json"
    command = ["verilator", "--json-only", "--json-only-output", "/dev/null", "--json-only-meta-output", str(meta)]
    command += ["-Mdir", str(folder / "missed"), "-Wno-fatal", *ASKS, *arguments, "--top-module", design.top]
    command += [f"-D{name}={value}" for name, value in design.defines.items()]
    command += [f"-I{path}" for path in design.includes]
    command += [f"-G{name}={value}" for name, value in design.parameters.items()]
    command += [str(path) for path in (*design.waivers, *design.sources)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=environment)
    if done.returncode or not meta.is_file():
        return (UNKNOWN,)
    files = {key: entry["filename"] for key, entry in json.loads(meta.read_text())["files"].items()}
    meta.unlink()
    return tuple(dict.fromkeys(told(done.stdout, files)))


def told(text: str, files: Mapping[str, str]) -> Iterator[MissedSignal]:
    """The signals that Verilator's words name.

    Args:
        text: what it says.
        files: the files that its letters stand for.
    """
    for match in _LEFT_OUT.finditer(text):
        if match["reason"].startswith(UNSUITABLE):
            continue
        file = files.get(match["file"], "")
        yield MissedSignal(
            shown(Path(file)) if file else "", int(match["line"]), match["name"], int(match["bits"]), match["reason"]
        )
