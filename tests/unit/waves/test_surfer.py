"""The commands of a file are held against the documented ones, as Surfer splits and takes them."""

import re

import pytest

from tb.waves.hierarchy import read_hierarchy
from tb.waves.names import Names
from tb.waves.surfer import mapping_text
from tb.waves.view import Table
from tb.waves.write import write_views
from tests.unit.waves.made_waves import PARTS, record, write_waves, wrong

COMMANDS = {
    "divider_add": r"\w+",
    "variable_add": r"\S+",
    "scope_add_as_group": r"\S+",
    "item_focus": r"[a-p]+_",
    "item_set_format": r"\w+",
    "item_unfocus": "",
    "zoom_fit": "",
    "marker_set": r"\w+ \d+",
    "cursor_set": r"\d+",
}
"""Those that we write, of Surfer's documented commands, and what follows each."""
OWN_FORMATS = {"Hexadecimal", "Unsigned"}


@pytest.fixture
def wave(tmp_path):
    return write_waves(tmp_path / "waves.vcd")


def commands(wave, *records):
    """The commands as Surfer sees them: without comments, and each with what follows it."""
    _, path = write_views(wave, records, PARTS, Names())
    assert path == wave.with_suffix(".sucl")
    plain = [line.partition("#")[0] for line in path.read_text().splitlines()]
    return [tuple(line.partition(" ")[::2]) for line in ";".join(plain).split(";") if line]


def items(found):
    """What is shown, in its order, until the first group: the places by which items are named."""
    return [rest for name, rest in found if name in ("divider_add", "variable_add")]


@pytest.mark.parametrize("records", [[record(wrong())], [record(passed=True)], [record(wrong()), record(wrong(9.0))]])
def test_every_line_is_a_documented_command(wave, records):
    found = commands(wave, *records)
    assert found
    for name, rest in found:
        assert re.fullmatch(COMMANDS[name], rest, re.ASCII), f"{name} {rest}"


def test_every_signal_and_scope_is_in_the_wave_file(wave):
    hierarchy = read_hierarchy(wave)
    there = {s.path for signals in hierarchy.scopes.values() for s in signals.values()}
    found = commands(wave, record(wrong()))
    assert {rest for name, rest in found if name == "variable_add"} <= there
    groups = [rest for name, rest in found if name == "scope_add_as_group"]
    assert groups == ["top_and_memories.adder"]
    assert set(groups) <= hierarchy.scopes.keys()


def test_formats_are_set_at_the_items_that_they_are_meant_for(wave):
    found = commands(wave, record(wrong()))
    at, formats = 0, {}
    for name, rest in found:
        if name == "item_focus":
            at = int("".join(f"{ord(digit) - ord('a'):x}" for digit in rest.rstrip("_")), 16)
        if name == "item_set_format":
            formats[items(found)[at]] = rest
    assert formats["top_and_memories.addr"] == "register_8"
    assert formats["top_and_memories.m_awid"] == "write_id_2"
    assert formats["top_and_memories.m_awaddr"] == "Hexadecimal"
    assert formats["top_and_memories.dut.adder.their_tap.layer"] == "Unsigned"
    assert len(items(found)) > 16  # a place of two digits is among them


def test_all_items_come_before_what_names_them_and_groups_behind(wave):
    names = [name for name, _ in commands(wave, record(wrong()))]
    last = max(place for place, name in enumerate(names) if name in ("divider_add", "variable_add"))
    assert last < names.index("item_focus")
    assert names.index("item_unfocus") < names.index("scope_add_as_group")


def test_cursor_and_markers_are_at_the_errors(wave):
    found = commands(wave, record(wrong(80.0), origin_ns=1000.0), record(wrong(5.0), origin_ns=2000.0))
    assert ("cursor_set", "1080000") in found
    assert [rest for name, rest in found if name == "marker_set"] == ["error_1 1080000", "error_2 2005000"]
    assert ("zoom_fit", "") in commands(wave, record(passed=True))


def test_every_format_is_surfers_own_or_a_mapping_beside_the_waves(wave):
    formats = {rest for name, rest in commands(wave, record(wrong())) if name == "item_set_format"}
    mappings = {path.read_text().splitlines()[0] for path in (wave.parent / ".surfer/mappings").iterdir()}
    assert {f"Name = {form}" for form in formats - OWN_FORMATS} == mappings


def test_a_mapping_has_name_width_and_words():
    text = mapping_text(Table("kinds", 2, {0: "PLAIN", 2: "ODD ONE"}))
    assert text.splitlines() == ["Name = kinds", "Bits = 2", "0x0 PLAIN", "0x2 ODD ONE"]
