"""Making the report: panels from what is on disk, then the page and the JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tb.report.data import Made, ReportData, to_json
from tb.report.page.assemble import Picture, page_of
from tb.report.panels.code import code_of
from tb.report.panels.failures import failures_of
from tb.report.panels.functional import functional_of
from tb.report.panels.networks import networks_of
from tb.report.panels.plan import plan_of
from tb.report.panels.summary import summary_of
from tb.report.panels.worth import worth_of
from tb.report.sources.sources import Sources
from tb.runner.versions import commit, tool_versions
from tb.whole_file import write_whole

PAGE_FILE, JSON_FILE = "index.html", "report.json"


@dataclass(frozen=True, slots=True)
class Written:
    """A report on disk.

    Attributes:
        page: the page.
        data: the JSON.
    """

    page: Path
    data: Path


def make_report(sources: Sources) -> ReportData:
    """The report of what there is."""
    made = Made(time=datetime.now(UTC).isoformat(timespec="seconds"), commit=commit(), versions=tool_versions(()))
    failures = failures_of(sources)
    known = failures.known_runs if failures else frozenset()
    summary = summary_of(sources, known)
    functional = functional_of(sources)
    plan = plan_of(sources, functional, known)
    code = code_of(sources)
    return ReportData(
        made=made,
        summary=summary,
        plan=plan,
        failures=failures,
        networks=networks_of(sources),
        functional=functional,
        code=code,
        worth=worth_of(sources),
        left_out=sources.leave_out.all(),
    )


def write_report(report: ReportData, folder: Path) -> Written:
    """Write the JSON and the page.

    Raises:
        OSError: they cannot be written.
    """
    data = to_json(report)
    write_whole(folder / JSON_FILE, data)
    write_whole(folder / PAGE_FILE, page_of(data, f"{report.summary.family}: report", _pictures(report)))
    return Written(folder / PAGE_FILE, folder / JSON_FILE)


def _pictures(report: ReportData) -> dict[str, Sequence[Picture]]:
    if report.history is None:
        return {}
    from tb.report.page.pictures import pictures_of  # matplotlib takes its time

    return {"history": pictures_of(report.history)}
