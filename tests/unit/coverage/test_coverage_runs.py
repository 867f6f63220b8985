"""Coverage of runs: written, replaced, merged, left out, refused."""

import json
from operator import itemgetter

import pytest

from tb.coverage.bins import each, names
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.runs import drop_run, merge, write_run

ONE, TWO = Coverpoint("one", each(range(3)), itemgetter(0)), Coverpoint("two", names("a", "b"), itemgetter(1))
GROUP = Covergroup("group", (ONE, TWO), (cross("one", "two"),))
OTHER = Covergroup("other", (ONE,))


def run_of(folder, name, *values, group=GROUP):
    counts = Counts(group)
    for one, two in values:
        counts.sample({"one": one, "two": two})
    write_run(folder, name, [counts])


def test_runs_of_all_folders_add_up(tmp_path):
    run_of(tmp_path / "icarus", "First", (0, "a"), (0, "a"))
    run_of(tmp_path / "verilator", "First", (0, "b"), (1, "a"))
    merged = merge([GROUP], tmp_path)
    assert merged.runs == 2
    assert merged.counts["group"].hits() == {
        "one": {"0": 3, "1": 1},
        "two": {"a": 3, "b": 1},
        "one x two": {"0 x a": 2, "0 x b": 1, "1 x a": 1},
    }


def test_a_test_that_runs_again_replaces_its_own_coverage_alone(tmp_path):
    run_of(tmp_path, "First", (0, "a"))
    run_of(tmp_path, "Second", (1, "a"))
    run_of(tmp_path, "First", (2, "a"))
    assert merge([GROUP], tmp_path).counts["group"].hits()["one"] == {"1": 1, "2": 1}


def test_a_test_that_failed_covers_nothing_any_more(tmp_path):
    run_of(tmp_path, "First", (0, "a"))
    drop_run(tmp_path, "First")
    drop_run(tmp_path, "Second")
    assert merge([GROUP], tmp_path).runs == 0


def test_runs_of_other_bins_are_left_out_and_counted(tmp_path):
    run_of(tmp_path, "First", (0, "a"))
    newer = Covergroup("group", (Coverpoint("one", each(range(4)), itemgetter(0)), TWO), (cross("one", "two"),))
    merged = merge([newer], tmp_path)
    assert (merged.runs, merged.outdated) == (0, 1)
    assert merged.counts["group"].hits() == {}


def test_a_run_without_a_group_that_there_is_now_is_left_out(tmp_path):
    run_of(tmp_path, "First", (0, "a"))
    merged = merge([GROUP, OTHER], tmp_path)
    assert (merged.runs, merged.outdated) == (0, 1)


GROUP_OF = '{"groups": {"group": {"version": "0", "hits": %s}}}'


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"groups": 3}', '{"groups": {"group": {}}}'),
        *(GROUP_OF % hits for hits in ("[]", '{"one": 3}', '{"one": {"0": "x"}}', '{"one": {"0": -1}}')),
    ],
)
def test_a_file_that_is_none_is_left_out_by_name_and_the_rest_counts(tmp_path, text):
    run_of(tmp_path, "First", (0, "a"))
    (tmp_path / "broken.json").write_text(text)
    merged = merge([GROUP], tmp_path)
    assert (merged.runs, merged.damaged) == (1, [tmp_path / "broken.json"])
    assert merged.counts["group"].hits()["one"] == {"0": 1}


def test_bins_that_a_group_of_that_version_does_not_have_are_damage(tmp_path):
    run_of(tmp_path, "First", (0, "a"))
    (tmp_path / "Second.json").write_text((tmp_path / "First.json").read_text().replace('{"0": 1}', '{"9": 1}'))
    merged = merge([GROUP], tmp_path)
    assert (merged.runs, merged.damaged) == (1, [tmp_path / "Second.json"])


def test_the_file_holds_hits_only(tmp_path):
    run_of(tmp_path, "First", (0, "a"))
    data = json.loads((tmp_path / "First.json").read_text())
    assert data["groups"]["group"]["hits"] == {"one": {"0": 1}, "two": {"a": 1}, "one x two": {"0 x a": 1}}
