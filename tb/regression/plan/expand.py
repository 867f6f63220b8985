"""The runs that a suite means, in an order in which each kind of run comes early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import count, islice, product
from pathlib import Path

from models.nearest import did_you_mean
from tb.regression.plan.run import Run, Setting
from tb.regression.plan.suite import Suite, SuiteEntry
from tb.runner.errors import UserError, printable
from tb.runner.family.family import Family

FEW = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What the user says of a suite; what is None or empty is as the suite has it.

    Attributes:
        config: the hardware configuration.
        sim: the simulator.
        memory: what answers the memory ports.
        attach: the file that describes RTL of the user's.
        tests: folder of tests of the user's.
        seeds: those that each test is played with.
        without_end: whether seeds follow each other for ever, where none are given.
        errata: which errata of the part are errors.
    """

    config: str | None = None
    sim: str | None = None
    memory: str | None = None
    attach: Path | None = None
    tests: Path | None = None
    seeds: Sequence[int] = ()
    without_end: bool = False
    errata: str = ""


@dataclass(frozen=True, slots=True)
class Expanded:
    """What a suite means.

    Attributes:
        kinds: a run for each test, setting and choice of knobs, of any seed, and the seeds that it has, or of which so
            many come in a turn.
        left_out: tests that a configuration cannot play, a line each.
        without_end: whether seeds follow each other for ever.
    """

    kinds: tuple[tuple[Run, Sequence[int]], ...]
    left_out: tuple[str, ...]
    without_end: bool

    def runs(self) -> Iterator[Run]:
        """All runs: of each kind one seed, then of each the next one."""
        if self.without_end:
            yield from self._turns()
        for number in range(max(len(seeds) for _, seeds in self.kinds)):
            for run, seeds in self.kinds:
                if number < len(seeds):
                    yield replace(run, seed=seeds[number])

    def count(self) -> int | None:
        """How many runs there are; None: they never end."""
        return None if self.without_end else sum(len(seeds) for _, seeds in self.kinds)

    def _turns(self) -> Iterator[Run]:
        """Of each kind as many seeds as come in a turn, then the same again with the seeds behind them."""
        for turn in count():
            for run, seeds in self.kinds:
                for seed in seeds:
                    yield replace(run, seed=seed + turn * len(seeds))


def expand(suite: Suite, family: Family, chosen: Chosen) -> Expanded:
    """What a suite means.

    Raises:
        UserError: a test is unknown, or a configuration has none of them.
    """
    left_out: dict[str, None] = {}
    kinds: dict[Run, Sequence[int]] = {}
    for entry in suite.entries:
        for run, seeds in _kinds(entry, family, chosen, left_out):
            kinds[run] = max(seeds, kinds.get(run, ()), key=len)
    if not kinds:
        raise UserError(f"SUITE={suite.name}: nothing can be played; left out: {'; '.join(islice(left_out, FEW))}")
    return Expanded(tuple(kinds.items()), tuple(left_out), chosen.without_end and not chosen.seeds)


def _kinds(
    entry: SuiteEntry, family: Family, chosen: Chosen, left_out: dict[str, None]
) -> Iterator[tuple[Run, Sequence[int]]]:
    configs = (chosen.config,) if chosen.config else entry.configs or (family.configs[0],)
    sims = (chosen.sim,) if chosen.sim else entry.sims
    memories = (chosen.memory,) if chosen.memory else entry.memories
    for config in configs:
        tests = _tests(entry, family.tests(config, chosen.attach is not None, chosen.tests), left_out)
        for test, sim, memory, knobs in product(tests, sims, memories, _knobs(entry.knobs)):
            setting = Setting(
                family=family.name,
                config=config,
                sim=sim,
                memory=memory,
                attach=None if chosen.attach is None else str(chosen.attach.resolve()),
                plusargs=entry.plusargs,
                errata=chosen.errata,
            )
            yield Run(setting=setting, test=test, seed=0, knobs=knobs), chosen.seeds or range(1, entry.seeds + 1)


def _tests(entry: SuiteEntry, tests: Mapping[str, str], left_out: dict[str, None]) -> list[str]:
    """The tests of an entry that a configuration plays; the others are added to those left out.

    Raises:
        UserError: there is no such test.
    """
    found: list[str] = []
    for pattern in entry.tests:
        named = [test for test in tests if _matches(test, pattern)]
        if not named:
            raise UserError(_no_test(pattern, tests))
        found += [test for test in named if not tests[test]]
        for test in named:
            if tests[test]:
                left_out[f"{test.rpartition('.')[2]} {tests[test]}"] = None
    return list(dict.fromkeys(found))


def _matches(test: str, pattern: str) -> bool:
    """Whether a test is meant by the name of its class, or by a part of ``module.name`` that ends with it."""
    return fnmatchcase(test.rpartition(".")[2], pattern) or fnmatchcase(test, f"*.{pattern}")


def _no_test(pattern: str, tests: Mapping[str, str]) -> str:
    names = [test.rpartition(".")[2] for test in tests]
    few = ", ".join(names[:FEW]) + (", .." if len(names) > FEW else "")
    return f"no test is called {printable(pattern)!r}; there are {few or 'none'}{did_you_mean(pattern, names)}"


def _knobs(knobs: Mapping[str, tuple[str, ...]]) -> list[tuple[tuple[str, str], ...]]:
    """All choices of knobs."""
    names = sorted(knobs)
    return [tuple(zip(names, values, strict=True)) for values in product(*(knobs[name] for name in names))]
