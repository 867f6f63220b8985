"""What became of a network that was played by itself: a file each, of the last time, which the report reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tb.findings import Finding
from tb.outcome.network import NetworkRecord
from tb.regression.signature import BORDER
from tb.runner.paths import BUILD
from tb.versioned import from_versioned, to_versioned
from tb.whole_file import write_whole

PLAYED = BUILD / "networks"
SUFFIX = ".json"
VERSION = 1
"""Grows with every change after which an older reader would misread a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedNetwork:
    """A network that was played, whole or in part.

    Attributes:
        network: what is known of it.
        config: the hardware configuration.
        on: what it was played on: the simulator, and the file that describes a user's RTL; or the model.
        passed: whether nothing was wrong, and it agrees with a golden file if there was one.
        golden: how it compares with that, in words; empty: there was none.
        findings: what was found, from `lines_of`.
        replay: the command that plays it again.
        time: when it was played, UTC, as ISO 8601 has it.
        commit: that of the checkout, and whether files differed from it; empty: unknown.
    """

    network: NetworkRecord
    config: str
    on: str
    passed: bool
    golden: str
    findings: tuple[str, ...]
    replay: str
    time: str
    commit: str


def lines_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Findings, a line each, with those that say which unit is wrong, where one could look between units."""
    return tuple(
        line
        for finding in findings
        for line in (finding.headline, *(f"  {detail}" for detail in finding.details if BORDER.search(detail)))
    )


def write_played(family: str, played: PlayedNetwork, root: Path = PLAYED) -> None:
    """Write what became of a network on a family's device, in place of the last time on the same one."""
    words = (Path(played.network.name).stem, Path(played.config).stem, *played.on.split())
    name = "-".join(Path(word).stem for word in words)
    write_whole(root / family / f"{name}{SUFFIX}", to_versioned(played, VERSION))


def read_played(path: Path) -> PlayedNetwork:
    """Read such a file.

    Raises:
        VersionedError: it is damaged, or of another version.
        OSError: it cannot be read.
    """
    return from_versioned(path.read_bytes(), PlayedNetwork, VERSION)
