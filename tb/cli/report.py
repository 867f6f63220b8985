"""``tb report``: all results in one page that opens without a network, and as JSON."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from tb.cli.options.option import add_option
from tb.cli.options.selection import add_test_filter
from tb.cli.options.shared import add_family
from tb.cli.simulation import need_folder, replay_of
from tb.report.left_out import LeaveOut
from tb.report.sources.regressions import last_regression, read_regression
from tb.report.sources.sources import Sources
from tb.runner.family.family import Family
from tb.runner.family.find import load_family
from tb.runner.paths import REPORT, shown

SUMMARY = "Write all results as one page that opens without a network, and as JSON."
EXAMPLES = """\
  python -m tb report
  python -m tb report --test RandomSdpTest
  python -m tb report --results 'build/regress/nightly-0123456789abcdef /mnt/other/nightly-0123456789abcdef'"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_family(parser)
    text = "folders of regressions, of other machines too; the one that was played last if not given (RESULTS)"
    add_option(parser, "results", text, kind=_folders, metavar="FOLDERS")
    add_test_filter(parser)
    add_option(parser, "out", "folder for the report (OUT; default build/report)", kind=Path, metavar="FOLDER")


def run(options: argparse.Namespace) -> int:
    """Read what there is, and write the report.

    Raises:
        UserError: a folder is none of a regression, or the report cannot be written.
    """
    family, out = load_family(options.family), options.out or REPORT
    need_folder("OUT", out)
    last = last_regression(family.name)
    folders = options.results or ([last] if last else [])
    page = report_on(family, folders, out, options.test)
    print(f"report {shown(page)}")
    return 0


def report_on(family: Family, folders: Sequence[Path], out: Path, test: str | None = None) -> Path:
    """Write a report on some regressions, and on what else there is of the family.

    Args:
        family: the device family.
        folders: of the regressions; those of other families are left out.
        out: where the report goes.
        test: regular expression on ``module.name`` of the tests that are reported; all if None.

    Returns:
        The page.

    Raises:
        UserError: a folder is none of a regression.
        OSError: the report cannot be written.
    """
    # Jinja2 takes its time, and few commands need it
    from tb.report.exports.writing import write_exports
    from tb.report.making import make_report, write_report

    leave_out = LeaveOut()
    regressions = [read_regression(folder, leave_out) for folder in dict.fromkeys(map(Path.resolve, folders))]
    for one in regressions:
        if one.family != family.name:
            leave_out.add(one.name, f"is of family {one.family}" if one.family else "has no results")
    mine = tuple(one for one in regressions if one.family == family.name)
    sources = Sources(family=family, regressions=mine, page=out, replay=replay_of, leave_out=leave_out, test=test)
    report = make_report(sources)
    written = write_report(report, out)
    write_exports(sources, report, out)
    return written.page


def _folders(text: str) -> list[Path]:
    """Folders with blanks between them.

    Raises:
        argparse.ArgumentTypeError: a quote is not closed, or there is no such folder.
    """
    try:
        folders = [Path(word) for word in shlex.split(text)]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"RESULTS={text}: {error}") from error
    for folder in folders:
        if not folder.is_dir():
            raise argparse.ArgumentTypeError(f"RESULTS={text}: {folder} is no folder")
    return folders
