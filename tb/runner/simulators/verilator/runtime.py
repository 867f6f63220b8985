"""Verilator's runtime library, compiled once for all designs.

Verilator's make rules compile the same few library files anew for every design, which takes most of the time of a
small one. Their objects are kept beside the builds and put in place before make looks for them.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

_SETTINGS = re.compile(r"^(?:VM_(?:TIMING|COVERAGE|TRACE\w*|SC)|VERILATOR_ROOT) = .*$", re.MULTILINE)
_LIBRARY_FILES = re.compile(r"^VM_GLOBAL_(?:FAST|SLOW) \+= \\\n((?:  \w+ \\\n)*)", re.MULTILINE)
_C_FLAGS = re.compile(r"^VM_USER_CFLAGS = \\\n(?:  .*\\\n)*", re.MULTILINE)


def put_runtime(build_dir: Path, make_arguments: Sequence[str]) -> str:
    """Put the library's kept objects into a folder that Verilator has just written, if there are any that fit.

    Args:
        build_dir: the folder.
        make_arguments: variables for its makefile that the library hangs on.

    Returns:
        The key under which `keep_runtime` keeps them.
    """
    key = _key(build_dir, make_arguments)
    kept = _kept_folder(build_dir, key)
    if kept.is_dir():
        for path in kept.iterdir():
            shutil.copyfile(path, build_dir / path.name)  # a new file: newer than the makefile that it depends on
    return key


def keep_runtime(build_dir: Path, key: str) -> None:
    """Keep the library's objects of a finished build."""
    kept = _kept_folder(build_dir, key)
    if kept.is_dir():
        return
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix="runtime-new-") as scratch:
        staged = Path(scratch) / "objects"
        staged.mkdir()
        for name in _library_files(_makefiles(build_dir)):
            for suffix in (".o", ".d"):
                shutil.copyfile(build_dir / (name + suffix), staged / (name + suffix))
        try:
            staged.rename(kept)
        except OSError:  # another build was faster
            return


def _key(build_dir: Path, make_arguments: Sequence[str]) -> str:
    text = _makefiles(build_dir)
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False).stdout
    parts = [*make_arguments, compiler, os.environ.get("CXXFLAGS", ""), os.environ.get("CPPFLAGS", "")]
    parts += _SETTINGS.findall(text) + _C_FLAGS.findall(text) + _library_files(text)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _makefiles(build_dir: Path) -> str:
    return (build_dir / "Vtop.mk").read_text() + (build_dir / "Vtop_classes.mk").read_text()


def _library_files(text: str) -> list[str]:
    return [name for block in _LIBRARY_FILES.findall(text) for name in re.findall(r"\w+", block)]


def _kept_folder(build_dir: Path, key: str) -> Path:
    return build_dir.parent / f"runtime-{key}"
