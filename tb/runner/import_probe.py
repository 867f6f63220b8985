"""Imports modules in a process of its own, and says which cannot be: ``python -m tb.runner.import_probe``.

What they do beyond that, for which they may need a simulator, is theirs.
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

from tb.runner.errors import printable
from tb.runner.paths import ROOT, shown

_LONGEST_S = 60.0
_OF_PYTHON = ("<frozen", "<string")


def broken_modules(modules: Sequence[str], folder: Path | None) -> dict[str, str]:
    """Which modules cannot be imported, each with a line that says where and why.

    Args:
        modules: their names.
        folder: where Python looks for modules too.
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


def reason_of(error: ImportError | SyntaxError) -> str:
    """Where and why, on one line."""
    if isinstance(error, SyntaxError) and error.filename:
        return printable(f"{shown(Path(error.filename))}:{error.lineno}: {error.msg}")
    frames = [item for item in traceback.extract_tb(error.__traceback__) if not item.filename.startswith(_OF_PYTHON)]
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    last = frames[-1]
    return printable(f"{shown(Path(last.filename))}:{last.lineno}: {last.line} ({said})")


def _main(answer: str, folder: str, *modules: str) -> None:
    if folder:
        sys.path.append(folder)
    broken = {}
    for module in modules:
        try:
            import_module(module)
        except (ImportError, SyntaxError) as error:
            broken[module] = reason_of(error)
        except Exception:
            continue
    Path(answer).write_text(json.dumps(broken))


if __name__ == "__main__":
    _main(*sys.argv[1:])
