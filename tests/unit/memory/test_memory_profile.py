from __future__ import annotations

import numpy as np
import pytest

from tb.memory.pins.outstanding import PortEvents
from tb.memory.profile import FAST, PROFILES, MemoryProfile, Stall, WriteOrder
from tb.memory.python.dice import MemoryDice
from tb.memory.python.pauses import StallGenerator, WriteOrderGate


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"read_latency": (5, 4)}, r"read_latency is \(5, 4\)"),
        ({"response_latency": (-1, 4)}, r"response_latency is \(-1, 4\)"),
        ({"read_reorder": 1.5}, "read_reorder is 1.5, expected 0 to 1"),
        ({"read_interleave": -0.1}, "read_interleave is -0.1"),
        ({"response_reorder": 2}, "response_reorder is 2"),
        ({"order_patience": 0}, "order_patience is 0"),
        ({"late_ids": frozenset((3, 32))}, "late_ids has 32, expected 0 to 31"),
        ({"late_cycles": -1}, "late_cycles is -1"),
        ({"read_latency": 50}, r"read_latency is 50, expected \(shortest, longest\), such as \(50, 50\)$"),
        ({"read_latency": "50"}, r"read_latency is '50', expected \(shortest, longest\) with"),
        ({"read_latency": (1, 2.5)}, r"read_latency is \(1, 2.5\), expected \(shortest, longest\) with"),
        ({"read_reorder": "often"}, "read_reorder is 'often', expected a number from 0 to 1"),
        ({"ar_stall": 0.2}, r"ar_stall is 0.2: write Stall\(probability, \(shortest, longest\)\), such as"),
        ({"write_order": "first"}, "write_order is 'first': write WriteOrder.ADDRESS_FIRST or another"),
    ],
)
def test_impossible_knobs_are_refused(knobs, message):
    with pytest.raises(ValueError, match=message):
        MemoryProfile(**knobs)


@pytest.mark.parametrize("arguments", [(1.0,), (-0.1,), (0.5, (0, 3)), (0.5, (3, 2)), (0.5, 3), ("0.5",)])
def test_impossible_stalls_are_refused(arguments):
    with pytest.raises(ValueError, match="expected"):
        Stall(*arguments)


def test_default_is_the_fastest():
    assert PROFILES["fast"] == FAST == MemoryProfile()


def dice(seed=1):
    return MemoryDice(np.random.default_rng(seed))


def test_dice_depend_on_the_generator_only():
    one, other, third = dice(3), dice(3), dice(4)
    draws = [[source.between((0, 99)) for _ in range(3000)] for source in (one, other, third)]
    assert draws[0] == draws[1] != draws[2]
    assert set(draws[0]) == set(range(100))


def test_dice_reach_both_ends_and_every_item():
    source = dice()
    assert {source.between((3, 5)) for _ in range(100)} == {3, 4, 5}
    assert {source.pick("abc") for _ in range(100)} == set("abc")
    assert {source.chance(0.5) for _ in range(100)} == {True, False}


def test_what_is_certain_draws_nothing():
    source, untouched = dice(), dice()
    assert not source.chance(0)
    assert source.between((7, 7)) == 7
    assert source.pick(["only"]) == "only"
    assert source.between((0, 1000)) == untouched.between((0, 1000))


def test_stalls_last_as_long_as_the_knob_says():
    generator = StallGenerator(Stall(0.1, (2, 4)), dice())
    trace = "".join("#" if generator.step() else "." for _ in range(20_000))
    lengths = [len(run) for run in trace.split(".") if run]
    assert min(lengths) == 2
    assert {2, 3, 4} <= set(lengths)
    # The share of stalled cycles: 0.1 * mean 3 a free cycle.
    assert 0.2 < trace.count("#") / len(trace) < 0.26


def test_no_stall_without_probability():
    generator = StallGenerator(Stall(), dice())
    assert not any(generator.step() for _ in range(1000))


def events(**flags):
    names = ("response_taken", "read_data_taken", "address_waiting", "data_waiting", "address_pending", "data_pending")
    return PortEvents(writes=[], read=None, **(dict.fromkeys(names, False) | flags))


def test_address_first_takes_data_only_with_a_request():
    gate = WriteOrderGate(MemoryProfile(write_order=WriteOrder.ADDRESS_FIRST, order_patience=3), dice())
    gate.step(events())
    assert (gate.address_open, gate.data_open) == (True, False)
    gate.step(events(address_pending=True))
    assert gate.data_open


def test_data_first_takes_a_request_only_with_data_or_without_patience():
    gate = WriteOrderGate(MemoryProfile(write_order=WriteOrder.DATA_FIRST, order_patience=3), dice())
    gate.step(events())
    assert (gate.address_open, gate.data_open) == (False, True)
    gate.step(events(data_pending=True))
    assert gate.address_open
    gate.step(events())
    for _ in range(2):
        gate.step(events(address_waiting=True))
        assert not gate.address_open
    gate.step(events(address_waiting=True))
    assert gate.address_open
