"""What regressions and recordings say of the tests and the coverage that a plan names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tb.report.panels.functional import Functional
from tb.report.sources.sources import Sources
from tb.reports.coverage import Tally


@dataclass(slots=True)
class TestRuns:
    """What became of a test.

    Attributes:
        passed: runs of regressions that passed.
        failed: those that failed.
        known: those that failed as is known.
        recorded: whether it passed elsewhere, such as in ``make test``.
    """

    __test__ = False  # pytest: not a test class

    passed: int = 0
    failed: int = 0
    known: int = 0
    recorded: bool = False


def runs_by_test(sources: Sources, functional: Functional | None, known: frozenset[str]) -> dict[str, TestRuns]:
    """What became of each test, by its ``module.name``.

    Args:
        sources: what there is.
        functional: it has the tests whose recordings counted.
        known: ids of the runs that failed as is known.
    """
    found: dict[str, TestRuns] = {}
    for played in sources.runs:
        run, result = played.result.run, played.result
        one = found.setdefault(run.test, TestRuns())
        one.passed += result.passed
        one.known += not result.passed and run.id in known
        one.failed += not result.passed and run.id not in known
    for test in functional.tests if functional else ():
        found.setdefault(test, TestRuns()).recorded = True
    return found


def covered_by(items: frozenset[str], functional: Functional | None) -> Mapping[str, Tally]:
    """The bins of some items, each ``group.item``, by configuration; only configurations that have any of them."""
    found: dict[str, Tally] = {}
    for config in functional.configs if functional else ():
        own = [item.tally for group in config.groups for item in group.items if f"{group.name}.{item.name}" in items]
        if own:
            found[config.config] = sum(own, Tally())
    return found
