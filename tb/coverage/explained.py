"""Explained holes: why bins are not hit, looked up by what they are called."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tb.coverage.counts import Counts
from tb.coverage.covergroup import bins_of

TABLE = "hole"
KEYS = {"group": str, "item": str, "bins": list, "reason": str, "configs": list, "impossible": bool}
NEEDED = ("group", "item", "bins", "reason")


class ExplanationError(ValueError):
    """The file of explained holes is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why bins of one item are not hit.

    Attributes:
        group: the group.
        item: the coverpoint or cross; ``*`` stands for any letters, here and in bins.
        bins: the bins.
        reason: why.
        configs: hardware configurations that it holds for; none: for all.
        impossible: nothing can hit them, whatever is played: they do not count.
    """

    group: str
    item: str
    bins: tuple[str, ...]
    reason: str
    configs: tuple[str, ...] = ()
    impossible: bool = False


@dataclass(slots=True)
class Explained:
    """What explanations come to, held against what was hit.

    Attributes:
        bins: explained holes, by group, item and label, with their explanation.
        stale: lines about explanations that fit no more.
    """

    bins: dict[tuple[str, str, str], Explanation]
    stale: list[str]


def read_explanations(path: Path) -> list[Explanation]:
    """Read a file of explanations; there are none if there is no such file.

    Raises:
        ExplanationError: it is not TOML, or a key in it is wrong.
    """
    if not path.is_file():
        return []
    try:
        entries = tomllib.loads(path.read_text()).get(TABLE, [])
    except tomllib.TOMLDecodeError as error:
        raise ExplanationError(f"{path}: is not TOML: {error}") from error
    return [_entry(path, number, entry) for number, entry in enumerate(entries, start=1)]


def explain(explanations: Sequence[Explanation], counts: Mapping[str, Counts], config: str) -> Explained:
    """Hold explanations against what was hit."""
    explained = Explained({}, [])
    for entry in explanations:
        if entry.configs and config not in entry.configs:
            continue
        for pattern in entry.bins:
            _look_up(entry, pattern, counts, explained)
    return explained


def _look_up(entry: Explanation, pattern: str, counts: Mapping[str, Counts], explained: Explained) -> None:
    where = f"{entry.group}: {entry.item}: {pattern}"
    found = [
        (name, item.name, label)
        for name, group in counts.items()
        if fnmatchcase(name, entry.group)
        for item in group.group.items
        if fnmatchcase(item.name, entry.item)
        for label in bins_of(item)
        if fnmatchcase(label, pattern)
    ]
    holes = [place for place in found if not counts[place[0]].hit(place[1], place[2])]
    if not found:
        explained.stale.append(f"{where}: explained, but there is no such bin")
    elif not holes or (entry.impossible and len(holes) < len(found)):
        explained.stale.append(f"{where}: explained ('{entry.reason}'), but it was hit")
    explained.bins.update(dict.fromkeys(holes, entry))


def _entry(path: Path, number: int, entry: dict[str, Any]) -> Explanation:
    for key, value in entry.items():
        if key not in KEYS:
            raise ExplanationError(f"{path}: hole {number}: {key}: unknown key; allowed are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise ExplanationError(f"{path}: hole {number}: {key} = {value!r}: must be a {KEYS[key].__name__}")
    if missing := [key for key in NEEDED if not entry.get(key)]:
        raise ExplanationError(f"{path}: hole {number}: {missing[0]}: is missing")
    lists = {key: tuple(map(str, value)) for key, value in entry.items() if isinstance(value, list)}
    return Explanation(**(entry | lists))
