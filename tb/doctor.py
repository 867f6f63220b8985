"""What this machine has of what npuvm needs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import find_libpython

from tb.runner.errors import UserError
from tb.runner.paths import ROOT
from tb.runner.simulators.known import simulator
from tb.runner.simulators.verilator.install import has_fst_libraries

LOCK_FILE = ROOT / "requirements.txt"
OLDEST_PYTHON = (3, 11)
LIBPYTHON = f"libpython{sysconfig.get_python_version()}"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is there or not.

    Attributes:
        name: the thing.
        found: its version or path; empty if it is missing.
        needed_by: simulators that do not run without it; empty if it is only useful.
        purpose: what it is for.
        remedy: how to get it.
    """

    name: str
    found: str
    needed_by: tuple[str, ...]
    purpose: str
    remedy: str

    def is_needed(self, sim: str) -> bool:
        """Whether that simulator does not run without it."""
        return sim in self.needed_by


def checks() -> list[Check]:
    """Look for everything."""
    every = ("none", "icarus", "verilator")
    simulators, verilator = every[1:], every[2:]
    return [
        Check("Python", _python(), every, "everything", "apt-get install python3 (3.11 or newer)"),
        Check("Python packages", _packages(), every, "everything", "remove .venv and run 'make doctor'"),
        Check("libpython", find_libpython.find_libpython() or "", simulators, "cocotb", f"apt-get install {LIBPYTHON}"),
        Check("Icarus Verilog", _simulator("icarus"), ("icarus",), "SIM=icarus", "apt-get install iverilog"),
        Check("Verilator", _simulator("verilator"), verilator, "SIM=verilator", "remove .venv and run 'make doctor'"),
        Check("make", _tool("make"), every, "everything", "apt-get install make"),
        Check("g++", _tool("c++"), verilator, "compiling for Verilator", "apt-get install g++"),
        Check("perl", _tool("perl"), verilator, "Verilator", "apt-get install perl"),
        Check("ccache", _tool("ccache"), (), "compiling for Verilator again is faster", "apt-get install ccache"),
        Check(
            "lz4, zlib headers",
            "yes" if has_fst_libraries() else "",
            (),
            "small waves (FST) from Verilator; VCD else",
            "apt-get install liblz4-dev zlib1g-dev",
        ),
    ]


def missing(found: Sequence[Check], sim: str) -> list[Check]:
    """What that simulator needs and what is not there."""
    return [check for check in found if check.is_needed(sim) and not check.found]


def _python() -> str:
    return sys.version.split()[0] if sys.version_info >= OLDEST_PYTHON else ""


def _packages() -> str:
    """How many packages are as locked; nothing if one is not."""
    locked = re.findall(r"^([\w-]+)==(\S+)$", LOCK_FILE.read_text(), re.MULTILINE)
    return f"{len(locked)} as locked" if all(_installed(name) == number for name, number in locked) else ""


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _simulator(name: str) -> str:
    try:
        return simulator(name).version()
    except UserError:
        return ""


def _tool(name: str) -> str:
    """The first line of what a tool says about its version."""
    if shutil.which(name) is None:
        return ""
    text = subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout
    number = re.search(r"v?\d+(\.\d+)+", text)
    return number.group(0) if number else "yes"
