"""Which state of the checkout, and which tools, something was played with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from tb.runner.errors import UserError
from tb.runner.paths import ROOT
from tb.runner.simulators.known import simulator

PACKAGES = ("cocotb", "numpy", "pyuvm")
CHANGED = " with changes"
GIT_S = 10.0


def commit() -> str:
    """The commit of this checkout, and whether files differ from it; empty where nobody can tell."""
    found = _git("rev-parse", "--short=12", "HEAD")
    return found and found + (CHANGED if _git("status", "--porcelain", "--untracked-files=no") else "")


def tool_versions(sims: Iterable[str]) -> dict[str, str]:
    """The versions of Python, of what the bench is built on, and of simulators, by name."""
    found = {"Python": sys.version.split()[0]}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    for sim in sims:
        try:
            found[sim] = simulator(sim).version()
        except UserError:
            continue
    return found


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GIT_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
