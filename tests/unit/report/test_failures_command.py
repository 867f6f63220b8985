"""``make failures``: what failed once more, and as lines that continuous integration shows beside a change."""

import pytest

from tb.cli import failures
from tb.cli import main as main_module
from tb.findings import Finding
from tb.regression.signature import grouped
from tb.report.exports.annotations import MOST, annotations_of
from tb.report.left_out import LeftOut
from tests.unit.regression.made_runs import failed, passed, runs
from tests.unit.report.made_report import made_family, write_regression

WRONG = Finding("wrong-data", "wrong data at 0x100")
KNOWN = '[[known]]\nsignature = "hang: *"\nreason = "waits"\nsince = 2026-11-26\n'
ONE, OTHER, THIRD = runs(3)


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """The command on a regression of a made family: its status, and what it prints."""
    family = made_family(tmp_path)
    monkeypatch.setattr(failures, "load_family", lambda _name: family)
    monkeypatch.setattr(failures, "last_regression", lambda _name: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)

    def said(*words, results=()):
        if results:
            words = (*words, "--results", str(write_regression(tmp_path / "smoke-1", *results)))
        status = main_module.main(["failures", *words])
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err

    return said


def test_failures_are_told_as_the_regression_did(said):
    status, lines, _ = said(results=[passed(ONE), failed(OTHER, WRONG), failed(THIRD, WRONG)])
    assert status == 1
    assert "FAIL  wrong data at 0x100  (wrong-data, at 0 ns)" in lines
    assert "      2 runs, first with seed 2; the shortest: FirstTest, seed 2, 3 layers" in lines
    assert any(line.startswith("      REPLAY  make sim TEST=") for line in lines)
    assert lines[-1] == "1 passed, 2 failed"


def test_what_is_known_is_no_failure(said, tmp_path):
    (tmp_path / "known.toml").write_text(KNOWN)
    results = [failed(ONE, Finding("hang", "no layer ends"))]
    assert said(results=results)[0] == 0
    status, lines, _ = said("--format", "github", results=results)
    assert (status, len(lines)) == (0, 1)
    assert lines[0].startswith(
        "::notice title=FirstTest on small%2C seed 1::no layer ends  (hang, at 0 ns)%0Aknown since"
    )


def test_a_kind_of_failure_is_a_line_with_its_first_line_and_how_to_replay_it(said):
    status, lines, _ = said("--format", "github", results=[failed(ONE, WRONG), failed(OTHER, WRONG)])
    assert (status, len(lines)) == (1, 1)
    title, text = lines[0].removeprefix("::error title=").split("::")
    assert title == "FirstTest on small%2C seed 1%2C 2 runs"
    assert text.startswith("wrong data at 0x100  (wrong-data, at 0 ns)%0AREPLAY  make sim TEST=")


def test_a_text_can_neither_end_its_line_nor_begin_a_command(said):
    steering = Finding("wrong-data", "100 % wrong\n::error::\r\x1b[31m")
    _, (line,), _ = said("--format", "github", results=[failed(ONE, steering)])
    assert r"::100 %25 wrong\n::error::\r\x1b[31m  (wrong-data" in line


def test_of_many_kinds_the_last_line_says_how_many_more_there_are():
    groups = grouped(
        failed(run, Finding("wrong-data", f"unit {'abcdefghijkl'[at]} is wrong")) for at, run in enumerate(runs(12))
    )
    lines = list(annotations_of(groups, dict.fromkeys([one.signature for one in groups], ""), (), str))
    assert len(lines) == MOST
    assert lines[-1] == "::error title=3 more kinds of failures::the report has all of them"


def test_what_was_left_out_is_a_warning(said, tmp_path):
    folder = write_regression(tmp_path / "smoke-1", passed(ONE))
    (folder / "results" / "000002.jsonl").write_text("00000000 {}\n")
    status, (line,), _ = said("--format", "github", results=[passed(OTHER)])
    assert status == 0
    assert line.startswith("::warning title=not everything was counted::")
    assert line.endswith("000002.jsonl: a result that is not whole")
    assert "left out: " in said(results=[passed(THIRD)])[1][-1]
    assert list(annotations_of([], {}, [LeftOut(what="a", why="b")], str)) == [
        "::warning title=not everything was counted::a: b"
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no regression of made was played here; run make regress, or name one: RESULTS="),
        (("--format", "junit"), "FORMAT=junit: choose one of text, github"),
        (("--results", "/none"), "RESULTS=/none: /none is no folder"),
    ],
)
def test_bad_input_is_one_line(said, words, message, capsys):
    try:
        status, _, error = said(*words)
    except SystemExit as end:
        status, error = end.code, capsys.readouterr().err
    assert (status, message in error, len(error.splitlines())) == (2, True, 1)
