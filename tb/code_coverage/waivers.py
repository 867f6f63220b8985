"""Waivers: why code is not reached, looked up by the source text that it stands in."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tb.code_coverage.annotated import FileCode, Item
from tb.code_coverage.points import Kind

TABLE = "waiver"
KEYS = {
    **dict.fromkeys(("file", "hash", "text", "kind", "reason"), str),
    **dict.fromkeys(("which", "configs"), list),
    "unreachable": bool,
}
NEEDED = ("file", "hash", "text", "kind", "reason")
AROUND = 2
"""Lines before and after a line that its hash is over too: lines such as ``end`` are many."""
HASH_DIGITS = 12
ANY = "*"


class WaiverError(ValueError):
    """The file of waivers is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """Why something on a line is not reached.

    Attributes:
        file: the source, relative to the checkout.
        hash: of the line and those around it, as `source_hash` makes it.
        text: the line without blanks at its ends, for whoever reads the waiver.
        kind: line, branch, expression or toggle.
        which: texts of the branches, expressions, bits; ``*`` stands for any letters.
        reason: why.
        unreachable: nothing can reach it, whatever is played: it does not count.
        configs: hardware configurations that it holds for, where no other was counted beside them; none: for all.
    """

    file: str
    hash: str
    text: str
    kind: Kind
    which: tuple[str, ...] = (ANY,)
    reason: str
    unreachable: bool = False
    configs: tuple[str, ...] = ()


@dataclass(slots=True)
class Waived:
    """What waivers come to, held against what was reached.

    Attributes:
        items: by file, what is not reached and waived.
        stale: lines about waivers that fit no more.
        wrong: lines about waivers that say what is not so.
    """

    items: dict[str, dict[Item, Waiver]]
    stale: list[str]
    wrong: list[str]

    def of(self, file: str, item: Item) -> Waiver | None:
        """Why an item of a file is not reached, if a waiver says it."""
        return self.items.get(file, {}).get(item)


def source_hash(lines: Sequence[str], line: int) -> str:
    """The hash of a line, from 1 on, and of those around it; blanks at their ends do not count."""
    around = lines[max(0, line - 1 - AROUND) : line + AROUND]
    text = "\n".join([*(part.strip() for part in around), lines[line - 1].strip()])
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


def read_waivers(path: Path | None) -> list[Waiver]:
    """Read a file of waivers; there are none if there is no such file.

    Raises:
        WaiverError: it is not TOML, or a key in it is wrong.
    """
    if path is None or not path.is_file():
        return []
    try:
        entries = tomllib.loads(path.read_text()).get(TABLE, [])
    except tomllib.TOMLDecodeError as error:
        raise WaiverError(f"{path}: is not TOML: {error}") from error
    return [_entry(path, number, entry) for number, entry in enumerate(entries, start=1)]


def waive(
    waivers: Sequence[Waiver],
    files: Sequence[FileCode],
    sources: Mapping[str, Sequence[str]],
    *,
    configs: Collection[str],
    root: Path,
) -> Waived:
    """Hold waivers against what was reached.

    Args:
        waivers: the waivers.
        files: what was reached, by file; waivers of other files are left alone, unless these are not there.
        sources: the lines of each of these that is there.
        configs: the hardware configurations that were counted.
        root: what the paths of sources are relative to.
    """
    waived = Waived({}, [], [])
    by_name = {file.file: file for file in files}
    for entry in waivers:
        if not (root / entry.file).is_file():
            waived.stale.append(f"{entry.file}: waived, but there is no such file")
        elif entry.file in sources and (not entry.configs or set(configs) <= set(entry.configs)):
            _look_up(entry, by_name[entry.file], sources[entry.file], waived)
    return waived


def _look_up(entry: Waiver, file: FileCode, lines: Sequence[str], waived: Waived) -> None:
    name = f"{entry.file}: {entry.kind} of '{entry.text}'"
    places = [at for at in range(1, len(lines) + 1) if source_hash(lines, at) == entry.hash]
    if not places:
        waived.stale.append(f"{name}: waived, but there is no such text any more")
        return
    if (text := lines[places[0] - 1].strip()) != entry.text:
        waived.wrong.append(f"{name}: waived, but its hash is that of '{text}'")
        return
    found = [item for item in file.items if item.line in places and item.kind is entry.kind and _is_meant(item, entry)]
    holes = [item for item in found if not item.hits]
    if not found:
        waived.stale.append(f"{name}: waived, but nothing of that kind is counted there")
    elif entry.unreachable and len(holes) < len(found):
        waived.wrong.append(f"{name}: called unreachable ('{entry.reason}'), but it was reached")
    elif not holes:
        waived.stale.append(f"{name}: waived ('{entry.reason}'), but it was reached")
    behind = {line for item in holes for line in item.behind}
    asked = {item.line for item in holes}  # where a decision is never made, its line is not reached either
    holes += [
        item
        for item in file.items
        if not item.hits and (item.line in behind or (item.line in asked and item.kind is Kind.LINE))
    ]
    waived.items.setdefault(entry.file, {}).update(dict.fromkeys(holes, entry))


def _is_meant(item: Item, entry: Waiver) -> bool:
    return item.kind is Kind.LINE or any(fnmatchcase(item.text, pattern) for pattern in entry.which)


def _entry(path: Path, number: int, entry: dict[str, Any]) -> Waiver:
    where = f"{path}: waiver {number}"
    for key, value in entry.items():
        if key not in KEYS:
            raise WaiverError(f"{where}: {key}: unknown key; allowed are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise WaiverError(f"{where}: {key} = {value!r}: must be a {KEYS[key].__name__}")
    if missing := [key for key in NEEDED if not entry.get(key)]:
        raise WaiverError(f"{where}: {missing[0]}: is missing")
    if entry["kind"] not in list(Kind):
        raise WaiverError(f"{where}: kind = {entry['kind']!r}: allowed are {', '.join(Kind)}")
    lists = {key: tuple(map(str, value)) for key, value in entry.items() if isinstance(value, list)}
    return Waiver(**(entry | lists | {"kind": Kind(entry["kind"])}))
