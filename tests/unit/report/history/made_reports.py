"""Reports of a made family, each later than the one before, with their records."""

import json
from dataclasses import replace

from tb.regression.store.played import FILE
from tb.report.history.record import Record
from tb.report.history.store import write_record
from tb.report.keeping import record_of
from tb.report.looking_back import look_back
from tb.report.making import make_report
from tb.report.panels.code import code_of
from tests.unit.report.made_report import PLAYED, made_groups, made_sources, write_regression

TESTS = ("tests.made.FirstTest", "tests.made.OtherTest")


def begin(regression, time):
    """Let a regression have begun at some time."""
    file = regression / FILE
    file.write_text(json.dumps(json.loads(file.read_text()) | {"begun": time}))


class Reports:
    """Reports, a day after each other.

    Attributes:
        folder: where all of it is.
        history: the folder of records.
        groups: the family's covergroups.
        tests: its tests.
        family: what else the family has.
        made: of code coverage, runs of an adder; None: nothing is counted.
        sources: what the last report was made of.
        record: what is kept of it.
    """

    def __init__(self, folder, made=None):
        self.folder, self.history = folder, folder / "history"
        self.groups, self.tests, self.family, self.made = made_groups, TESTS, {}, made
        self.sources = self.record = None
        self._day = 0

    def report(self, *results, against: Record | None = None, suite="smoke", code=None, commit="0123456789ab"):
        """A report on a new regression; of code coverage `code` are the counts of its one run."""
        self._day += 1
        regression = self.folder / f"{suite}-{self._day}"
        write_regression(regression, *results, played=replace(PLAYED, suite=suite, commit=commit))
        begin(regression, f"2026-11-{self._day:02d}T12:00:00+00:00")
        if code:
            (regression / "code").mkdir()
            self.made.run("tests.made.FirstTest", code, record=regression / "code" / "000001.jsonl")
        return self.again(regression, against=against)

    def again(self, *regressions, against: Record | None = None):
        """A report on regressions that are there."""
        sources = made_sources(self.folder, *regressions)
        coverage = replace(sources.family.coverage, groups=self.groups)
        tests = dict.fromkeys(self.tests, "")
        family = replace(sources.family, coverage=coverage, tests=lambda *_, **__: tests, **self.family)
        self.sources = replace(sources, family=family)
        report = make_report(self.sources)
        if self.made:
            report = replace(report, code=code_of(self.sources, self.made.root))
        self.record = record_of(self.sources, report)
        report = look_back(report, self.record, self.sources, self.history, against)
        write_record(self.record, self.history)
        return report
