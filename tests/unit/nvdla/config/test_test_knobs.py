"""Knobs of NVDLA's random tests: what they may be set to, and what programs make of them."""

from dataclasses import replace

import pytest

from models.nvdla.rules import RULES
from sequences.nvdla.programs.illegal_layers import ILLEGAL
from sequences.nvdla.programs.random import ProgramKnobs
from tb.environment.knobs import with_words
from tb.nvdla.knobs import LayersTestKnobs, ProgramsTestKnobs, RoundsTestKnobs


def test_at_their_defaults_programs_prefer_what_they_always_did():
    assert ProgramsTestKnobs().preferences() == ProgramKnobs()
    assert ProgramsTestKnobs().announced == ()


def test_each_knob_reaches_programs():
    words = {"layers": "4", "reuse": "1", "kinds": "SDP,CDP", "illegal": "0.1", "resets": "0.2", "storms": "0.3"}
    words |= {"rush": "0.4", "polling": "0.5", "masked": "0.6", "images": "0.7", "apart": "0.8"}
    preferred = with_words(ProgramsTestKnobs(), words, "SomeTest").preferences()
    assert preferred == ProgramKnobs(
        layers_at_most=4,
        reuse=1.0,
        kinds=("SDP", "CDP"),
        illegal=0.1,
        resets=0.2,
        storms=0.3,
        rush=0.4,
        polling=0.5,
        masked=0.6,
        apart=0.8,
        layers=replace(preferred.layers, conv=replace(preferred.layers.conv, images=0.7)),
    )
    assert preferred.layers.conv.images == 0.7


def test_illegal_layers_announce_rules_that_there_are():
    assert set(ILLEGAL) == set(ProgramsTestKnobs(illegal=0.1).announced) <= {rule.name for rule in RULES}


@pytest.mark.parametrize(
    ("knobs", "word", "complaint"),
    [
        (ProgramsTestKnobs(), {"illegal": "1.5"}, "SomeTest: illegal=1.5: must be from 0 to 1"),
        (ProgramsTestKnobs(), {"resets": "-0.1"}, "SomeTest: resets=-0.1: must be from 0 to 1"),
        (ProgramsTestKnobs(), {"programs": "0"}, "SomeTest: programs=0: must be from 1 to 100,000"),
        (ProgramsTestKnobs(), {"layers": "1"}, "SomeTest: layers=1: must be from 2 to 100,000"),
        (ProgramsTestKnobs(), {"kinds": "SPD"}, "SomeTest: kinds=SPD: 'SPD' is none of BDMA, RBK, .*SDP"),
        (ProgramsTestKnobs(), {"kinds": ""}, "SomeTest: kinds=: name some of BDMA, RBK"),
        (ProgramsTestKnobs(), {"poling": "1"}, "SomeTest has no knob poling: .* polling"),
        (LayersTestKnobs(), {"layers": "0"}, "SomeTest: layers=0: must be from 1"),
        (RoundsTestKnobs(), {"rounds": "many"}, "SomeTest: rounds=many: not a whole number, such as 2"),
    ],
)
def test_what_is_wrong_is_said(knobs, word, complaint):
    with pytest.raises(ValueError, match=complaint):
        with_words(knobs, word, "SomeTest")
