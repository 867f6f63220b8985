"""Coverage of runs as files: each test's own, all of them merged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tb.coverage.counts import Counts, Hits
from tb.coverage.covergroup import Covergroup
from tb.whole_file import write_whole

COVERAGE_VARIABLE = "NPUVM_COVERAGE"
"""Environment variable that names the folder into which tests write what they covered."""
HITS_VARIABLE = "NPUVM_HITS"
"""Environment variable that asks tests, if it is not empty, to say in their records which bins they hit."""
SUFFIX = ".json"


class CoverageFileError(ValueError):
    """A file is no record of coverage."""


def write_run(folder: Path, name: str, counts: Iterable[Counts]) -> None:
    """Write what one test covered, in place of what it did the last time.

    Args:
        folder: where the runs of one simulation lie.
        name: the test's.
        counts: each group's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    groups = {item.group.name: {"version": item.group.version, "hits": item.hits()} for item in counts}
    write_whole(folder / f"{name}{SUFFIX}", json.dumps({"test": name, "groups": groups}))


def drop_run(folder: Path, name: str) -> None:
    """Forget what a test covered: it failed."""
    (folder / f"{name}{SUFFIX}").unlink(missing_ok=True)


@dataclass(slots=True)
class Merged:
    """Runs added up.

    Attributes:
        counts: by group.
        runs: how many were taken.
        outdated: how many were left out, a group of theirs having other bins now.
        damaged: files that were left out, since they are no records of coverage.
    """

    counts: dict[str, Counts]
    runs: int = 0
    outdated: int = 0
    damaged: list[Path] = field(default_factory=list)


def merge(groups: Sequence[Covergroup], folder: Path) -> Merged:
    """Add up all runs below a folder; what cannot be counted is left out."""
    merged = Merged({group.name: Counts(group) for group in groups})
    labels = {group.name: {item.name: frozenset(item.labels) for item in group.items} for group in groups}
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        try:
            recorded = read_run(path)
        except (CoverageFileError, OSError):
            merged.damaged.append(path)
            continue
        versions = {name: recorded.get(name, {}).get("version") for name in merged.counts}
        if any(versions[group.name] != group.version for group in groups):
            merged.outdated += 1
            continue
        if not all(_are_bins(recorded[name]["hits"], items) for name, items in labels.items()):
            merged.damaged.append(path)
            continue
        for name, counts in merged.counts.items():
            counts.add(recorded[name]["hits"])
        merged.runs += 1
    return merged


def read_run(path: Path) -> Mapping[str, Any]:
    """What one test covered: of each group its ``version`` and its ``hits``.

    Raises:
        CoverageFileError: the file is no record of coverage.
    """
    try:
        groups = json.loads(path.read_text())["groups"]
        found = {name: {"version": item["version"], "hits": item["hits"]} for name, item in groups.items()}
        if not all(_are_hits(item["hits"]) for item in found.values()):
            raise TypeError("hits")
        return found
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
        raise CoverageFileError(f"{path}: no record of coverage; delete it and run its test again") from error


def _are_hits(hits: object) -> bool:
    """Whether something has the form of `Hits`."""
    return isinstance(hits, dict) and all(
        isinstance(labels, dict) and all(isinstance(times, int) and times >= 0 for times in labels.values())
        for labels in hits.values()
    )


def _are_bins(hits: Hits, items: Mapping[str, frozenset[str]]) -> bool:
    """Whether a group has all the bins that were hit, by item."""
    return all(labels.keys() <= items.get(name, frozenset()) for name, labels in hits.items())
