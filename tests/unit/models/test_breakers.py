"""Breakers that change one field of a legal layer."""

from dataclasses import dataclass

import numpy as np
import pytest

from models.breakers import adds, becomes, one_of, sets, with_field
from models.rules import Case, RuleContext


@dataclass(frozen=True)
class Lines:
    stride: int
    count: int = 1


@dataclass(frozen=True)
class Layer:
    source: Lines


CASE = Case(Layer(Lines(stride=8)), RuleContext(config=16))


def broken(breaker, seed=1):
    case = breaker(CASE, np.random.default_rng(seed))
    assert case is None or case.context is CASE.context
    return case and case.subject


def results(breaker):
    return {broken(breaker, seed).source for seed in range(20)}


def test_one_of_the_values_is_set():
    assert results(sets("source.count", 3, 5)) == {Lines(8, 3), Lines(8, 5)}


def test_one_of_the_steps_is_added():
    assert results(adds("source.stride", -1, 1)) == {Lines(7), Lines(9)}


def test_a_value_may_follow_from_the_configuration_and_from_the_layer():
    assert broken(adds("source.stride", lambda case: case.context.config)).source == Lines(24)
    twice = sets("source.stride", lambda case: 2 * case.subject.source.stride, of=lambda _: Layer(Lines(5)))
    assert broken(twice).source == Lines(10)


def test_a_path_leads_through_a_tuple_by_number():
    layers = (Layer(Lines(1)), Layer(Lines(2)))
    assert with_field(layers, "1.source.count", 7) == (Layer(Lines(1)), Layer(Lines(2, 7)))


def test_a_single_value_draws_nothing():
    rng = np.random.default_rng(1)
    sets("source.count", 3)(CASE, rng)
    assert rng.integers(1 << 40) == np.random.default_rng(1).integers(1 << 40)


def test_without_a_layer_nothing_is_broken():
    assert broken(sets("source.count", 3, of=lambda _: None)) is None


def test_one_of_several_breakers_is_taken_of_those_that_can():
    one, none = sets("source.count", 3), sets("source.count", 4, of=lambda _: None)
    assert results(one_of(one, adds("source.stride", 1))) == {Lines(8, 3), Lines(9)}
    assert results(one_of(none, one)) == {Lines(8, 3)}
    assert broken(one_of(none, none)) is None


def test_a_layer_may_be_made_anew():
    assert results(becomes(lambda _: Layer(Lines(1)), lambda _: Layer(Lines(2)))) == {Lines(1), Lines(2)}
    assert broken(becomes(lambda _: None)) is None


def test_a_field_that_is_not_there_is_an_error():
    with pytest.raises(TypeError, match="missing"):
        broken(sets("source.missing", 3))
