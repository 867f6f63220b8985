"""Waivers of the families that are there: each names code that is there."""

import pytest

from tb.code_coverage.waivers import read_waivers, source_hash
from tb.runner.family.find import family_names, load_family
from tb.runner.paths import ROOT


@pytest.mark.parametrize("name", family_names())
def test_each_waiver_is_of_a_line_that_is_there(name):
    family = load_family(name)
    for waiver in read_waivers(family.coverage.code_waivers if family.coverage else None):
        lines = (ROOT / waiver.file).read_text().splitlines()
        texts = [line.strip() for at, line in enumerate(lines, start=1) if source_hash(lines, at) == waiver.hash]
        assert texts == [waiver.text], f"{waiver.file}: '{waiver.text}' is not there as it was when it was waived"
        assert set(waiver.configs) <= set(family.configs), waiver.text
