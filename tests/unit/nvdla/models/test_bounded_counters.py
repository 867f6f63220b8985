"""Counters that depend on time: what bounds them, whichever comes first, the read or the end of the layer."""

import pytest

from models.layer import Bounds
from models.nvdla.blocks.counters import BoundedCounters

KEY = (0, "D_PERF_DAT_READ_LATENCY")
LAYER = object()


@pytest.fixture
def counters(registers):
    counters = BoundedCounters()
    counters.switch(on=True)
    counters.start(LAYER, [KEY], registers.CDMA.D_PERF_DAT_READ_LATENCY.DAT_RD_LATENCY, on=True)
    return counters


def test_the_cycles_of_a_layer_bound_its_count(counters):
    counters.finish(LAYER, KEY, 100, Bounds(least=3))
    assert counters.allowed(KEY) == range(3, 101)


def test_a_count_that_was_read_before_its_layer_ended_stays(counters):
    counters.freeze(KEY, 60)
    counters.finish(LAYER, KEY, 100, Bounds())
    assert counters.allowed(KEY) == {60}


def test_a_count_that_was_read_and_cannot_be_is_no_excuse_for_the_next_read(counters):
    counters.freeze(KEY, 101)
    counters.finish(LAYER, KEY, 100, Bounds())
    assert counters.allowed(KEY) == range(101)


def test_a_layer_that_ends_when_another_one_counts_changes_nothing(counters):
    counters.finish(object(), KEY, 100, Bounds())
    assert len(counters.allowed(KEY)) > 101


def test_a_count_that_cannot_be_is_forgotten_whatever_is_known_next(registers):
    counters = BoundedCounters()
    counters.switch(on=True)
    counters.leave()
    counters.start(LAYER, [KEY], registers.CDMA.D_PERF_DAT_READ_LATENCY.DAT_RD_LATENCY, on=True)
    counters.freeze(KEY, 0)
    counters.finish(LAYER, KEY, 100, Bounds(least=94))
    assert min(counters.allowed(KEY)) == 94
    counters.finish(LAYER, KEY, 100, Bounds(most=0))
    assert min(counters.allowed(KEY)) == 0
