"""Which simulations of a configuration the test suite plays, and which of them have recorded nothing yet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tb.whole_file import write_whole

FILE = "simulations.json"
Listed = Mapping[str, Mapping[str, Mapping[str, bool]]]
"""By configuration and file of tests the folders of simulations, and whether it is ``make long`` that plays them."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """Simulations of a configuration that have no folder.

    Attributes:
        all: how many simulations it has.
        test: how many of those without a folder ``make test`` plays.
        long: how many ``make long`` plays.
    """

    all: int
    test: int
    long: int

    @property
    def count(self) -> int:
        """How many there are."""
        return self.test + self.long


def list_simulations(root: Path, listed: Listed) -> None:
    """Write down which simulations there are; of a configuration's file of tests what was listed before goes.

    Args:
        root: the folder of all coverage.
        listed: the simulations.
    """
    before = _read(root)
    configs = {config: {**before.get(config, {}), **files} for config, files in listed.items()}
    write_whole(root / FILE, json.dumps({**before, **configs}, indent=1))


def not_played(root: Path, config: str) -> NotPlayed:
    """Which of the simulations that were listed have no folder.

    Args:
        root: the folder of all coverage.
        config: the configuration's name.
    """
    simulations = [item for folders in _read(root).get(config, {}).values() for item in folders.items()]
    missing = [long for folder, long in simulations if not (root / config / folder).is_dir()]
    return NotPlayed(len(simulations), missing.count(False), missing.count(True))


def _read(root: Path) -> Listed:
    """What was listed; nothing where the file is damaged, as it is a hint and no result."""
    try:
        listed: Listed = json.loads((root / FILE).read_text())
        every = [long for files in listed.values() for folders in files.values() for long in folders.values()]
        if all(isinstance(long, bool) for long in every):
            return listed
    except (OSError, ValueError, AttributeError):
        pass
    return {}
