"""Hits as a short text."""

import base64
import random
import zlib

import numpy as np
import pytest

from tb.coverage.bins import each
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.packed import are_bins, pack, places_of, unpack, unpack_all


def counted(values):
    points = [Coverpoint(name, each(range(50)), lambda sample: sample) for name in ("one", "other")]
    group = Covergroup("made", points, [cross("one", "other", ignore_bins=lambda one, _: one == "3")])
    counts = Counts(group)
    for value in values:
        counts.sample({"one": value, "other": (7 * value) % 50})
    return counts


@pytest.mark.parametrize("seed", range(5))
def test_many_texts_are_unpacked_as_each_by_itself(seed):
    draw = random.Random(seed)
    many = [counted(draw.choices(range(50), k=draw.randrange(40))) for _ in range(12)]
    for counts, found in zip(many, unpack_all(list(map(pack, many))), strict=True):
        version, places, times = found
        assert version == counts.group.version
        assert places.tolist() == places_of(pack(counts))[1].tolist() == np.flatnonzero(counts.vector).tolist()
        assert times.tolist() == counts.vector[places].tolist()
        assert unpack(pack(counts), version, len(counts.vector)).tolist() == counts.vector.tolist()


DAMAGES = (lambda t: t[:-3], lambda t: t[:-1] + "é", lambda t: t + " ", lambda _: "", lambda t: t[:17])


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_none_and_the_others_are_whole(damage):
    text = pack(counted(range(40)))
    before, found, after = unpack_all([text, damage(text), text])
    assert found is None
    assert before[1].tolist() == after[1].tolist() == places_of(text)[1].tolist()
    assert list(unpack_all([])) == []


def test_an_odd_count_of_numbers_is_damage():
    odd = base64.b85encode(zlib.compress(b"\1\0\0\0")).decode()
    assert list(unpack_all([f"0123456789abcdef:{odd}"])) == [None]


def test_combinations_that_a_cross_ignores_are_no_bins():
    counts = counted([])
    mask = are_bins(counts.group)
    assert (len(mask), int(mask.sum())) == (50 + 50 + 2500, 50 + 50 + 2450)
