"""The files beside the page that other tools read."""

from __future__ import annotations

from pathlib import Path

from tb.report.data import ReportData
from tb.report.exports.junit import junit_of
from tb.report.exports.lcov import lcov_of
from tb.report.exports.ucis import ucis_of
from tb.report.sources.sources import Sources
from tb.runner.paths import ROOT
from tb.whole_file import write_whole

JUNIT_FILE, UCIS_FILE, LCOV_FILE = "junit.xml", "ucis.xml", "lcov.info"


def write_exports(sources: Sources, report: ReportData, folder: Path) -> None:
    """Write a report in the forms of others; what there is nothing for goes.

    Raises:
        OSError: one cannot be written.
    """
    texts = {
        JUNIT_FILE: junit_of(sources, report) if sources.runs else "",
        UCIS_FILE: _ucis(sources, report),
        LCOV_FILE: lcov_of(report.code, ROOT) if report.code else "",
    }
    for name, text in texts.items():
        if text:
            write_whole(folder / name, text)
        else:
            (folder / name).unlink(missing_ok=True)


def _ucis(sources: Sources, report: ReportData) -> str:
    parts = sources.family.coverage
    if parts is None or report.functional is None:
        return ""
    return ucis_of(report.functional, parts.groups, report.made, sources.family.name)
