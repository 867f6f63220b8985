"""Whether what an attach file and its lists name is there, of the right kind and not too much."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tb.runner.attach.file_list import FileList, NamedPath
from tb.runner.attach.limits import SOURCE_BYTES
from tb.runner.attach.search import Search, TooManyEntriesError
from tb.runner.design import WAIVER_SUFFIX


def check_named(files: FileList, waivers: Sequence[NamedPath], search: Search, errors: list[str]) -> None:
    """Complain about all that is wrong with it.

    Args:
        files: sources and include folders.
        waivers: Verilator configuration files.
        search: counts what is looked at.
        errors: the complaints are added.
    """
    named = (*files.sources, *files.includes, *waivers)
    errors += [f"{item.location}: {item.path} does not exist" for item in named if not _is_there(item)]
    _check_kinds(files, waivers, errors)
    _check_sizes(files, search, errors)


def _is_there(item: NamedPath) -> bool:
    return os.path.exists(item.path)  # noqa: PTH110 - no error for what no path can hold


def _check_kinds(files: FileList, waivers: Sequence[NamedPath], errors: list[str]) -> None:
    """Complain about files where folders must be, and the other way round."""
    files_named = (*files.sources, *waivers)
    not_folders = [item for item in files.includes if _is_there(item) and not item.path.is_dir()]
    errors += [f"{item.location}: {item.path} is not a folder" for item in not_folders]
    not_text = [item for item in (*files_named, *files.includes) if not _is_text(item.path)]
    errors += [f"{item.location}: {item.path}: its name is not UTF-8; rename it" for item in not_text]
    for item in files_named:
        if _is_there(item) and not item.path.is_file():
            what = "a folder" if item.path.is_dir() else "a pipe or a device"
            errors.append(f"{item.location}: {item.path} is {what}, not a file")
    wrong = [item for item in waivers if item.path.suffix != WAIVER_SUFFIX]
    errors += [f"{item.location}: {item.path.name} does not end in {WAIVER_SUFFIX}" for item in wrong]


def _is_text(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:  # what simulators write and read of it would be something else
        return False
    return True


def _check_sizes(files: FileList, search: Search, errors: list[str]) -> None:
    """Complain about what is too much to be read."""
    sizes = [(item, item.path.stat().st_size) for item in files.sources if _is_there(item)]
    too_large = [(item, size) for item, size in sizes if size > SOURCE_BYTES]
    errors += [
        f"{item.location}: {item.path} holds {size:,} bytes; at most {SOURCE_BYTES:,} are read"
        for item, size in too_large
    ]
    for item in files.includes:
        if not _is_there(item):
            continue
        try:
            for _ in search.below(item.path, through_links=False):
                pass
        except TooManyEntriesError as error:
            errors.append(f"{item.location}: {item.path}: {error}")
