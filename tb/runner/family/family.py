"""A family of devices as the command line sees it: what there is to simulate and to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models.errata import KNOWN, chosen_errata
from models.rules import Rule
from sequences.shrink.shrinking import AnyShrinking
from tb.pins import Pin
from tb.runner.attach.taps import NO_TAPS, TapLinks
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.family.mutation import MutationPlan
from tb.runner.family.parts import Command, CoverageParts, ErrataParts, ListTests, PlanParts, SuiteParts, TapParts
from tb.runner.family.traces import TraceParts
from tb.runner.family.waves import WaveParts
from tb.runner.memory_top import HdlMemories


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One device family. A family lives in ``tb/<name>/family.py`` as ``FAMILY``.

    What has a default may be absent: the subcommands that need it say so.

    Attributes:
        name: its folder's name.
        configs: names of its hardware configurations, the default one first.
        check_config: makes sure that there is a configuration of that name, or that a user's file is one; ValueError.
        design: the behavioural RTL of a configuration.
        pins: what the bench needs of a configuration's top.
        memories: what stands behind a configuration's memory ports when it is in HDL, given its size in bytes.
        sim_modules: Python modules with the demonstration's tests on a configuration.
        test_modules: Python modules with all tests that run on a configuration's design by itself, the demonstration's
            among them.
        tests: every test as ``module.name``, those that cannot be played too, with the reason why not or nothing; of a
            configuration, and of RTL of a user's or not; ours, or those in a folder of the user's.
        register_tests: regular expression on those of `test_modules` that compare registers with their description.
        rules: what the architecture allows.
        traces: what can be played again.
        coverage: what is to be covered.
        mutation: where faults are planted into the behavioural RTL, and what is to catch them.
        taps: what can be looked at between its units.
        waves: what waves of a configuration show when they are opened.
        plan: what is to be shown, and what shows it.
        suites: what regressions play.
        shrinking: how programs of a configuration's layers are made smaller; errata are errors as ``ERRATA`` says.
        errata: what its public parts do otherwise than documents say.
        commands: subcommands that only it has, by name; a ``commands.mk`` beside ``family.py`` makes them targets.
    """

    name: str
    configs: tuple[str, ...]
    check_config: Callable[[str], object]
    design: Callable[[str], Design]
    pins: Callable[[str], Sequence[Pin]]
    memories: Callable[[str, int], HdlMemories]
    sim_modules: Callable[[str], tuple[str, ...]]
    test_modules: Callable[[str], tuple[str, ...]]
    tests: ListTests
    register_tests: str | None = None
    rules: Callable[[], Sequence[Rule[Any, Any]]] | None = None
    traces: TraceParts | None = None
    coverage: CoverageParts | None = None
    mutation: MutationPlan | None = None
    taps: TapParts | None = None
    waves: Callable[[str], WaveParts] | None = None
    plan: PlanParts | None = None
    suites: SuiteParts | None = None
    shrinking: Callable[[str, str], AnyShrinking] | None = None
    errata: ErrataParts | None = None
    commands: Mapping[str, Command] = field(default_factory=dict)

    def config(self, name: str | None) -> str:
        """A configuration by name, a user's own by its file, or the default one.

        Returns:
            Its name, or the file's absolute path.

        Raises:
            UserError: there is none of that name, or the file is wrong.
        """
        if not name:
            return self.configs[0]
        if name not in self.configs and Path(name).exists():
            name = str(Path(name).resolve())
        try:
            self.check_config(name)
        except ValueError as error:
            raise UserError(f"CONFIG={error}") from error
        return name

    def chosen_errata(self, text: str) -> str:
        """Which errata are errors, as ``ERRATA`` says it; empty: none.

        Raises:
            UserError: it names one that there is not, or there are none.
        """
        if self.errata is None:
            if text not in ("", KNOWN):
                raise UserError(f"ERRATA={text}: {self.name} has no errata")
            return ""
        try:
            chosen_errata(text, (), self.errata.listed)
        except ValueError as error:
            raise UserError(f"ERRATA={text}: {error}") from error
        return "" if text == KNOWN else text

    def tap_links(self, config: str) -> TapLinks:
        """What can be looked at between the units of any RTL of a configuration."""
        return NO_TAPS if self.taps is None else self.taps.links(config)
