"""What all random choices of a test hang on."""

import pytest

from tb.seeds import SEED_VARIABLE, generator, seed_of


def test_a_test_has_its_seed_from_the_run_and_its_name(monkeypatch):
    monkeypatch.setenv(SEED_VARIABLE, "7")
    seven = seed_of("CopyTest")
    assert seven == seed_of("CopyTest") != seed_of("OtherTest")
    monkeypatch.setenv(SEED_VARIABLE, "8")
    assert seed_of("CopyTest") == seven + 1


def test_a_run_without_a_seed_is_told(monkeypatch):
    monkeypatch.delenv(SEED_VARIABLE, raising=False)
    with pytest.raises(RuntimeError, match="COCOTB_RANDOM_SEED is not set: all that is random in CopyTest hangs"):
        seed_of("CopyTest")


def test_each_purpose_has_a_generator_of_its_own():
    assert generator(2**64, "env.dbb").integers(1000) == generator(2**64, "env.dbb").integers(1000)
    assert generator(5, "env.dbb").integers(2**62) != generator(5, "stimulus").integers(2**62)
