"""Looking through folders for files, up to a number of entries: ``/**/*.v`` would look at a whole machine."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from glob import has_magic
from pathlib import Path

from tb.runner.attach.limits import ENTRIES

ANY_DEPTH = "**"


class TooManyEntriesError(Exception):
    """More files and folders than may be looked at; its text says how many that is."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most:,} files and folders to look through; name folders further down")


class Search:
    """Looks through folders; all that one search looks at counts.

    As with `glob`, what begins with a dot is found only by a pattern that does too, and what cannot be read is passed
    over. A folder that is reached again through links is not looked at again.

    Args:
        most: how many entries it may look at.
    """

    def __init__(self, most: int = ENTRIES) -> None:
        self._most, self._left = most, most

    def matching(self, folder: Path, pattern: str) -> list[Path]:
        """What matches a pattern that is relative to a folder, sorted.

        Raises:
            TooManyEntriesError: too much was to be looked at.
        """
        return sorted(set(self._matching(folder, Path(pattern).parts)))

    def below(self, folder: Path, *, through_links: bool = True) -> Iterator[Path]:
        """All folders below a folder, and the folder itself; also those that links lead to, unless told otherwise.

        Raises:
            TooManyEntriesError: too much was to be looked at.
        """
        seen, left = set(), [folder]
        while left:
            here = left.pop()
            try:
                state = here.stat()
            except OSError:
                continue
            if (state.st_dev, state.st_ino) not in seen:
                seen.add((state.st_dev, state.st_ino))
                yield here
                folders = (entry for entry in self._entries(here) if _is_folder(entry, through_links=through_links))
                left += [here / entry.name for entry in folders]

    def _matching(self, folder: Path, parts: Sequence[str]) -> Iterator[Path]:
        if not parts:
            yield folder
            return
        first, rest = parts[0], parts[1:]
        if first == ANY_DEPTH:
            while rest[:1] == (ANY_DEPTH,):
                rest = rest[1:]
            for below in self.below(folder):
                yield from self._matching(below, rest or ("*",))
        elif has_magic(first):
            names = [entry.name for entry in self._entries(folder) if fnmatchcase(entry.name, first)]
            for name in names:
                if first.startswith(".") or not name.startswith("."):
                    yield from self._matching(folder / name, rest)
        elif os.path.lexists(folder / first):
            yield from self._matching(folder / first, rest)

    def _entries(self, folder: Path) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    self._left -= 1
                    if self._left < 0:
                        raise TooManyEntriesError(self._most)
                    yield entry
        except OSError:
            return


def _is_folder(entry: os.DirEntry[str], *, through_links: bool) -> bool:
    try:
        return entry.is_dir(follow_symlinks=through_links) and not entry.name.startswith(".")
    except OSError:
        return False
