"""``python3 -m tools.bootstrap``: makes ``.venv`` and installs what a simulator needs; done once, then only checked.

A virtual environment that another checkout made serves too. Nothing is changed in it.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import re
import subprocess
import sys
import time
from pathlib import Path

from tools.system_packages import SetupError, install_packages, missing_packages

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
LOCK_FILE = ROOT / "requirements.txt"
STAMP = VENV / "npuvm-setup"
EXTRAS = {
    "cluster": "with what regressions on a cluster need",
    "browser": "with what tests of the report need",
    "ucis": "with what tests need to read UCIS XML",
}
"""Packages that few need, each with a lock file of its own."""
PATH_FILE = "npuvm.pth"
OLDEST_PYTHON = (3, 11)
PROGRESS_S = 10.0
SHOWN_LINES = 15
SHOWN_PACKAGES = 3


def main() -> int:
    """Set up.

    Returns:
        The exit status: 0, or 2 when something has to be done by hand first.
    """
    parser = argparse.ArgumentParser(prog="python3 -m tools.bootstrap", description="Set up this checkout.")
    parser.add_argument("--sim", default="none", help="the simulator that will be used")
    parser.add_argument("--venv", type=Path, default=VENV, help="the virtual environment, another checkout's too")
    for extra, text in EXTRAS.items():
        parser.add_argument(f"--{extra}", action="store_true", help=text)
    options = parser.parse_args()
    venv = ROOT / options.venv
    try:
        _set_up(options.sim, venv)
        for extra in EXTRAS:
            if getattr(options, extra):
                _add(extra, venv)
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"setup: {place}{error.strerror or error}; put that right, then run it again", file=sys.stderr)
        return 2
    return 0


def _set_up(sim: str, venv: Path) -> None:
    if sys.version_info < OLDEST_PYTHON:
        found, oldest = (".".join(map(str, version[:2])) for version in (sys.version_info, OLDEST_PYTHON))
        raise SetupError(f"Python {found} is too old: run make with PYTHON=<Python {oldest} or newer>")
    is_ours = venv == VENV
    if packages := missing_packages(sim, without_venv=is_ours and not _is_fresh()):
        install_packages(packages)
    if not is_ours:
        _need_whole(venv, LOCK_FILE)
        return
    if _is_fresh():
        _tell_checkout()
        return
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # 'make sim' and 'make test' started at once in a fresh clone
        if not _is_fresh():
            _make_venv()


def _need_whole(venv: Path, lock_file: Path) -> None:
    """Make sure that an environment of another checkout has what this one needs.

    Args:
        venv: the environment.
        lock_file: every package that is needed, with its version.

    Raises:
        SetupError: it is none, or packages are missing or of other versions.
    """
    if not (venv / "bin" / "python").exists():
        raise SetupError(f"NPUVM_VENV={venv}: no virtual environment; leave it out, and .venv is made")
    there = {_plain(path.stem) for path in venv.glob("lib/python3*/site-packages/*.dist-info")}
    lines = (line.strip() for line in lock_file.read_text().splitlines())
    if lacking := [line for line in lines if "==" in line and _plain(line.replace("==", "-")) not in there]:
        first, more = ", ".join(lacking[:SHOWN_PACKAGES]), " and others" if lacking[SHOWN_PACKAGES:] else ""
        raise SetupError(f"NPUVM_VENV={venv}: lacks {first}{more} of {lock_file.name}; leave it out, and .venv is made")


def _plain(name: str) -> str:
    """A package's name and version, spelled as all spellings of them."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _add(extra: str, venv: Path) -> None:
    """Install packages that few need into `.venv`, unless they are there."""
    lock_file, stamp = ROOT / f"requirements-{extra}.txt", VENV / f"npuvm-setup-{extra}"
    if venv != VENV:
        _need_whole(venv, lock_file)
        return
    locked = lock_file.read_text()
    if stamp.is_file() and stamp.read_text() == locked:
        return
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _install(lock_file)
        stamp.write_text(locked)


def _make_venv() -> None:
    """Make it anew.

    Raises:
        SetupError: it belongs to another checkout, which would lose it.
    """
    if VENV.is_symlink():
        raise SetupError(
            f"{VENV} is a link to {VENV.readlink()}, which set-up would empty: remove the link, run make again"
        )
    print("setup: making .venv", flush=True)
    STAMP.unlink(missing_ok=True)
    # From an active virtual environment, .venv itself among them, the Python that it was made with.
    _run([sys._base_executable, "-m", "venv", "--clear", str(VENV)])  # type: ignore[attr-defined]
    _install(LOCK_FILE)
    _tell_checkout()
    STAMP.write_text(_fingerprint())


def _install(lock_file: Path) -> None:
    """Install the packages of a lock file into `.venv`."""
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    packages = sum("==" in line for line in lock_file.read_text().splitlines())
    print(f"setup: installing {packages} Python packages into .venv", flush=True)
    _run([*pip, "install", "--no-deps", "--requirement", str(lock_file)], packages)


def _tell_checkout() -> None:
    """Let `.venv` find the checkout's packages, so that a script that lies anywhere can import them."""
    for folder in VENV.glob("lib/python3*/site-packages"):
        path = folder / PATH_FILE
        if not path.is_file() or path.read_text() != f"{ROOT}\n":
            path.write_text(f"{ROOT}\n")


def _is_fresh() -> bool:
    return STAMP.is_file() and STAMP.read_text() == _fingerprint()


def _fingerprint() -> str:
    """What `.venv` depends on: the lock file, Python, and where the checkout is (scripts in it have absolute paths)."""
    parts = (LOCK_FILE.read_bytes(), sys.version.encode(), sys.base_prefix.encode(), str(ROOT).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _run(command: list[str], packages: int = 0) -> None:
    """Run a command; of its output show how many packages it has come to.

    Raises:
        SetupError: it failed; the text has the end of its output.
    """
    lines, collected, next_s = [], 0, time.monotonic() + PROGRESS_S
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            collected += line.startswith("Collecting")
            if sys.stdout.isatty() and packages:
                print(f"\r  {collected} of {packages}", end="", flush=True)
            elif packages and time.monotonic() > next_s:
                next_s = time.monotonic() + PROGRESS_S
                print(f"  {collected} of {packages}", flush=True)
    if sys.stdout.isatty() and packages:
        print()
    if process.returncode:
        raise SetupError("".join(lines[-SHOWN_LINES:]) + f"'{' '.join(command[:4])} ...' failed")


if __name__ == "__main__":
    sys.exit(main())
