"""Copies the worked example's folders, in every room of the tree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from tools.family.names import EXAMPLE, RefusedError, Renaming, need_name
from tools.family.sections import SHARED, with_copies

ROOMS = ("models", "sequences", "tb", "registers", "rtl_stubs", "docs", "tests")
NOT_COPIED = frozenset(("generated", "__pycache__"))
OWN_TESTS = frozenset(("vectors",))
"""Folders of tests/ whose files are the worked example's alone: what was recorded on it says its name and its id."""


def rooms(root: Path) -> list[str]:
    """The folders that may have one for each family, from the root: rooms of the tree, and kinds of tests."""
    tests = (path.parent for path in sorted(root.glob(f"tests/*/{EXAMPLE}")))
    return [*ROOMS, *(path.relative_to(root).as_posix() for path in tests if path.name not in OWN_TESTS)]


def copy_family(name: str, root: Path) -> dict[str, int]:
    """Make a family as a copy of the worked example, and its sections in what families share.

    Args:
        name: of the family.
        root: the checkout.

    Returns:
        How many files each of its folders has.

    Raises:
        RefusedError: no family can have that name, or there is nothing to copy; nothing was made.
        OSError: a file cannot be read or written; nothing of the copy is left.
    """
    need_name(name, root, [root / room / name for room in rooms(root)])
    here = [room for room in rooms(root) if (root / room / EXAMPLE).is_dir()]
    if not here:
        raise RefusedError(
            f"this tree has no {EXAMPLE}, the worked example that is copied: take its folders back first"
        )
    renaming = Renaming(name)
    written = {
        file: with_copies((root / file).read_text(), file, renaming) for file in SHARED if (root / file).is_file()
    }
    made: dict[str, int] = {}
    try:
        for room in here:
            made[f"{room}/{name}"] = 0
            for path in _files(root / room / EXAMPLE):
                _copy(path, root / renaming.text(path.relative_to(root).as_posix()), renaming)
                made[f"{room}/{name}"] += 1
        _rewrite({root / file: text for file, text in written.items()})
    except BaseException:  # Ctrl-C too
        for folder in made:
            shutil.rmtree(root / folder, ignore_errors=True)
        raise
    return made


def _files(folder: Path) -> Iterator[Path]:
    """What there is to copy of a folder, in order."""
    for path in sorted(folder.iterdir()):
        if path.name in NOT_COPIED or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.suffix != ".pyc":
            yield path


def _copy(path: Path, to: Path, renaming: Renaming) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    data = path.read_bytes()
    with suppress(UnicodeDecodeError):  # no text: a name in it would be part of something with a length
        data = renaming.text(data.decode()).encode()
    to.write_bytes(data)
    shutil.copymode(path, to)


def _rewrite(texts: Mapping[Path, str]) -> None:
    """Rewrite files, each at once and whole, and none if one cannot be written."""
    new = {path: path.with_name(f".{path.name}.new") for path in texts}
    try:
        for path, text in texts.items():
            new[path].write_text(text)
            shutil.copymode(path, new[path])
        for path in texts:
            new[path].replace(path)
    finally:
        for path in new.values():
            path.unlink(missing_ok=True)
