"""A finished campaign as a file: on what it was played, and what became of each fault, for whoever reads it later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from tb.mutation.campaign.campaign import Campaign, Drawn, Fate, FaultOutcome
from tb.runner.paths import shown
from tb.runner.versions import commit
from tb.versioned import from_versioned, to_versioned
from tb.whole_file import write_whole

STORED_FILE = "report.json"
VERSION = 1
"""Grows with every change after which an older reader would misread the file."""
UNSEEN = (Fate.SURVIVED, Fate.CLOCK, Fate.CRASH)
"""What somebody should look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFault:
    """A fault, and what became of it.

    Attributes:
        unit: the unit that it is in.
        file: its file, relative to the checkout where it lies inside.
        line: on which line.
        kind: what kind of fault.
        original: the text that is changed.
        changed: what it becomes; empty: nothing.
        nth: which of the places with the same text.
        number: its number in the campaign.
        fate: what became of it.
        checker: the kind of the first error finding; ``exception`` if a test ended without any.
        message: what it said; for an equivalent fault the reason.
        stage: the stage that ended it.
        test: the test that failed.
        sim_time_ns: simulated time of the failed test.
        wall_s: how long all its stages took.
        cpu_s: how much of a processor's time that was.
        replay: the command that plays it again, of one that no checker caught; empty of others.
    """

    unit: str
    file: str
    line: int
    kind: str
    original: str
    changed: str
    nth: int
    number: int
    fate: Fate
    checker: str
    message: str
    stage: str
    test: str
    sim_time_ns: float
    wall_s: float
    cpu_s: float
    replay: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCampaign:
    """A campaign all of whose faults were tried.

    Attributes:
        time: when its report was written, UTC, as ISO 8601 has it.
        commit: that of the checkout, and whether files differed from it; empty: unknown.
        config: the hardware configuration.
        sim: the simulator.
        memory: what answered the memory ports in all stages; empty: what each stage says.
        seed: of the draw, and of the tests.
        faults: all of them.
    """

    time: str
    commit: str
    config: str
    sim: str
    memory: str
    seed: int
    faults: tuple[StoredFault, ...]


def store(campaign: Campaign, outcomes: Mapping[int, FaultOutcome], replay: Callable[[int], str]) -> Path:
    """Write a campaign's file.

    Args:
        campaign: a campaign.
        outcomes: what became of each of its faults.
        replay: the command that plays one fault again.

    Returns:
        The file.
    """
    stored = StoredCampaign(
        time=datetime.now(UTC).isoformat(timespec="seconds"),
        commit=commit(),
        config=campaign.config,
        sim=campaign.sim,
        memory=campaign.memory or "",
        seed=campaign.seed,
        faults=tuple(_stored(item, outcomes[number], replay) for number, item in campaign.drawn.items()),
    )
    path = campaign.folder / STORED_FILE
    write_whole(path, to_versioned(stored, VERSION))
    return path


def read_stored(path: Path) -> StoredCampaign:
    """Read a campaign's file.

    Raises:
        VersionedError: it is damaged, or of another version.
        OSError: it cannot be read.
    """
    return from_versioned(path.read_bytes(), StoredCampaign, VERSION)


def _stored(item: Drawn, outcome: FaultOutcome, replay: Callable[[int], str]) -> StoredFault:
    fault = item.fault
    return StoredFault(
        unit=item.unit,
        file=shown(fault.path),
        line=fault.line,
        kind=fault.kind,
        original=fault.original,
        changed=fault.changed,
        nth=fault.nth,
        replay=replay(outcome.number) if outcome.fate in UNSEEN else "",
        **asdict(outcome),
    )
