"""Bins, points, crosses, groups: what is counted and what is not."""

from operator import itemgetter

import numpy as np
import pytest

from tb.coverage.bins import OUTSIDE, each, flag, names, octaves, ranges
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, bins_of, cross

SIZE = Coverpoint("size", ranges([(1, 1), (2, 3), (8, 15)]), itemgetter("size"))
WAY = Coverpoint("way", names("in", "out"), itemgetter("way"))
CELL = cross("size", "way", ignore_bins=lambda size, way: size == "1" and way == "out")
GROUP = Covergroup("sizes", (SIZE, WAY), (CELL,))


@pytest.fixture
def counts():
    return Counts(GROUP)


@pytest.mark.parametrize(
    ("value", "index"),
    [(0, OUTSIDE), (1, 0), (2, 1), (3, 1), (4, OUTSIDE), (7, OUTSIDE), (8, 2), (15, 2), (16, OUTSIDE)],
)
def test_a_range_holds_its_borders_and_nothing_beyond(value, index):
    assert SIZE.bins.index(value) == index
    assert SIZE.bins.indices(np.array([value], np.uint16)).tolist() == [index]


def test_the_largest_address_has_a_bin():
    bins = ranges([(0, 9), (10, (1 << 64) - 1)])
    assert bins.index((1 << 64) - 1) == 1
    assert bins.indices(np.array([(1 << 64) - 1, 9], np.uint64)).tolist() == [1, 0]


def test_octaves_are_without_gaps():
    for parts in (1, 2, 4):
        bins = octaves(8, 1024, parts)
        assert [bins.index(value) for value in range(1, 1025)].count(OUTSIDE) == 0
        assert bins.labels[:8] == tuple("12345678")
        assert len(bins.labels) == 8 + 7 * parts


@pytest.mark.parametrize("pairs", [[(3, 4), (1, 2)], [(1, 3), (2, 4)], [(2, 1)]])
def test_ranges_out_of_order_are_refused(pairs):
    with pytest.raises(ValueError, match="out of order"):
        ranges(pairs)


def test_a_sample_counts_once_in_each_of_its_points_and_in_their_cross(counts):
    counts.sample({"size": 3, "way": "in"})
    assert counts.hits() == {"size": {"2-3": 1}, "way": {"in": 1}, "size x way": {"2-3 x in": 1}}


def test_a_point_alone_counts_in_no_cross(counts):
    counts.sample({"size": 3})
    assert counts.hits() == {"size": {"2-3": 1}}


def test_a_value_without_a_bin_counts_nowhere_and_not_in_a_cross(counts):
    counts.sample({"size": 5, "way": "in"})
    assert counts.hits() == {"way": {"in": 1}}


def test_a_combination_that_cannot_be_is_no_bin_and_is_told_where_it_was_hit(counts):
    assert "1 x out" not in list(bins_of(GROUP.crosses[0]))
    counts.sample({"size": 1, "way": "out"})
    assert counts.impossible() == ["sizes: size x way: 1 x out"]
    merged = Counts(GROUP)
    merged.add(counts.hits())
    assert merged.impossible() == counts.impossible()


def test_arrays_count_as_single_values_do(counts):
    rng = np.random.default_rng(1)
    sizes, ways = rng.integers(0, 20, 500), rng.integers(0, 2, 500)
    single = Counts(GROUP)
    for size, way in zip(sizes.tolist(), ways.tolist(), strict=True):
        single.sample({"size": size, "way": WAY.labels[way]})
    counts.sample_many({"size": sizes, "way": ways})
    assert counts.hits() == single.hits()
    assert sum(counts.hits()["size x way"].values()) > 100


def test_empty_arrays_count_nothing(counts):
    counts.sample_many({"size": np.zeros(0, np.uint64), "way": np.zeros(0, np.intp)})
    assert counts.hits() == {}


def test_an_unknown_point_is_an_error(counts):
    with pytest.raises(KeyError):
        counts.sample({"colour": 1})


def test_a_cross_of_another_groups_point_and_a_name_twice_are_refused():
    with pytest.raises(ValueError, match="'way', which is no coverpoint"):
        Covergroup("one", (SIZE,), (CELL,))
    with pytest.raises(ValueError, match="two items have one name"):
        Covergroup("two", (SIZE, SIZE))


def test_the_version_changes_with_every_bin_and_with_nothing_else():
    def group(pairs=((0, 1), (2, 3)), labels=("low", "high"), ignore_bins=None):
        points = (Coverpoint("one", ranges(pairs, labels), int), Coverpoint("two", flag(), bool))
        return Covergroup("group", points, (cross("one", "two", ignore_bins=ignore_bins),)).version

    assert group() == group()
    others = [
        group(pairs=((0, 1), (2, 4))),
        group(labels=("low", "top")),
        group(ignore_bins=lambda one, _: one == "low"),
    ]
    assert len({group(), *others}) == 4


def test_labels_of_each_value_are_its_number():
    assert each(range(3)).labels == ("0", "1", "2")
