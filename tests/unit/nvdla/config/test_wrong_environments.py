"""Wrong arguments of the environment's configuration: one line that says what to write."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.directed import broken, illegal
from tb.memory.profile import FAST
from tb.nvdla.env_config import NvdlaEnvConfig

TINY = CONFIGS["tiny"]


def refused(why, **given):
    with pytest.raises(ValueError, match=why) as caught:
        NvdlaEnvConfig(**{"hw": TINY} | given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"seed": "x"}, "NvdlaEnvConfig: seed is 'x': write a whole number from 0 on$"),
        ({"seed": 1.0}, "NvdlaEnvConfig: seed is 1.0: write a whole number from 0 on$"),
        ({"max_errors": -1}, "NvdlaEnvConfig: max_errors is -1: write a whole number from 1 on$"),
        ({"watchdog_cycles": 0}, "NvdlaEnvConfig: watchdog_cycles is 0: write a whole number from 1 on$"),
        ({"hw": "tiny"}, r"NvdlaEnvConfig: hw is 'tiny': write CONFIGS\['tiny'\]"),
    ],
)
def test_what_a_test_chooses(given, why):
    refused(why, **given)


@pytest.mark.parametrize(
    ("profiles", "why"),
    [
        ({"DRAM": FAST}, "profiles has 'DRAM', and no port is called so; tiny has DBB$"),
        ({"dbb": FAST}, "profiles has 'dbb', .*; did you mean DBB[?]$"),
        ({"DBB": "fast"}, r"profile of DBB is 'fast': write MemoryProfile\(...\) of tb.memory.profile$"),
        (FAST, "profiles is of type MemoryProfile: write {'DBB': profile}$"),
    ],
)
def test_memories(profiles, why):
    refused(f"NvdlaEnvConfig: {why}", profiles=profiles)


def test_a_port_that_another_configuration_has_may_be_named():
    assert NvdlaEnvConfig(hw=TINY, profiles={"DBB": FAST, "CVSRAM": FAST}).profile("DBB") is FAST


@pytest.mark.parametrize(
    ("announced", "why"),
    [
        (("no-such-rule",), "announces has 'no-such-rule', and no rule is called so: make docs lists them$"),
        (("bdma-slot",), "announces has 'bdma-slot', .*; did you mean bdma-slots[?]$"),
        ("bdma-slots", r"announces is a single word: write \('bdma-slots',\)$"),
    ],
)
def test_rules(announced, why):
    refused(why, announced=announced)


def test_rules_that_there_are():
    known = (*illegal.BROKEN, *illegal.CONV_BROKEN, *broken.PDP_BROKEN, *broken.CDP_BROKEN)
    assert replace(NvdlaEnvConfig(hw=TINY, seed=np.int64(3)), announced=known)
    assert NvdlaEnvConfig(announced=None).announced is None
