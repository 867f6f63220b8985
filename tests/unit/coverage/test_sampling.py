"""Samplers: which coverpoints are sampled at which moment, and what is counted together."""

from operator import itemgetter

import numpy as np

from tb.coverage.bins import each, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross, points_of, remembered
from tb.coverage.sampler import Sampler

SIZE = Coverpoint("size", each(range(4)), itemgetter("size"), ("", "later"))
WAY = Coverpoint("way", names("in", "out"), lambda sample: sample.get("way"))
PARTS = Coverpoint("part", names("a", "b", "c"), itemgetter("parts"), "later")
GROUP = Covergroup("group", (SIZE, WAY, PARTS), (cross("size", "way"), cross("size", "part")))


def test_only_the_coverpoints_of_a_moment_are_sampled():
    sampler = Sampler(GROUP)
    sampler.sample({"size": 1, "way": "in"})
    assert sampler.counts.hits() == {"size": {"1": 1}, "way": {"in": 1}, "size x way": {"1 x in": 1}}
    sampler.sample({"size": 2}, "never")
    assert sum(sampler.counts.hits()["size"].values()) == 1


def test_a_coverpoint_that_does_not_apply_counts_nowhere():
    sampler = Sampler(GROUP)
    sampler.sample({"size": 1})
    assert sampler.counts.hits() == {"size": {"1": 1}}


def test_each_of_several_values_counts_with_those_that_are_alone():
    sampler = Sampler(GROUP)
    sampler.sample_each({"size": 3, "parts": ["a", "c", "c"]}, "later")
    hits = {"size": {"3": 3}, "part": {"a": 1, "c": 2}, "size x part": {"3 x a": 1, "3 x c": 2}}
    assert sampler.counts.hits() == hits
    sampler.sample_each({"size": 3, "parts": []}, "later")
    assert sampler.counts.hits() == hits


def test_arrays_of_samples_count_as_one_by_one():
    many = Covergroup("many", (SIZE, Coverpoint("way", names("in", "out"), itemgetter("way"))), (cross("size", "way"),))
    sampler = Sampler(many)
    sampler.sample_many({"size": np.array([0, 3, 3, 9]), "way": np.array([1, 0, 0, 0])}, "")
    assert sampler.counts.hits() == {
        "size": {"0": 1, "3": 2}, "way": {"in": 3, "out": 1}, "size x way": {"0 x out": 1, "3 x in": 2},
    }  # fmt: skip


def test_coverpoints_of_a_part_and_their_moments():
    early, late = points_of(itemgetter("part"), [WAY, SIZE], "sometime")
    assert (early.moments, late.moments) == (("sometime",), ("", "later"))
    assert early.value({"part": {"way": "out"}}) == "out"
    assert early.value({"part": None}) is None


def test_a_part_is_worked_out_once_a_sample():
    asked = []
    part = remembered(lambda sample: asked.append(sample) or len(asked))
    one, two = {}, {}
    assert [part(one), part(one), part(two), part(two), part(one)] == [1, 1, 2, 2, 3]
