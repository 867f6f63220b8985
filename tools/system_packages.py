"""What must come from the system's package manager."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

ICARUS = "iverilog"
NEEDED_BY_VERILATOR = {"make": "make", "perl": "perl", "c++": "g++"}
APT_GET = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120")


class SetupError(Exception):
    """Set-up cannot go on; the text says what to do."""


def missing_packages(sim: str, *, without_venv: bool) -> list[str]:
    """Debian packages that are needed and not there.

    Args:
        sim: the simulator that will be used.
        without_venv: the virtual environment has still to be made.
    """
    version = sysconfig.get_python_version()
    missing = []
    if without_venv and importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python{version}-venv")
    if sim in ("icarus", "verilator") and not _has_shared_python():
        missing.append(f"libpython{version}")
    if sim == "icarus" and shutil.which("iverilog") is None:
        missing.append(ICARUS)
    if sim == "verilator":
        missing += [package for tool, package in NEEDED_BY_VERILATOR.items() if shutil.which(tool) is None]
    return missing


def install_packages(packages: Sequence[str]) -> None:
    """Install Debian packages, as root or through sudo.

    Raises:
        SetupError: neither is possible, or it failed; the text has the one line to run.
    """
    become_root = _become_root()
    if become_root is None or shutil.which("apt-get") is None:
        raise SetupError(_instructions(packages))
    print(f"setup: installing {', '.join(packages)} with apt-get", flush=True)
    install = [*become_root, *APT_GET, "install", "-y", "--no-install-recommends", *packages]
    if _quietly(install).returncode == 0:
        return
    _quietly([*become_root, *APT_GET, "update"])  # a fresh machine has no package lists, an old one has stale ones
    result = _quietly(install)
    if result.returncode:
        raise SetupError(f"apt-get failed:\n{result.stdout.strip()}")


def _has_shared_python() -> bool:
    """Whether there is a libpython for a simulator to load: Debian's python3 itself does without it."""
    name = sysconfig.get_config_var("INSTSONAME")
    folders = [sysconfig.get_config_var(variable) for variable in ("LIBDIR", "LIBPL")]
    return any(name and folder and (Path(folder) / name).exists() for folder in folders)


def _become_root() -> list[str] | None:
    """Words in front of a command that make it run as root; None if there is no way to."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    if subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        return ["sudo", "-n"]
    return ["sudo"] if sys.stdin.isatty() else None


def _quietly(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _instructions(packages: Sequence[str]) -> str:
    names = " ".join(packages)
    text = f"{names} missing and no way to become root here. Run this line, then again what you ran:\n"
    text += f"  sudo apt-get install -y {names}"
    if list(packages) == [ICARUS]:
        text += "\nSIM=verilator needs no root: it comes with .venv"
    return text
