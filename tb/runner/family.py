"""A family of devices as the command line sees it: what there is to simulate and to play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from tb.outcome.traces import TraceLine
from tb.pins import Pin
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.memory_top import HdlMemories
from tb.runner.paths import ROOT, shown


@dataclass(frozen=True, slots=True)
class TraceCheck:
    """A trace that was read and found well-formed.

    Attributes:
        name: what reports call it.
        folder: where it lies.
        skip: why it cannot be played; empty if it can.
    """

    name: str
    folder: Path
    skip: str = ""


@dataclass(frozen=True, slots=True)
class ProgramLint:
    """What the lint says of a register program.

    Attributes:
        skipped: why it could not be judged; empty if it was.
        broken: the rules that it breaks, a line each: rule, where the register write stands, what is wrong, section.
        stopped: why what follows could not be judged; empty if all was.
    """

    skipped: str = ""
    broken: tuple[str, ...] = ()
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as the docs list it.

    Attributes:
        name: short and stable.
        of: the kind of layer that it judges.
        text: what it says.
        section: where that stands.
    """

    name: str
    of: str
    text: str
    section: str


class TracePlayer(Protocol):
    """What a family knows about traces."""

    def find(self, paths: Sequence[Path]) -> list[Path]:
        """The folders of all traces in the given folders.

        Raises:
            UserError: a path is no folder, or has no trace in it.
        """

    def check(self, folder: Path, config: str) -> TraceCheck:
        """Read a trace with all of its files and decide whether it can be played.

        Raises:
            UserError: something in it is malformed.
        """

    def lint(self, folder: Path, config: str) -> ProgramLint:
        """The rules that a trace's register program breaks."""

    def play_on_model(self, folder: Path, config: str, *, strict: bool) -> TraceLine:
        """Play a trace on the reference device alone, and compare its goldens."""


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


def family_names() -> list[str]:
    """The families of this checkout."""
    return sorted(path.parent.name for path in (ROOT / "tb").glob("*/family.py") if path.parent.name != "runner")


def load_family(name: str | None) -> Family:
    """A family by name, or the only one that there is.

    Raises:
        UserError: there is none of that name, or several to choose from.
    """
    names = family_names()
    if name is None and len(names) == 1:
        name = names[0]
    if name not in names:
        wrong = (
            "there are several families" if name is None else f"FAMILY={name}: no such family in {shown(ROOT / 'tb')}"
        )
        raise UserError(f"{wrong}; choose one of {', '.join(names)}")
    family = import_module(f"tb.{name}.family").FAMILY
    if not isinstance(family, Family):
        raise TypeError(f"tb.{name}.family.FAMILY is no Family")
    return family
