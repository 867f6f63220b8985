"""The search for a small program, with made-up layers and failures that are known."""

from dataclasses import replace

import numpy as np

from sequences.shrink.options import all_options, without_steps
from sequences.shrink.program import Data, memory_of
from tb.regression.shrink.search import Search
from tests.unit.shrink.made_shrinking import PORT, MadeShrinking, MadeTrials, made_program, with_member

SHRINKING = MadeShrinking()


def smallest(program, fails, most=10_000):
    trials = MadeTrials(fails, most)
    return Search(trials, all_options(SHRINKING), lambda _: None).smallest(program), trials


def layers_of(program):
    return [layer for step in program.steps for layer in step.layers]


def test_one_layer_with_one_feature_is_left():
    program = with_member(made_program(20), 13, gain=77, size=150)
    found, trials = smallest(program, lambda one: any(layer.gain >= 40 and layer.size > 9 for layer in layers_of(one)))
    (layer,) = layers_of(found)
    assert (layer.gain, layer.size) == (40, 10)
    assert not layer.extra.on
    assert (layer.parts, layer.address, layer.out) == ((0,), 0, 1 << 12)
    assert (found.way, found.profile) == ("", "fast")
    assert trials.tried < 150


def test_a_number_loses_the_bits_that_do_not_matter():
    program = with_member(made_program(5), 3, gain=61, size=1 << 8 | 31)
    found, _ = smallest(
        program, lambda one: any((layer.gain - 1) % 8 == 4 and layer.size & 3 == 3 for layer in layers_of(one))
    )
    (layer,) = layers_of(found)
    assert (layer.gain, layer.size) == (5, 3)


def test_two_layers_that_need_each_other_are_left_in_one_play():
    program = with_member(with_member(made_program(17), 2, gain=200), 11, gain=300)
    found, _ = smallest(program, lambda one: {200, 300} <= {layer.gain for layer in layers_of(one)})
    assert [layer.gain for layer in layers_of(found)] == [200, 300]
    assert len(found.plays) == 1


def test_an_address_keeps_the_bits_that_matter():
    program = with_member(made_program(5), 3, out=0x5_4321_0000)
    found, _ = smallest(program, lambda one: any(layer.out >> 16 & 0x10100 == 0x10100 for layer in layers_of(one)))
    (layer,) = layers_of(found)
    assert layer.out == 0x101000000


def test_what_is_in_the_way_goes_elsewhere():
    program = with_member(made_program(1), 0, address=0x8000_1000, out=0x3000_0000)
    found, _ = smallest(program, lambda one: all(layer.address & 0x1000 for layer in layers_of(one)))
    (layer,) = layers_of(found)
    assert (layer.address, layer.out) == (0x1000, 0)


def test_bytes_become_few():
    def fails(program):
        step = program.steps[0]
        memory = memory_of(step.data).get(PORT)
        held = memory.read(step.layers[0].address, step.layers[0].size) if memory else np.zeros(1, np.uint8)
        return step.layers[0].size > 20 and held[20] % 8 == 5

    program = made_program(1)
    at = program.steps[0].layers[0].address
    program = with_member(program, 0, size=60)
    data = (Data(PORT, at, bytes(range(30)) + b"\x35" * 30),)
    program = program.with_step(0, replace(program.steps[0], data=(data[0], Data(PORT, at + 20, b"\x35"))))
    found, _ = smallest(program, fails)
    held = b"".join(item.data for item in found.steps[0].data)
    assert np.count_nonzero(np.frombuffer(held, np.uint8)) == 1


def test_the_same_program_is_found_each_time():
    def fails(program):
        return sum(layer.gain for layer in layers_of(program)) > 500

    assert smallest(made_program(20), fails)[0] == smallest(made_program(20), fails)[0]


def test_it_ends_at_the_bound_with_what_fails():
    program = with_member(made_program(20), 13, gain=77)
    found, trials = smallest(program, lambda one: 77 in [layer.gain for layer in layers_of(one)], most=7)
    assert trials.tried == 7
    assert 77 in [layer.gain for layer in layers_of(found)]
    assert len(found.steps) < 20


def test_what_begins_a_play_still_does_without_its_first_step():
    program = made_program(7)
    assert [step.begins for step in without_steps(program, [3]).steps] == [True, False, False, True, False, True]
