"""A family of devices as the command line sees it: what there is to simulate and to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tb.coverage.covergroup import Covergroup
from tb.pins import Pin
from tb.runner.attach.taps import TapLinks
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.family.mutation import MutationPlan
from tb.runner.family.tables import TableReport, TableRequest
from tb.runner.family.traces import TracePlayer
from tb.runner.memory_top import HdlMemories


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as the docs list it.

    Attributes:
        name: short and stable.
        of: the kind of layer that it checks.
        text: what it says.
        section: where that stands.
    """

    name: str
    of: str
    text: str
    section: str


class ListTests(Protocol):
    """Lists the tests of a configuration."""

    def __call__(self, config: str, attached: bool, folder: Path | None = None) -> Mapping[str, str]: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One device family. A family lives in ``tb/<name>/family.py`` as ``FAMILY``.

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
        trace_modules: Python modules with the test that plays traces.
        traces: its traces.
        vectors: folder of its recorded layers, one archive a trace.
        register_tests: regular expression on those of `test_modules` that compare registers with their description.
        rules: what the architecture allows.
        mutation: where faults are planted into the behavioural RTL, and what is to catch them.
        coverage_groups: what is to be covered of a configuration.
        explained_holes: file of those bins that are not hit for a reason.
        with_taps: the behavioural RTL with taps at the links between its units.
        tap_links: what can be looked at between the units of any RTL of a configuration.
        tables: makes look-up tables of a function.
        tests: every test as ``module.name``, those that cannot be played too, with the reason why not or nothing; of a
            configuration, and of RTL of a user's or not; ours, or those in a folder of the user's.
    """

    name: str
    configs: tuple[str, ...]
    check_config: Callable[[str], object]
    design: Callable[[str], Design]
    pins: Callable[[str], Sequence[Pin]]
    memories: Callable[[str, int], HdlMemories]
    sim_modules: Callable[[str], tuple[str, ...]]
    test_modules: Callable[[str], tuple[str, ...]]
    trace_modules: tuple[str, ...]
    traces: TracePlayer
    vectors: Path
    register_tests: str
    rules: Callable[[], Sequence[RuleText]]
    mutation: MutationPlan
    coverage_groups: Callable[[str], Sequence[Covergroup]]
    explained_holes: Path
    with_taps: Callable[[Design], Design]
    tap_links: Callable[[str], TapLinks]
    tables: Callable[[TableRequest], TableReport]
    tests: ListTests

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
