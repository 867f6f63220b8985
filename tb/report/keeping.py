"""From a report to its record."""

from __future__ import annotations

from collections.abc import Iterable

from tb.report.data import ReportData
from tb.report.history.bins import kept_bins
from tb.report.history.code_lines import files_of_rtl, kept_code
from tb.report.history.record import Figures, KeptFailure, Record, Subject
from tb.report.panels.code import CodeFile
from tb.report.panels.covered_items import GroupCoverage
from tb.report.panels.failures import Failure
from tb.report.panels.functional import Functional
from tb.report.panels.worth import WorthPanel
from tb.report.sources.sources import Sources


def record_of(sources: Sources, report: ReportData) -> Record:
    """The record of a report.

    Args:
        sources: what it is made of.
        report: its panels on what there is.
    """
    summary, functional = report.summary, report.functional
    begun = [one.begun for one in summary.regressions if one.begun]
    commits = dict.fromkeys(one.commit for one in summary.regressions if one.commit)
    suites = {one.suite or one.name for one in summary.regressions}
    configs = functional.configs if functional else ()
    totals = summary.totals
    return Record(
        subject=Subject(family=sources.family.name, suites=tuple(sorted(suites)), test=sources.test or ""),
        regressions=tuple(sorted(one.name for one in summary.regressions)),
        time=max(begun, default=report.made.time),
        commit=", ".join(commits) or report.made.commit,
        figures=Figures(
            runs=totals.runs,
            passed=totals.passed,
            known=totals.known,
            layers=totals.layers,
            wall_s=totals.wall_s,
            coverage={one.config: {group.name: _tally(group) for group in one.groups} for one in configs},
            code=_code_figures(files_of_rtl(report.code)),
            **_fault_figures(report.worth),
        ),
        tests=_tests(sources, functional),
        failures=tuple(map(_failure, report.failures.groups)) if report.failures else (),
        bins={one.config: {group.name: kept_bins(group) for group in one.groups} for one in configs},
        code={file.file: kept_code(file) for file in files_of_rtl(report.code)},
    )


def _tally(group: GroupCoverage) -> tuple[int, int]:
    return group.tally.hit, group.tally.possible


def _failure(failure: Failure) -> KeptFailure:
    return KeptFailure(
        id=failure.id,
        line=failure.line,
        count=failure.count,
        known=bool(failure.known),
        tests=tuple(dict.fromkeys(run.test for run in failure.runs)),
    )


def _tests(sources: Sources, functional: Functional | None) -> dict[str, tuple[str, ...]]:
    """The tests of regressions, and those whose recordings count, each with its configurations."""
    found: dict[str, dict[str, None]] = {}
    for played in sources.runs:
        run = played.result.run
        found.setdefault(run.test, {})[run.setting.config] = None
    if functional:
        for config in functional.configs:
            for one in config.worth:
                found.setdefault(functional.tests[one.test], {})[config.config] = None
    return {test: tuple(configs) for test, configs in sorted(found.items())}


def _code_figures(files: Iterable[CodeFile]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for file in files:
        for kind, (every, reached, _, unreachable) in file.shares.items():
            before = found.get(kind, (0, 0))
            found[str(kind)] = (before[0] + reached, before[1] + every - unreachable)
    return found


def _fault_figures(worth: WorthPanel | None) -> dict[str, tuple[int, int]]:
    if worth is None:
        return {}
    caught = sum(one.fault.fate == "caught" for one in worth.faults)
    counted = sum(unit.counted for unit in worth.units)
    by_hand = sum(bool(one.fault.checker) for one in worth.by_hand)
    return {"faults": (caught, counted), "by_hand": (by_hand, len(worth.by_hand))}
