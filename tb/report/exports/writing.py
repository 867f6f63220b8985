"""The files beside the page that other tools read."""

from __future__ import annotations

from pathlib import Path

from tb.report.data import ReportData
from tb.report.exports.junit import junit_of
from tb.report.sources.sources import Sources
from tb.whole_file import write_whole

JUNIT_FILE = "junit.xml"


def write_exports(sources: Sources, report: ReportData, folder: Path) -> None:
    """Write a report in the forms of others; what there is nothing for goes.

    Raises:
        OSError: one cannot be written.
    """
    texts = {JUNIT_FILE: junit_of(sources, report) if sources.runs else ""}
    for name, text in texts.items():
        if text:
            write_whole(folder / name, text)
        else:
            (folder / name).unlink(missing_ok=True)
