"""The files beside the page: written, renewed, gone with what they are of."""

from functools import partial
from xml.etree import ElementTree

from tb.report import making
from tb.report.exports.writing import JUNIT_FILE, LCOV_FILE, UCIS_FILE, write_exports
from tb.report.making import make_report
from tb.report.panels.code import code_of
from tests.unit.code_coverage.made_code import MadeCode
from tests.unit.regression.made_runs import RUN, failed, passed, runs
from tests.unit.report.made_report import made_sources, write_regression
from tests.unit.report.test_functional import covering


def exported(tmp_path, *regressions):
    sources = made_sources(tmp_path, *regressions)
    write_exports(sources, make_report(sources), tmp_path / "report")
    return tmp_path / "report"


def test_runs_are_written_and_go_with_the_regression(tmp_path):
    folder = exported(tmp_path, write_regression(tmp_path / "smoke-1", *map(passed, runs(2))))
    assert len(ElementTree.parse(folder / JUNIT_FILE).getroot().findall("*/testcase")) == 2
    exported(tmp_path)
    assert not (folder / JUNIT_FILE).exists()


def test_coverage_is_written_and_goes_with_the_regression(tmp_path):
    folder = exported(tmp_path, write_regression(tmp_path / "smoke-1", covering(RUN, (1, "plain"))))
    bins = [one.get("name") for one in ElementTree.parse(folder / UCIS_FILE).getroot().iter("coverpointBin")]
    assert bins == ["1", "2", "3", "plain", "odd"]
    exported(tmp_path, write_regression(tmp_path / "smoke-2", passed(RUN)))
    assert not (folder / UCIS_FILE).exists()


def test_code_is_written_and_goes_with_the_regression(tmp_path, monkeypatch):
    made, folder = MadeCode(tmp_path), write_regression(tmp_path / "smoke-1", passed(RUN))
    (folder / "code").mkdir()
    made.run("tests.First", [1, 0, 0, 1, 1, 0, 1], record=folder / "code" / "000001.jsonl")
    monkeypatch.setattr(making, "code_of", partial(code_of, root=tmp_path))
    report = exported(tmp_path, folder)
    assert (report / LCOV_FILE).read_text().count("end_of_record") == 2
    exported(tmp_path)
    assert not (report / LCOV_FILE).exists()


def test_runs_of_two_machines_are_cases_once(tmp_path):
    one, other, third = runs(3)
    here = write_regression(tmp_path / "here", passed(one), passed(other))
    there = write_regression(tmp_path / "there", failed(other), passed(third))
    root = ElementTree.parse(exported(tmp_path, here, there) / JUNIT_FILE).getroot()
    assert [case.find("failure") is None for case in root.findall("*/testcase")] == [True, False, True]
    assert root.find("testsuite/properties/property[@name='regression']").get("value") == "here, there"
