"""All bins of a configuration in one row."""

import pytest

from tb.coverage.bins import each
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.packed import pack
from tb.report.bins.layout import CHANGED, DAMAGED, UNKNOWN, BinLayout


def group(name, size):
    points = [Coverpoint(point, each(range(size)), lambda sample: sample) for point in ("one", "other")]
    return Covergroup(name, points, [cross("one", "other", ignore_bins=lambda one, other: one == other)])


def packed(counted, one, other):
    counts = Counts(counted)
    counts.sample({"one": one, "other": other})
    return pack(counts)


FIRST, SECOND = group("first", 2), group("second", 3)
LAYOUT = BinLayout([FIRST, SECOND])


def test_groups_follow_each_other():
    hit = LAYOUT.of_packed({"second": packed(SECOND, 1, 2)})
    assert (LAYOUT.size, LAYOUT.span("second")) == (8 + 15, slice(8, 23))
    assert hit.places.tolist() == [8 + 1, 8 + 3 + 2, 8 + 6 + 5]
    assert [LAYOUT.name(place) for place in hit.places] == [
        "second: one: 1",
        "second: other: 2",
        "second: one x other: 1 x 2",
    ]
    with pytest.raises(IndexError):
        LAYOUT.name(LAYOUT.size)


def test_what_a_cross_says_cannot_be_is_no_bin_and_wrong_if_it_was_hit():
    hit = LAYOUT.of_packed({"first": packed(FIRST, 1, 1)})
    assert [LAYOUT.name(place) for place in hit.wrong] == ["first: one x other: 1 x 1"]
    assert hit.places.tolist() == [1, 3]


def test_other_groups_and_damage_are_left_out_by_name():
    text = packed(FIRST, 0, 1)
    hits = {"first": text[:-2], "second": packed(group("second", 4), 0, 1), "third": text}
    hit = LAYOUT.of_packed(hits)
    assert (hit.places.tolist(), hit.left_out) == ([], [("first", DAMAGED), ("second", CHANGED), ("third", UNKNOWN)])


def test_recordings_are_found_by_their_labels():
    hit = LAYOUT.of_recording({"first": (FIRST.version, {"one": {"1": 5}, "one x other": {"1 x 0": 5}})})
    assert (hit.places.tolist(), hit.times.tolist()) == ([1, 6], [5, 5])
    assert LAYOUT.of_recording({"first": ("0", {"one": {"1": 5}})}).left_out == [("first", CHANGED)]
    assert LAYOUT.of_recording({"first": (FIRST.version, {"one": {"9": 5}})}).left_out == [("first", CHANGED)]
