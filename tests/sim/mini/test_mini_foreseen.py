"""Tests of mini play on the reference device alone, without a simulator, and say what they cover there."""

from dataclasses import replace

import pytest

from tb.coverage.packed import places_of
from tb.mini.family import FAMILY
from tb.regression.close.device import DevicePlayers
from tb.regression.plan.run import Run, Setting

CONFIG = "mini64"
RUN = Run(
    setting=Setting(family="mini", config=CONFIG, sim="icarus", memory="hdl"),
    test="tests.sim.mini.random.RandomMiniTest",
    seed=3,
)


@pytest.fixture
def device(tmp_path):
    with DevicePlayers(tmp_path) as players:
        yield players


def test_a_random_test_covers_descriptors(device):
    foreseen = device.foresee(RUN)
    assert (foreseen.problem, foreseen.layers > 50) == ("", True)
    versions = {group.name: group.version for group in FAMILY.coverage.groups(CONFIG)}
    version, places = places_of(foreseen.hits["descriptors"])
    assert version == versions["descriptors"]
    assert len(places) > 50
    assert not any("MEMORY" in name for name in foreseen.hits)  # that takes pins


def test_only_what_stimulus_depends_on_matters(device):
    foreseen = device.foresee(RUN)
    slow = device.foresee(replace(RUN, knobs=(("profile", "slow"),)))
    other = device.foresee(replace(RUN, seed=4))
    assert slow.hits == foreseen.hits != other.hits


def test_a_wrong_knob_is_a_problem_of_that_run_alone(device):
    assert "no knob" in device.foresee(replace(RUN, knobs=(("speed", "9"),))).problem
    assert not device.foresee(RUN).problem
