"""What a report reads: whole, damaged, twice, of another family."""

import pytest

from tb.regression.store.played import FILE, Played, PlayedFileError, read_played
from tb.report.left_out import LeaveOut, LeftOut
from tb.report.sources.regressions import last_regression, read_regression
from tb.runner.errors import UserError
from tests.unit.regression.made_runs import RUN, failed, passed, runs
from tests.unit.report.made_report import PLAYED, made_sources, write_regression


def test_a_regression_is_read_as_it_was_played(tmp_path):
    results = [passed(run) for run in runs(3)]
    (write_regression(tmp_path, *results) / "spent_s").write_text("12.5")
    leave_out = LeaveOut()
    found = read_regression(tmp_path, leave_out)
    assert (found.results, found.family, found.spent_s, leave_out.all()) == (tuple(results), "made", 12.5, ())
    assert (found.played.suite, found.played.planned) == ("smoke", 4)


def test_what_is_damaged_is_left_out_by_name_and_the_rest_counts(tmp_path):
    one, other = (passed(run) for run in runs(2))
    file = write_regression(tmp_path, one, other) / "results" / "000001.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"seed":1', b'"seed":7', 1) + b"12345678 {\xff")
    (tmp_path / FILE).write_text("{}")
    leave_out = LeaveOut()
    found = read_regression(tmp_path, leave_out)
    assert (found.results, found.played, found.family) == ((other,), None, "made")
    whys = sorted(line.why for line in leave_out.all())
    assert whys[0].startswith("a last line that is not whole")
    assert whys[1] == "a result that is not whole"
    assert whys[2].startswith("played.json is damaged")


def test_a_folder_without_results_is_one_line(tmp_path):
    with pytest.raises(UserError, match=r"RESULTS=.*: no folder of a regression"):
        read_regression(tmp_path, LeaveOut())


def test_a_run_of_two_regressions_counts_once_and_as_failed_if_it_failed(tmp_path):
    one, other = runs(2)
    here = write_regression(tmp_path / "here", passed(one), passed(other))
    there = write_regression(tmp_path / "there", failed(one), passed(other))
    for order in ((here, there), (there, here)):
        sources = made_sources(tmp_path, *order)
        assert sorted((run.result.run.seed, run.result.passed) for run in sources.runs) == [(1, False), (2, True)]
        why = {line.what: line.why for line in sources.leave_out.all()}
        assert why["FirstTest, seed 1"] == "passed in one regression and failed in another; counted as failed"
        assert len(why) == 2


def test_the_last_regression_of_a_family_is_found(tmp_path):
    assert last_regression("made", tmp_path / "nothing") is None
    older = write_regression(tmp_path / "older-1", passed(RUN), played=None)
    newer = write_regression(tmp_path / "newer-1", passed(RUN), played=Played(suite="smoke", family="other"))
    assert last_regression("made", tmp_path) == older
    assert last_regression("other", tmp_path) == newer
    assert last_regression("third", tmp_path) is None


def test_a_regression_that_goes_on_has_begun_when_it_was_called_first(tmp_path):
    PLAYED.write(tmp_path)
    file = tmp_path / FILE
    file.write_text(file.read_text().replace(read_played(tmp_path).begun, "2026-01-01T00:00:00+00:00"))
    PLAYED.write(tmp_path)
    assert read_played(tmp_path).begun == "2026-01-01T00:00:00+00:00"
    whole = file.read_text()
    for damaged in (
        '{"suite": 3}',
        "[]",
        whole.replace('"smoke"', "3"),
        whole.replace('"planned": 4', '"planned": "4"'),
    ):
        file.write_text(damaged)
        with pytest.raises(PlayedFileError):
            read_played(tmp_path)
    PLAYED.write(tmp_path)
    assert read_played(tmp_path).suite == "smoke"


def test_the_same_of_the_same_is_left_out_in_one_line():
    leave_out = LeaveOut()
    leave_out.add("a", "why")
    leave_out.add("a", "why", 2)
    leave_out.add("a", "else")
    assert leave_out.all() == (LeftOut(what="a", why="why", count=3), LeftOut(what="a", why="else"))
