"""The pictures of layouts are those that the code draws, and show each element once."""

import re
from xml.etree import ElementTree

import pytest

from tb.runner.paths import ROOT
from tb.sophgo.pictures import PICTURES, file_of

PAGE = (ROOT / "docs" / "sophgo" / "layouts.md").read_text()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_is_drawn(name):
    assert file_of(name).read_text() == PICTURES[name].svg(), "python -m tb.sophgo.pictures draws it anew"
    assert f"](pictures/{name}.svg)" in PAGE


@pytest.mark.parametrize(("name", "elements"), [("aligned", 120), ("compact", 120), ("matrix", 80), ("kernel", 200)])
def test_a_picture_has_a_block_for_each_element(name, elements):
    paths = [
        item.get("d") for item in ElementTree.fromstring(PICTURES[name].svg()) if item.get("fill") not in (None, "none")
    ]
    corners = [corner for path in paths if path for corner in re.findall(r"M(\d+ \d+)", path)]
    assert len(corners) == len(set(corners)) == elements
