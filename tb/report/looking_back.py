"""A report held against earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tb.plan.names import names_of
from tb.report.data import ReportData
from tb.report.history.comparison import Comparison, compared
from tb.report.history.history import history_of
from tb.report.history.record import Record, head_of
from tb.report.history.store import earlier, read_record
from tb.report.sources.sources import Sources
from tb.runner.paths import shown
from tb.versioned import VersionedError


def look_back(report: ReportData, record: Record, sources: Sources, folder: Path, against: Record | None) -> ReportData:
    """A report with those before it, and with what has changed since one of them.

    Args:
        report: its panels on what there is.
        record: what is kept of it.
        sources: what it is made of.
        folder: that of all records.
        against: what is kept of the earlier one; the last one on the same subject if None.
    """
    heads = list(earlier(record, folder, sources.leave_out))
    before = against or _last([path for path, _ in heads], sources)
    return replace(
        report,
        history=history_of([head for _, head in heads], head_of(record)),
        comparison=None if before is None else _compared(before, record, report, sources),
        left_out=sources.leave_out.all(),
    )


def _last(files: Sequence[Path], sources: Sources) -> Record | None:
    """The last record that is whole."""
    for path in reversed(files):
        try:
            return read_record(path, Record)
        except (VersionedError, OSError) as error:
            sources.leave_out.add(shown(path), f"no record of a report: {error}")
    return None


def _compared(before: Record, record: Record, report: ReportData, sources: Sources) -> Comparison:
    family, functional = sources.family, report.functional
    configs = [one.config for one in functional.configs] if functional else []
    return compared(
        before,
        record,
        functional=functional,
        code=report.code,
        groups={config: family.coverage.groups(config) for config in configs} if family.coverage else {},
        tests=frozenset(names_of(family).tests.values()),
    )
