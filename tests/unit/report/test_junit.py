"""Runs as JUnit XML: read back by a reader of others, and held against what schemas want."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from junitparser import JUnitXml

from tb.findings import Finding
from tb.regression.store.result import RunResult
from tb.report.exports.junit import junit_of
from tb.report.making import make_report
from tests.unit.regression.made_runs import RUN, SETTING, failed, passed, runs
from tests.unit.report.made_report import made_sources, write_regression

WRONG = Finding("wrong-data", "wrong data at 0x100", details=("expected 00", "got 01"))
SUITE = {"name", "package", "id", "timestamp", "hostname", "tests", "failures", "errors", "skipped", "time"}
CASE = {"classname", "name", "time"}
OUTCOMES = {"failure": {"message", "type"}, "error": {"message", "type"}, "skipped": {"message"}}
"""What Apache Ant's schema and that of Jenkins' xUnit plugin both allow, and one of them wants."""


def breaches(text):
    """Where a document breaks the rules of one of the schemas."""
    root = ElementTree.fromstring(text)
    if (root.tag, root.attrib) != ("testsuites", {}):
        yield f"root {root.tag} {root.attrib}"
    for number, suite in enumerate(root):
        if suite.tag != "testsuite" or set(suite.attrib) != SUITE or suite.get("id") != str(number):
            yield f"suite {suite.tag} {suite.attrib}"
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp")):
            yield f"timestamp {suite.get('timestamp')}"
        first, *cases, out, err = suite
        if [first.tag, out.tag, err.tag] != ["properties", "system-out", "system-err"]:
            yield f"order {[child.tag for child in suite]}"
        if any(one.tag != "property" or set(one.attrib) != {"name", "value"} or not one.get("name") for one in first):
            yield f"properties {[one.attrib for one in first]}"
        found = Counter(child.tag for case in cases for child in case)
        sums = {"tests": len(cases), **{f"{name}s": found[name] for name in ("failure", "error")}}
        if any(suite.get(name) != str(count) for name, count in {**sums, "skipped": found["skipped"]}.items()):
            yield f"sums {suite.attrib}, {found}"
        yield from (text for case in cases for text in case_breaches(case))


def case_breaches(case):
    if case.tag != "testcase" or set(case.attrib) != CASE or not re.fullmatch(r"\d+\.\d+", case.get("time")):
        yield f"case {case.tag} {case.attrib}"
    if len(case) > 1 or any(set(one.attrib) != OUTCOMES.get(one.tag) for one in case):
        yield f"outcome of {case.attrib}"
    if any(not name.isprintable() for name in (case.get("name"), case.get("classname"))):
        yield f"no token: {case.attrib}"


def document(tmp_path, *results):
    sources = made_sources(tmp_path, write_regression(tmp_path / "smoke-1", *results))
    text = junit_of(sources, make_report(sources))
    assert list(breaches(text)) == []
    return text


def read(tmp_path, *results):
    return JUnitXml.fromstring(document(tmp_path, *results).encode())


def test_each_run_is_a_case_with_its_first_line_and_how_to_replay_it(tmp_path):
    one, other = runs(2)
    (suite,) = read(tmp_path, passed(one), failed(other, WRONG))
    assert (suite.name, suite.tests, suite.failures, suite.errors, suite.time) == ("small icarus hdl", 2, 1, 0, 2.0)
    good, bad = suite
    assert (good.classname, good.name) == ("tests.made.FirstTest", "seed 1, small icarus hdl, layers=20 profile=harsh")
    assert (good.is_passed, good.time) == (True, 1.0)
    (failure,) = bad.result
    assert failure.message == "wrong data at 0x100  (wrong-data, at 0 ns)"
    assert failure.type == "wrong-data: wrong data at #"
    lines = failure.text.splitlines()
    assert lines[:3] == [failure.message, "  expected 00", "  got 01"]
    assert lines[-1] == "REPLAY  make sim TEST=tests.made.FirstTest SEED=2"


def test_each_setting_is_a_suite_with_its_properties(tmp_path):
    other = replace(RUN, setting=replace(SETTING, sim="verilator", attach="/my/chip.toml", plusargs=("+slow=1",)))
    suites = list(read(tmp_path, passed(RUN), passed(other)))
    assert [suite.name for suite in suites] == ["small icarus hdl", "small verilator hdl +slow=1 chip"]
    properties = {one.name: one.value for one in suites[1].properties()}
    assert properties == {
        "configuration": "small",
        "simulator": "verilator",
        "memory": "hdl",
        "attach": "/my/chip.toml",
        "plusargs": "+slow=1",
        "regression": "smoke-1",
        "commit": "0123456789ab",
        "icarus": "11.0",
    }


def test_known_failures_are_skipped_with_their_reason_and_ends_without_a_verdict_are_errors(tmp_path):
    known = '[[known]]\nsignature = "wrong-data: *"\nreason = "counts of NaN"\nsince = 2026-11-26\n'
    (tmp_path / "known.toml").write_text(known)
    one, other, third = runs(3)
    (suite,) = read(
        tmp_path,
        failed(one, WRONG),
        RunResult(run=other, batch="1", problem="TimeoutError: it took longer than 4 s\nTraceback"),
        RunResult(run=third, batch="1", record=replace(passed(third).record, passed=False)),
    )
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (3, 1, 1, 1)
    (skipped,), (error,), (failure,) = (case.result for case in suite)
    assert skipped.message.startswith("known since 2026-11-26: counts of NaN: wrong data at 0x100")
    assert error.message == "TimeoutError: it took longer than 4 s"
    assert error.text.splitlines()[1] == "Traceback"
    assert failure.message == "the errors that the test provokes were not found"


def test_what_xml_does_not_allow_is_written_out(tmp_path):
    steering = Finding("wrong-data", "\x1b[31m<b>&\ud800\x00]]>\ufffe", details=("tab\there",))
    (suite,) = read(tmp_path, failed(replace(RUN, knobs=(("file", "a\x07\nb"),)), steering))
    (case,) = suite
    assert case.name == r"seed 1, small icarus hdl, file='a\x07\nb'"
    assert case.result[0].message == r"\x1b[31m<b>&\ud800\x00]]>\ufffe  (wrong-data, at 0 ns)"
    assert r"  tab\there" in case.result[0].text.splitlines()


@pytest.mark.parametrize(
    ("change", "into"),
    [
        ('tests="2"', 'tests="3"'),
        ("<system-out />", ""),
        ('hostname="localhost" ', ""),
        ('type="wrong-data: wrong data at #"', ""),
        ("<properties>", '<properties><property name="" value="" />'),
        ('name="seed 1,', 'name="seed&#10;1,'),
    ],
)
def test_the_rules_see_what_is_wrong(tmp_path, change, into):
    text = document(tmp_path, *(failed(run, WRONG) for run in runs(2)))
    assert change in text
    assert list(breaches(text.replace(change, into, 1)))
