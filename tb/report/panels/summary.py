"""The summary: what ran, and what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass

from tb.regression.plan.run import Setting
from tb.regression.store.result import RunResult
from tb.report.sources.regressions import PlayedRegression
from tb.report.sources.sources import Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class RegressionLine:
    """One regression.

    Attributes:
        name: its folder's name.
        suite: the suite's; empty: unknown.
        commit: that of the checkout.
        versions: those of simulators and packages.
        begun: when it was called, UTC.
        spent_s: time on the wall.
        planned: how many runs it has; None: they end with time, or nobody knows.
        played: how many of them have a result.
    """

    name: str
    suite: str
    commit: str
    versions: Mapping[str, str]
    begun: str
    spent_s: float
    planned: int | None
    played: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Runs added up.

    Attributes:
        runs: how many there are.
        passed: how many passed.
        known: how many failed as is known; the rest of them failed otherwise.
        layers: how many layers were played.
        sim_us: simulated time.
        wall_s: time on the wall, run by run.
        cpu_s: a processor's time.
        peak_mb: the most memory that a process had.
    """

    runs: int
    passed: int
    known: int
    layers: int
    sim_us: float
    wall_s: float
    cpu_s: float
    peak_mb: float

    @classmethod
    def of(cls, results: Sequence[RunResult], known: frozenset[str]) -> Totals:
        """Those of some runs.

        Args:
            results: what became of them.
            known: ids of the runs that failed as is known.
        """
        return cls(
            runs=len(results),
            passed=sum(result.passed for result in results),
            known=sum(not result.passed and result.run.id in known for result in results),
            layers=sum(result.layers for result in results),
            sim_us=round(sum(result.record.sim_time_ns for result in results if result.record) / 1000, 1),
            wall_s=round(sum(result.wall_s for result in results), 1),
            cpu_s=round(sum(result.cpu_s for result in results), 1),
            peak_mb=max((result.peak_mb for result in results), default=0.0),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TestLine:
    """The runs of a test on one setting.

    Attributes:
        test: the test's class.
        config: the hardware configuration.
        sim: the simulator.
        memory: what answers the memory ports.
        attach: file that describes RTL of the user's; None: our own.
        plusargs: what the RTL is told.
        seeds: their seeds, such as ``1-20, 30``.
        totals: they added up.
    """

    __test__ = False  # pytest: not a test class

    test: str
    config: str
    sim: str
    memory: str
    attach: str | None
    plusargs: tuple[str, ...]
    seeds: str
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What ran, and what came out.

    Attributes:
        family: the device family.
        designs: what was simulated: our RTL, or files that describe the user's.
        configs: the hardware configurations of runs.
        regressions: each of them.
        totals: all runs added up.
        left: how many runs were planned and not played; None: nobody knows.
        tests: a line for each test and setting.
    """

    family: str
    designs: tuple[str, ...]
    configs: tuple[str, ...]
    regressions: tuple[RegressionLine, ...]
    totals: Totals
    left: int | None
    tests: tuple[TestLine, ...]


def summary_of(sources: Sources, known: frozenset[str]) -> Summary:
    """Summarise.

    Args:
        sources: what there is.
        known: ids of the runs that failed as is known.
    """
    results = [run.result for run in sources.runs]
    for regression in sources.regressions:
        for line in regression.played.left_out if regression.played else ():
            sources.leave_out.add(line, "the configuration cannot play it")
    lines = tuple(map(_regression_line, sources.regressions))
    left = [max(0, line.planned - line.played) for line in lines if line.planned is not None]
    return Summary(
        family=sources.family.name,
        designs=_each(result.run.setting.attach or f"the RTL of {sources.family.name}" for result in results),
        configs=_each(result.run.setting.config for result in results),
        regressions=lines,
        totals=Totals.of(results, known),
        left=sum(left) if len(left) == len(lines) else None,
        tests=_test_lines(results, known),
    )


def ranges_of(numbers: Iterable[int]) -> str:
    """Numbers as ranges, such as ``1-20, 30``."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{low}" if low == high else f"{low}-{high}" for low, high in found)


def _regression_line(regression: PlayedRegression) -> RegressionLine:
    played = regression.played
    return RegressionLine(
        name=regression.name,
        suite=played.suite if played else "",
        commit=played.commit if played else "",
        versions=played.versions if played else {},
        begun=played.begun if played else "",
        spent_s=regression.spent_s,
        planned=played.planned if played else None,
        played=len(regression.results),
    )


def _test_lines(results: Sequence[RunResult], known: frozenset[str]) -> tuple[TestLine, ...]:
    rows: dict[tuple[str, Setting], list[RunResult]] = {}
    names = Counter(name.rpartition(".")[2] for name in {result.run.test for result in results})
    for result in results:
        short = result.run.test.rpartition(".")[2]
        test = short if names[short] == 1 else result.run.test
        rows.setdefault((test, result.run.setting), []).append(result)
    return tuple(
        TestLine(
            test=test,
            config=setting.config,
            sim=setting.sim,
            memory=setting.memory,
            attach=setting.attach,
            plusargs=setting.plusargs,
            seeds=ranges_of(result.run.seed for result in own),
            totals=Totals.of(own, known),
        )
        for (test, setting), own in sorted(rows.items(), key=lambda row: (row[0][0], *map(str, astuple(row[0][1]))))
    )


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
