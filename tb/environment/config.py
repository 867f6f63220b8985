"""The configuration of an environment: one object, made by the test, handed down."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from tb.coverage.runs import COVERAGE_VARIABLE, HITS_VARIABLE
from tb.environment.checks import need_from
from tb.memory.profile import TYPICAL, MemoryProfile
from tb.runner.attach.taps import LACKING_VARIABLE
from tb.runner.jobs.job import CONFIG_VARIABLE, LIMIT_VARIABLE, TAPS_VARIABLE

Hardware = TypeVar("Hardware")
NUMBERS = {"seed": 0, "watchdog_cycles": 1, "poll_limit": 1, "max_errors": 1}
"""Whole numbers that a test chooses, and the least that each may be."""


def chosen_limit_ns() -> float | None:
    """How much simulated time each test may take, as the environment says; None: any.

    Raises:
        ValueError: it says something else than a number above 0.
    """
    text = os.environ.get(LIMIT_VARIABLE, "")
    if not text:
        return None
    try:
        limit_ns = float(text)
    except ValueError:
        limit_ns = 0.0
    if not 0 < limit_ns < math.inf:
        raise ValueError(f"{LIMIT_VARIABLE}={text!r}: expected simulated time in ns, a number above 0, such as 2e6")
    return limit_ns


def chosen_config(find: Callable[[str], Hardware], default: str) -> Hardware:
    """The hardware configuration that the simulation was started for.

    Args:
        find: gives a configuration by its name, or by a user's file.
        default: the name of the one that it is where the environment says nothing.

    Raises:
        ValueError: there is none of that name, or the user's file is wrong.
    """
    return find(os.environ.get(CONFIG_VARIABLE) or default)


def chosen_folder(variable: str) -> Path | None:
    """The folder that an environment variable names, if it does."""
    folder = os.environ.get(variable)
    return Path(folder) if folder else None


def chosen_lacking() -> tuple[str, ...]:
    """The members of links that the design's taps cannot show."""
    return tuple(os.environ.get(LACKING_VARIABLE, "").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvConfig:
    """What a test chooses, whatever the family; a family's own configuration adds what only that family has.

    Attributes:
        seed: what everything random hangs on.
        active: drive the pins; else only watch what something else drives.
        core_period_ns: period of the core clock, in whose cycles a host counts.
        profiles: timing of each memory, by port name; a port that is not named is typical.
        watchdog_cycles: core cycles without any progress of layers after which what is waited for has hung.
        poll_limit: so many times as long a test may go on otherwise, such as by polling registers, without progress.
        max_errors: number of errors after which a test ends.
        limit_ns: simulated time after which a test ends; None: it may take any; by default the environment says it.
        zeroed_memory: memory begins as 0, and a layer that reads bytes nothing ever wrote is warned of and compared;
            else they hold a pattern that the reference does not know, and reading them is an error.
        leave_interrupt: the test may end with an interrupt that nobody served.
        announced: names of rules that the program may break; None: it may break any.
        coverage: folder into which a test that passed writes what it covered; None: into none.
        hits: whether its record says what it covered.
        taps: folder into which taps of the design write; None: it has none.
        tie_offs: levels of the inputs that never change, by pin.
        lacking: members of links that its taps cannot show, such as ``adder_store.last``.
    """

    seed: int = 1
    active: bool = True
    core_period_ns: float = 2.0
    profiles: Mapping[str, MemoryProfile] = field(default_factory=dict)
    watchdog_cycles: int = 20_000
    poll_limit: int = 10
    max_errors: int = 100
    limit_ns: float | None = field(default_factory=chosen_limit_ns)
    zeroed_memory: bool = False
    leave_interrupt: bool = False
    announced: Collection[str] | None = None
    coverage: Path | None = field(default_factory=partial(chosen_folder, COVERAGE_VARIABLE))
    hits: bool = field(default_factory=lambda: bool(os.environ.get(HITS_VARIABLE)))
    taps: Path | None = field(default_factory=partial(chosen_folder, TAPS_VARIABLE))
    lacking: tuple[str, ...] = field(default_factory=chosen_lacking)
    tie_offs: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.need_numbers(NUMBERS)

    def need_numbers(self, least: Mapping[str, int]) -> None:
        """Make sure of whole numbers.

        Args:
            least: what each attribute must be at least.

        Raises:
            ValueError: one is something else.
        """
        for name, smallest in least.items():
            need_from(f"{type(self).__name__}: {name}", getattr(self, name), smallest)

    def profile(self, port: str) -> MemoryProfile:
        """The timing of a port's memory."""
        return self.profiles.get(port, TYPICAL)

    @property
    def slowest_period_ns(self) -> float:
        """Period of the slowest clock."""
        return self.core_period_ns
