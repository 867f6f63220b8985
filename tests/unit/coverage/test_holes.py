"""Holes in few words, holes with a reason, and reasons that fit no more."""

from operator import itemgetter

import pytest

from tb.coverage.bins import each, names
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, bins_of, cross
from tb.coverage.explained import Explanation, ExplanationError, explain, read_explanations
from tb.coverage.holes import describe_holes, shortened

ONE = Coverpoint("one", each(range(6)), itemgetter(0))
TWO = Coverpoint("two", names("a", "b", "c"), itemgetter(1))
CROSS = cross("one", "two", ignore_bins=lambda one, two: one == "5" and two == "c")
GROUP = Covergroup("group", (ONE, TWO), (CROSS,))
(CELL,) = GROUP.crosses


@pytest.mark.parametrize(
    ("holes", "text"),
    [
        ([], ""),
        (["2"], "2"),
        (["2", "3"], "2, 3"),
        (["1", "2", "3"], "1 .. 3"),
        (["0", "2", "3", "4", "5"], "0, 2 .. 5"),
    ],
)
def test_neighbours_are_a_range(holes, text):
    assert describe_holes(ONE, holes) == text


def test_all_that_a_cross_has_is_any():
    assert describe_holes(CELL, list(bins_of(CELL))) == "any x any"


def test_holes_of_a_cross_stand_together_where_they_are_alike():
    holes = [*(f"{one} x a" for one in range(6)), "2 x b"]
    assert sorted(describe_holes(CELL, holes).split("; ")) == ["0, 1, 3 .. 5 x a", "2 x a, b"]
    assert describe_holes(CELL, [f"3 x {two}" for two in "abc"]) == "3 x any"


@pytest.mark.parametrize(
    ("width", "text"),
    [
        *((40, "1 x a, b; 2 x a; 3 .. 5 x any"), (29, "1 x a, b; 2 x a; 3 .. 5 x any")),
        *((28, "1 x a, b; 2 x a; ..."), (20, "1 x a, b; 2 x a; ..."), (19, "1 x a, b; ...")),
        *((12, "1 x a, ..."), (6, "..."), (-5, "...")),
    ],
)
def test_a_list_is_cut_between_two_bins(width, text):
    assert shortened("1 x a, b; 2 x a; 3 .. 5 x any", width) == text


def counted(*values):
    counts = Counts(GROUP)
    for one, two in values:
        counts.sample({"one": one, "two": two})
    return {"group": counts}


def entry(item, *bins, **settings):
    return Explanation(group="group", item=item, bins=bins, reason="why", **settings)


def test_a_hole_with_a_reason_is_found_by_what_it_is_called():
    explained = explain([entry("one", "3"), entry("one x two", "4 x *")], counted((0, "a")), "tiny")
    assert explained.stale == []
    assert set(explained.bins) == {("group", "one", "3"), *(("group", "one x two", f"4 x {two}") for two in "abc")}


@pytest.mark.parametrize("item", [("one", "7"), ("two", "7 *"), ("three", "*")])
def test_a_reason_for_what_does_not_exist_is_said(item):
    assert "there is no such bin" in explain([entry(*item)], counted(), "tiny").stale[0]


def test_a_reason_for_what_was_hit_is_said():
    stale = explain([entry("one", "3")], counted((3, "a")), "tiny").stale
    assert stale == ["group: one: 3: explained ('why'), but it was hit"]


def test_a_pattern_holds_as_long_as_one_of_its_bins_is_a_hole_but_not_where_it_calls_them_impossible():
    hits = counted((3, "a"))
    assert explain([entry("one", "*")], hits, "tiny").stale == []
    assert explain([entry("one", "*", impossible=True)], hits, "tiny").stale != []


def test_a_reason_of_another_configuration_says_nothing():
    explained = explain([entry("one", "7", configs=("nv_full",))], counted(), "tiny")
    assert (explained.bins, explained.stale) == ({}, [])


def test_a_file_of_reasons_is_read(tmp_path):
    path = tmp_path / "explained.toml"
    path.write_text('[[hole]]\ngroup = "group"\nitem = "one"\nbins = ["3"]\nreason = "why"\nimpossible = true\n')
    assert read_explanations(path) == [entry("one", "3", impossible=True)]
    assert read_explanations(tmp_path / "none.toml") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[hole]", "is not TOML"),
        ('[[hole]]\ngroup = "group"\nitem = "one"\nbins = ["3"]\n', "hole 1: reason: is missing"),
        ('[[hole]]\nwhy = "so"\n', "hole 1: why: unknown key; allowed are group"),
        ('[[hole]]\nbins = "3"\n', "hole 1: bins = '3': must be a list"),
    ],
)
def test_a_mistake_in_it_is_named(tmp_path, text, message):
    path = tmp_path / "explained.toml"
    path.write_text(text)
    with pytest.raises(ExplanationError, match=message):
        read_explanations(path)
