"""The parts of a family that are no larger than a few functions: coverage, taps, subcommands of its own."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from models.errata import Erratum
from tb.coverage.covergroup import Covergroup
from tb.runner.attach.taps import TapLinks
from tb.runner.design import Design


class ListTests(Protocol):
    """Lists the tests of a configuration."""

    def __call__(self, config: str, attached: bool, folder: Path | None = None) -> Mapping[str, str]: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageParts:
    """What is to be covered.

    Attributes:
        groups: the covergroups of a configuration.
        explained_holes: file of those bins that are not hit for a reason.
        code_waivers: file of the code that is not reached for a reason; it need not be there.
    """

    groups: Callable[[str], Sequence[Covergroup]]
    explained_holes: Path
    code_waivers: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrataParts:
    """What public parts do otherwise than documents say.

    Attributes:
        listed: all errata, by their ids.
        of: ids of those that the part of a configuration has.
        parts: names of the configurations of which there are public parts.
    """

    listed: Mapping[str, Erratum]
    of: Callable[[str], Collection[str]]
    parts: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TapParts:
    """What passes between units and can be looked at.

    Attributes:
        put: gives the behavioural RTL taps at the links between its units.
        links: what can be looked at between the units of any RTL of a configuration.
    """

    put: Callable[[Design], Design]
    links: Callable[[str], TapLinks]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteParts:
    """What regressions play.

    Attributes:
        folder: of the suites' files.
        known: file of the failures that are known; it need not be there.
    """

    folder: Path
    known: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanParts:
    """What is to be shown.

    Attributes:
        path: the test plan's file, or a folder of files.
        planted: folder of the modules that plant faults by hand, which the plan may name; None: there is none.
    """

    path: Path
    planted: Path | None = None


class Command(Protocol):
    """A subcommand of the command line; modules are ones.

    Attributes:
        SUMMARY: one line of what it does.
        EXAMPLES: calls of it, a line each.
    """

    SUMMARY: str
    EXAMPLES: str

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """What it takes; ``FAMILY`` and ``CONFIG`` are among it."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it.

        Returns:
            The exit status.
        """
