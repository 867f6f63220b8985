"""Merging runs, and what is left out of them."""

import time

import numpy as np
import pytest

from tb.code_coverage.annotated import Origin, annotated
from tb.code_coverage.merge import merge_code
from tb.code_coverage.points import Kind
from tb.code_coverage.recorded import CodeRun, points_path
from tests.unit.code_coverage.made_code import FILE, GENERATED, WIDE, MadeCode, keys

IF, ELSE = [1, 0, 0, 1, 1, 1, 1], [0, 5, 1, 0, 5, 5, 0]


@pytest.fixture
def made(tmp_path):
    return MadeCode(tmp_path)


def merged(made, *records):
    said = []
    code = merge_code(records or [made.record], lambda what, why: said.append(f"{what}: {why}"), made.root)
    return code, said


def item(code, kind, line, text="", file=FILE):
    mine = next(one for one in annotated(code) if one.file == file)
    return next(one for one in mine.items if (one.kind, one.line, one.text) == (kind, line, text))


def test_counts_add_up_and_tests_that_reach_a_line_are_known(made):
    made.run("tests.First", IF)
    made.run("tests.First", IF, seed="2")
    made.run("tests.Second", ELSE)
    code, said = merged(made)
    assert (said, code.runs, code.tests, code.missed) == ([], 3, ("tests.First", "tests.Second"), (WIDE,))
    then, other, decision = item(code, Kind.LINE, 4), item(code, Kind.LINE, 6), item(code, Kind.LINE, 3)
    assert (then.hits, then.tests) == (2, (0,))
    assert (other.hits, other.tests) == (5, (1,))
    assert (decision.hits, decision.tests) == (7, (0, 1))
    assert item(code, Kind.BRANCH, 3, "else").behind == {6}


def test_a_line_that_no_test_reaches_is_a_hole(made):
    made.run("tests.First", IF)
    code, _ = merged(made)
    assert (item(code, Kind.LINE, 6).hits, item(code, Kind.LINE, 6).tests) == (0, ())
    assert item(code, Kind.BRANCH, 3, "else").hits == 0
    assert item(code, Kind.LINE, 3).hits == 1


def test_generated_files_are_apart(made):
    made.run("tests.First", IF)
    files = {file.file: file for file in annotated(merged(made)[0])}
    assert (files[FILE].origin, files[FILE].unit) == (Origin.RTL, "rtl/unit")
    assert files[GENERATED].origin is Origin.GENERATED


def test_what_failed_does_not_count_nor_a_run_that_was_played_again_twice(made):
    made.run("tests.First", IF)
    made.run("tests.First", IF)
    made.run("tests.Second", ELSE, passed=False)
    made.run("tests.Third", ELSE)
    made.run("tests.Third", ELSE, passed=False)
    code, said = merged(made)
    assert (said, code.runs, code.tests) == ([], 1, ("tests.First",))


def test_another_checkouts_runs_add_up_and_the_same_run_counts_once(tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    here, there = MadeCode(tmp_path / "here"), MadeCode(tmp_path / "there")
    names = {here.run("tests.First", IF), there.run("tests.First", IF), there.run("tests.First", IF, seed="2")}
    there.run("tests.Second", ELSE)
    code, said = merged(here, here.record, there.record)
    assert (said, len(names)) == ([], 2), "absolute paths are in the names of points"
    assert (code.runs, len(code.points)) == (3, len(IF))
    assert (item(code, Kind.LINE, 4).hits, item(code, Kind.LINE, 6).hits) == (2, 5)


def test_the_same_run_of_another_configuration_or_build_counts_too(made):
    made.run("tests.First", IF)
    made.run("tests.First", IF, config="large")
    made.run("tests.First", [1], counted=lambda root: keys(root)[:1])
    code, _ = merged(made)
    assert (code.runs, item(code, Kind.BRANCH, 3, "if").hits) == (3, 3)


def test_a_run_that_reached_something_else_is_another_one(made):
    made.run("tests.First", IF)
    other = made.record.with_name("other.jsonl")
    made.run("tests.First", [1, *IF[1:-1], 2], record=other)  # such as one with plusargs, which records do not say
    code, _ = merged(made, made.record, other)
    assert code.runs == 2


def test_builds_with_other_points_merge_by_point(made):
    made.run("tests.First", IF)
    made.run("tests.First", [3], design="small", config="tiny", counted=lambda root: keys(root)[:1])
    code, _ = merged(made)
    assert item(code, Kind.BRANCH, 3, "if").hits == 4
    assert len(code.points) == len(IF)
    assert (code.designs, code.configs) == (("adder", "small"), ("small", "tiny"))


def test_the_same_run_of_two_configurations_counts_twice(made):
    """Their points may be the same."""
    made.run("tests.First", IF)
    made.run("tests.First", IF, config="tiny")
    made.run("tests.First", IF, config="")
    code, _ = merged(made)
    assert (code.runs, code.configs) == (3, ("small", "tiny"))


def test_behind_the_first_line_of_a_block_are_the_others(made):
    made.run("tests.First", IF)
    code, _ = merged(made)
    assert item(code, Kind.LINE, 1, file=GENERATED).behind == {2}
    assert item(code, Kind.LINE, 2, file=GENERATED).behind == item(code, Kind.LINE, 3).behind == set()


def test_a_source_that_has_changed_is_left_out_by_name(made):
    made.run("tests.First", IF)
    (made.root / FILE).write_text("// nothing\n")
    code, said = merged(made)
    assert said == [f"{FILE}: has changed since tests reached it; run them again"]
    assert {file.file for file in annotated(code)} == {GENERATED}


def test_damaged_records_are_left_out_by_name(made):
    points = made.run("tests.First", IF)
    text = made.record.read_text()
    made.record.write_text(text.replace('"hits": "', '"hits": "AA') + text + text[:-9])
    code, said = merged(made)
    assert code.runs == 1
    assert [line.partition(": ")[2][:30] for line in said] == [
        "a line that is no record of co",
        "a last line that is not whole:",
    ]
    points_path(made.record, points).write_text("{}")
    code, said = merged(made)
    assert code.runs == 0
    assert f"{points}.points: is no file of points" in said[-1]
    points_path(made.record, points).unlink()
    assert "is not there: what its runs reached is lost" in merged(made)[1][-1]
    assert "No such file" in merged(made, made.root / "none.jsonl")[1][0]


def test_a_run_of_another_build_is_left_out_by_name(made):
    points = made.run("tests.First", IF)
    words = {"points": points, "test": "tests.Wrong", "seed": "1", "knobs": "", "config": "", "passed": True}
    made.record.write_text(CodeRun(**words, places=np.array([99]), hits=np.array([1])).to_line() + "\n")
    code, said = merged(made)
    assert (code.runs, said) == (0, [f"{made.record}: a run that reaches points which its build does not have"])


def test_thousands_of_runs_take_seconds(made):
    points = made.run("tests.First", IF)
    words = {"points": points, "knobs": "", "config": "", "passed": True}
    reached = {"places": np.arange(7), "hits": np.ones(7, np.int64)}
    lines = [CodeRun(test=f"tests.T{at % 50}", seed=str(at), **words, **reached).to_line() for at in range(5000)]
    made.record.write_text("\n".join(lines) + "\n")
    begun = time.process_time()
    code, _ = merged(made)
    assert (code.runs, code.hits.sum(), len(code.tests)) == (5000, 35_000, 50)
    assert time.process_time() - begun < 5
