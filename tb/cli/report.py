"""``tb report``: all results in one page that opens without a network, and as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tb.cli.options.option import add_option
from tb.cli.options.results import add_results, folders_of
from tb.cli.simulation import need_folder, replay_of
from tb.report.history.record import Record
from tb.report.history.store import read_record, write_record
from tb.report.left_out import LeaveOut
from tb.report.sources.regressions import last_regression, read_regression
from tb.report.sources.sources import Sources
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.find import load_family
from tb.runner.paths import HISTORY, REPORT, shown
from tb.versioned import VersionedError

SUMMARY = "Write all results as one page that opens without a network, and as JSON."
EXAMPLES = """\
  python -m tb report
  python -m tb report --test RandomSdpTest
  python -m tb report --against build/regress/nightly-0123456789abcdef
  python -m tb report --results 'build/regress/nightly-0123456789abcdef /mnt/other/nightly-0123456789abcdef'"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_results(parser)
    text = "folders of regressions, or a record of the history, to compare with; the suite's last record if not given"
    add_option(
        parser, "against", f"{text} (AGAINST)", kind=partial(folders_of, "AGAINST", or_file=True), metavar="FOLDERS"
    )
    add_report_folders(parser)


def add_report_folders(parser: argparse.ArgumentParser) -> None:
    """Where a report goes, and where records of reports are."""
    add_option(parser, "out", "folder for the report (OUT; default build/report)", kind=Path, metavar="FOLDER")
    text = "folder of records of earlier reports, which gets one of this report (HISTORY; default build/history)"
    add_option(parser, "history", text, default=str(HISTORY), kind=Path, metavar="FOLDER")


def run(options: argparse.Namespace) -> int:
    """Read what there is, and write the report.

    Raises:
        UserError: a folder is none of a regression, or the report cannot be written.
    """
    family, out = load_family(options.family), options.out or REPORT
    need_folder("OUT", out)
    need_folder("HISTORY", options.history)
    last = last_regression(family.name)
    folders = options.results or ([last] if last else [])
    page = report_on(
        family, folders, out=out, history=options.history, test=options.test, against=options.against or ()
    )
    print(f"report {shown(page)}")
    return 0


def report_on(
    family: Family,
    folders: Sequence[Path],
    *,
    out: Path,
    history: Path,
    test: str | None = None,
    against: Sequence[Path] = (),
) -> Path:
    """Write a report on some regressions, and on what else there is of the family; then its record.

    Args:
        family: the device family.
        folders: of the regressions; those of other families are left out.
        out: where the report goes.
        history: folder of all records.
        test: regular expression on ``module.name`` of the tests that are reported; all if None.
        against: what it is compared with: folders of regressions, or the file of a record; the last record on the same
            suite if there is nothing.

    Returns:
        The page.

    Raises:
        UserError: a folder is none of a regression, a file none of a record, or the record cannot be written.
        OSError: the report cannot be written.
    """
    # Jinja2 takes its time, and few commands need it
    from tb.report.exports.writing import write_exports
    from tb.report.keeping import record_of
    from tb.report.looking_back import look_back
    from tb.report.making import make_report, write_report

    sources = sources_of(family, folders, out, test=test)
    before = _record_of_others(sources, against)
    report = make_report(sources)
    record = record_of(sources, report)
    report = look_back(report, record, sources, history, before)
    written = write_report(report, out)
    write_exports(sources, report, out)
    try:
        write_record(record, history)
    except OSError as error:
        raise UserError(f"HISTORY={history}: the report is there, but no record of it: {error.strerror}") from error
    return written.page


def sources_of(
    family: Family, folders: Sequence[Path], page: Path, *, test: str | None = None, variable: str = "RESULTS"
) -> Sources:
    """What a report on some regressions is made of.

    Args:
        family: the device family.
        folders: of the regressions; those of other families are left out.
        page: where the report goes.
        test: regular expression on ``module.name`` of the tests that are reported; all if None.
        variable: names the folders, for messages.

    Raises:
        UserError: a folder is none of a regression.
    """
    leave_out, each = LeaveOut(), dict.fromkeys(map(Path.resolve, folders))
    regressions = [read_regression(folder, leave_out, variable) for folder in each]
    for one in regressions:
        if one.family != family.name:
            leave_out.add(one.name, f"is of family {one.family}" if one.family else "has no results")
    mine = tuple(one for one in regressions if one.family == family.name)
    return Sources(family=family, regressions=mine, page=page, replay=replay_of, leave_out=leave_out, test=test)


def _record_of_others(sources: Sources, against: Sequence[Path]) -> Record | None:
    """The record of what a report is to be compared with; what of that is left out is told too."""
    from tb.report.keeping import record_of
    from tb.report.making import make_report

    if not against:
        return None
    if against[0].is_file():
        return _read_record(against[0], sources.family.name)
    others = sources_of(sources.family, against, sources.page, test=sources.test, variable="AGAINST")
    record = record_of(others, make_report(others))
    for line in others.leave_out.all():
        sources.leave_out.add(line.what, f"{line.why} (AGAINST)", line.count)
    return record


def _read_record(file: Path, family: str) -> Record:
    try:
        record = read_record(file, Record)
    except (VersionedError, OSError) as error:
        raise UserError(f"AGAINST={file}: no record of a report: {error}") from error
    if record.subject.family != family:
        raise UserError(f"AGAINST={file}: a record of family {record.subject.family}; this report is about {family}")
    return record
