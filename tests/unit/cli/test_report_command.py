"""``tb report`` and what it compares with: the suite's last report, regressions, a record; what is none of these."""

import json
from dataclasses import replace

import pytest

from tests.unit.regression.made_runs import RUN, SETTING, failed, passed
from tests.unit.report.history.made_reports import begin
from tests.unit.report.made_report import PLAYED, write_regression

RUN_OF_MINI = replace(RUN, setting=replace(SETTING, family="mini", config="mini64"))


@pytest.fixture
def regression(tmp_path):
    """Writes a regression of mini; they begin a day after each other."""
    folders = []

    def regression(result, suite="smoke"):
        folder = tmp_path / f"{suite}-{len(folders) + 1}"
        folders.append(write_regression(folder, result, played=replace(PLAYED, family="mini", suite=suite)))
        begin(folder, f"2026-11-{len(folders):02d}T12:00:00+00:00")
        return folder

    return regression


@pytest.fixture
def report(tb, tmp_path):
    """Makes a report, which must succeed: its comparison."""

    def report(folder, **env):
        done = tb(
            "report", "--family", "mini", RESULTS=str(folder), OUT=str(tmp_path / "out"), HISTORY=str(tmp_path), **env
        )
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads((tmp_path / "out" / "report.json").read_text())["comparison"]

    return report


def test_the_last_report_of_the_suite_counts_if_nothing_is_said(report, regression, tmp_path):
    assert report(regression(passed(RUN_OF_MINI))) is None
    assert report(regression(passed(RUN_OF_MINI), "nightly")) is None
    found = report(regression(failed(RUN_OF_MINI)))
    assert (found["before"]["regressions"], len(found["new_failures"])) == (["smoke-1"], 1)
    assert len(list((tmp_path / "mini").iterdir())) == 3


def test_against_are_regressions_or_a_record(report, regression, tmp_path):
    first, second = regression(failed(RUN_OF_MINI)), regression(passed(RUN_OF_MINI), "nightly")
    found = report(second, AGAINST=str(first))
    assert (found["before"]["regressions"], len(found["went_failures"])) == (["smoke-1"], 1)
    report(first)
    (record,) = (path for path in (tmp_path / "mini").iterdir() if path.name.startswith("20261101"))
    assert report(second, AGAINST=str(record)) == found


def test_what_is_neither_is_one_line(tb, regression, report, tmp_path):
    first = regression(passed(RUN_OF_MINI))
    report(first)
    (record,) = (tmp_path / "mini").iterdir()
    other = tmp_path / "other.json"
    other.write_text(record.read_text().replace('"mini"', '"other"'))
    (tmp_path / "damaged").write_text("{")
    for name, said in {
        "nothing": f"AGAINST={tmp_path}/nothing: {tmp_path}/nothing is no folder",
        "out": f"AGAINST={tmp_path}/out: no folder of a regression",
        "damaged": f"AGAINST={tmp_path}/damaged: no record of a report: damaged: ",
        "other.json": f"AGAINST={tmp_path}/other.json: a record of family other; this report is about mini",
    }.items():
        where = {"OUT": str(tmp_path / "out"), "HISTORY": str(tmp_path), "RESULTS": str(first)}
        done = tb("report", "--family", "mini", AGAINST=str(tmp_path / name), **where)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    done = tb("report", "--family", "mini", RESULTS=str(first), OUT=str(tmp_path / "out"), HISTORY=str(other))
    assert (done.returncode, f"HISTORY={other}: " in done.stderr) == (2, True)
