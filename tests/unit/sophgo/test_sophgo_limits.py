"""How long words may take on memories of all kinds."""

from dataclasses import replace

import pytest

from models.sophgo.config import CONFIGS
from tb.memory.profile import FAST, HARSH, PROFILES
from tb.sophgo.env import MOST_ELEMENTS, SPARE_CYCLES, SophgoEnvConfig, SophgoEnvFamily, slowest_read


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_each_element_may_take_a_read_of_its_own(profile):
    config = SophgoEnvConfig(hw=CONFIGS["mini_tpu"], profiles={"DDR": profile})
    cycles = SophgoEnvFamily().limits(config).end_cycles
    assert cycles == MOST_ELEMENTS * (1 + slowest_read(profile)) + SPARE_CYCLES


def test_what_a_read_of_one_beat_takes_longer():
    assert slowest_read(FAST) == 0
    assert slowest_read(HARSH) == 150 + 30 + 15
    assert slowest_read(replace(HARSH, late_ids=frozenset({1}), late_cycles=7)) == 150 + 30 + 15 + 7
