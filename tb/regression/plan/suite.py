"""Suites: files that say which tests a regression plays, on what, with which knobs, how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.nearest import did_you_mean
from tb.runner.attach.toml_table import TomlTable, all_wrong
from tb.runner.errors import UserError, printable
from tb.runner.jobs.plusargs import wrong_plusarg
from tb.runner.paths import shown

KEYS = ("tests", "configs", "sims", "memories", "plusargs", "seeds", "knobs")
SUFFIX = ".toml"
MOST_SEEDS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteEntry:
    """Tests that are played in the same ways: on each configuration, simulator and memory, with each value of a knob.

    Attributes:
        tests: names of classes, or ``module.name``; ``*`` stands for anything.
        configs: hardware configurations; none: the family's default one.
        sims: simulators.
        memories: what answers the memory ports, ``hdl`` or ``python``.
        plusargs: arguments that the RTL may ask for, all at once.
        seeds: how many seeds each has, or, where time decides, how many come in each turn.
        knobs: values to be tried, by knob.
    """

    tests: tuple[str, ...]
    configs: tuple[str, ...] = ()
    sims: tuple[str, ...] = ("verilator",)
    memories: tuple[str, ...] = ("hdl",)
    plusargs: tuple[str, ...] = ()
    seeds: int = 1
    knobs: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """What a regression plays.

    Attributes:
        name: as its file is called.
        summary: one line of what it is for.
        entries: in the order of the file.
    """

    name: str
    summary: str
    entries: tuple[SuiteEntry, ...]


def find_suite(asked: str, folder: Path) -> Path:
    """The file of a suite: one of the family's, by name, or the user's own, by its path.

    Args:
        asked: the name or the path.
        folder: the family's suites.

    Raises:
        UserError: there is none.
    """
    there = {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}"))}
    if asked in there:
        return there[asked]
    own = Path(asked)
    if own.is_file():
        return own
    near = did_you_mean(asked, there)
    choice = f"there are {', '.join(there) or 'none'} in {shown(folder)}, or name a file of your own{near}"
    raise UserError(f"SUITE={printable(asked)}: no such suite; {choice}")


def read_suite(path: Path, sims: Sequence[str], check_config: Callable[[str], object]) -> Suite:
    """Read a suite.

    Args:
        path: its file.
        sims: the simulators that there are.
        check_config: makes sure that there is a configuration of a name; ValueError.

    Raises:
        UserError: something in it is wrong, with all that is.
    """
    table = TomlTable.read(path)
    table.allow(("summary", "play"))
    played = table.values.get("play", [])
    if not isinstance(played, list) or not played or not all(isinstance(item, dict) for item in played):
        table.errors.append("it has no [[play]], each of which says what to play: tests, and how")
        played = []
    entries = [_entry(item, number, table.errors, sims, check_config) for number, item in enumerate(played, 1)]
    summary = table.text("summary")
    if table.errors:
        raise UserError(all_wrong(path, table.errors))
    return Suite(name=path.stem, summary=summary, entries=tuple(entries))


def _entry(
    values: Mapping[str, Any],
    number: int,
    errors: list[str],
    sims: Sequence[str],
    check_config: Callable[[str], object],
) -> SuiteEntry:
    table = TomlTable(values, errors, f"play {number}: ")
    table.allow(KEYS)
    if not (tests := table.text_or_texts("tests")):
        errors.append(f"{table.prefix}no tests; name classes, such as tests = ['RandomLayersTest']")
    configs = table.text_or_texts("configs")
    for name in configs:
        try:
            check_config(name)
        except ValueError as error:
            errors.append(f"{table.prefix}configs = {error}")
    chosen_sims = _chosen(table, "sims", "verilator", sims)
    memories = _chosen(table, "memories", "hdl", ("hdl", "python"))
    plusargs = tuple(table.text_or_texts("plusargs"))
    if why := wrong_plusarg(plusargs):
        errors.append(f"{table.prefix}plusargs = {why}")
    seeds = table.whole("seeds", 1, MOST_SEEDS)
    knobs = {name: tuple(_words(values, f"{table.prefix}knobs.{name}", errors)) for name, values in _knobs(table)}
    return SuiteEntry(
        tests=tuple(tests),
        configs=tuple(configs),
        sims=chosen_sims,
        memories=memories,
        plusargs=plusargs,
        seeds=seeds,
        knobs=knobs,
    )


def _chosen(table: TomlTable, key: str, default: str, known: Sequence[str]) -> tuple[str, ...]:
    """Names of those that there are."""
    names = table.text_or_texts(key) or [default]
    for name in names:
        if name not in known:
            near = did_you_mean(name, known)
            table.errors.append(f"{table.prefix}{key} = {name!r}: there are {', '.join(known)}{near}")
    return tuple(dict.fromkeys(names))


def _knobs(table: TomlTable) -> list[tuple[str, Any]]:
    return list(table.table("knobs").values.items())


def _words(value: object, said: str, errors: list[str]) -> list[str]:
    """The values of a knob as they are written on a command line."""
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(item, str | int | float) for item in values):
        errors.append(
            f"{said}: must be a text, a number, true or false, or a list of these to be tried one after other"
        )
        return []
    return [str(int(item)) if isinstance(item, bool) else str(item) for item in values]
